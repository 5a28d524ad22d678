import { Box, Checkbox } from '@mantine/core'
import classes from './table.module.css'
import type { RowProps, RowSelection } from './table-types.ts'

interface Props<Row> {
  row: Row
  rowName: RowProps<Row>['rowName']
  choosing: RowSelection<Row>
}

/** Selects a row. The whole cell is clickable, because users often miss the box. */
export function SelectBox<Row>({ row, rowName, choosing }: Props<Row>) {
  return (
    <Box component="label" className={classes.choose} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        aria-label={`Select ${rowName(row)}`}
        checked={choosing.has(row)}
        onChange={(event) => choosing.set([row], event.currentTarget.checked)}
      />
    </Box>
  )
}

/** Selects or clears all rows of the page. */
export function SelectAllBox<Row>({ rows, choosing, label }: { rows: Row[]; choosing: RowSelection<Row>; label?: string }) {
  const chosen = rows.filter(choosing.has).length
  return (
    <Checkbox
      {...(label ? { label } : { 'aria-label': 'Select all on this page' })}
      checked={chosen > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={() => choosing.set(rows, chosen < rows.length)}
    />
  )
}
