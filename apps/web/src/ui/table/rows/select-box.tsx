import { Box, Checkbox } from '@mantine/core'
import classes from '../table.module.css'
import type { RowProps, RowSelection } from '../table-types.ts'

interface Props<Row> {
  row: Row
  rowName: RowProps<Row>['rowName']
  selection: RowSelection<Row>
}

/** Selects a row. The whole cell is clickable, because users often miss the box. */
export function SelectBox<Row>({ row, rowName, selection }: Props<Row>) {
  return (
    <Box component="label" className={classes.choose}>
      <Checkbox
        aria-label={`Select ${rowName(row)}`}
        checked={selection.has(row)}
        onChange={(event) => selection.set([row], event.currentTarget.checked)}
      />
    </Box>
  )
}

/** Selects or clears all rows of the page. */
export function SelectAllBox<Row>({ rows, selection, label }: { rows: Row[]; selection: RowSelection<Row>; label?: string }) {
  const chosen = rows.filter(selection.has).length
  return (
    <Checkbox
      {...(label ? { label } : { 'aria-label': 'Select all on this page' })}
      checked={chosen > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={() => selection.set(rows, chosen < rows.length)}
    />
  )
}
