import { Switch } from '@mantine/core'
import type { Column } from './table-types.ts'

/** A disabled switch that is on. */
const styles = {
  track: { backgroundColor: 'var(--mantine-primary-color-filled)', opacity: 0.7 },
  thumb: { backgroundColor: 'var(--mantine-color-white)' },
}

interface Options<Row> {
  nameOf: (row: Row) => string
  keyOf: (row: Row) => number | string
  /** The key of the row that is being made the default. */
  pending: number | string | undefined
  onMakeDefault: (row: Row) => void
}

/** Makes one row of a list the default. The default itself is switched off by another row only, and an expired row never becomes it. */
export const defaultColumn = <Row extends { default: boolean; expired?: boolean }>({
  nameOf,
  keyOf,
  pending,
  onMakeDefault,
}: Options<Row>): Column<Row> => ({
  key: 'default',
  header: 'Default',
  width: 110,
  cell: (row) => (
    <Switch
      size="md"
      styles={row.default ? styles : undefined}
      aria-label={`${nameOf(row)} is the default`}
      checked={row.default || pending === keyOf(row)}
      disabled={row.default || row.expired || pending !== undefined}
      onChange={() => onMakeDefault(row)}
    />
  ),
})
