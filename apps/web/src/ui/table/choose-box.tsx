import { Box, Checkbox } from '@mantine/core'
import classes from './table.module.css'
import type { Choosing, RowProps } from './table-types.ts'

interface Props<Row> {
  row: Row
  rowName: RowProps<Row>['rowName']
  choosing: Choosing<Row>
}

/** Chooses a row. What it stands in takes the press as well: beside the box it is as easily meant. */
export function ChooseBox<Row>({ row, rowName, choosing }: Props<Row>) {
  return (
    <Box component="label" className={classes.choose} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        aria-label={`Choose ${rowName(row)}`}
        checked={choosing.has(row)}
        onChange={(event) => choosing.set([row], event.currentTarget.checked)}
      />
    </Box>
  )
}

/** Chooses every row of the page, or none of them. */
export function ChooseAllBox<Row>({ rows, choosing, label }: { rows: Row[]; choosing: Choosing<Row>; label?: string }) {
  const chosen = rows.filter(choosing.has).length
  return (
    <Checkbox
      {...(label ? { label } : { 'aria-label': 'Choose all on this page' })}
      checked={chosen > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={() => choosing.set(rows, chosen < rows.length)}
    />
  )
}
