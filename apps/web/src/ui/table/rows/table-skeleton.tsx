import { Skeleton, Table } from '@mantine/core'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import classes from '../table.module.css'
import type { Column } from '../table-types.ts'
import { TableHead } from './table-head.tsx'

/** Uneven widths look like text. Fixed values do not flicker. */
const widths = ['72%', '54%', '63%', '46%', '80%', '58%']

interface Props<Row> {
  columns: Column<Row>[]
  rows: number
  onPhone: boolean
  /** Announced to screen readers. */
  loading?: string | undefined
}

const Line = ({ place }: { place: number }) => (
  <div className={classes.skeletonLine}>
    <Skeleton h={14} w={widths[place % 6]} />
  </div>
)

/** Has the height of the rows that come, from the start: nothing moves when they are here. It is visible after a moment only. */
export function TableSkeleton<Row>({ columns, rows, onPhone, loading = 'Loading…' }: Props<Row>) {
  const lines = Array.from({ length: Math.min(rows, 10) }, (_, line) => line)
  return (
    <div className={classes.skeleton}>
      <Delayed>
        <span className="visually-hidden" role="status">
          {loading}
        </span>
      </Delayed>
      {onPhone ? (
        <div className={classes.phoneRows} aria-hidden>
          {lines.map((line) => (
            <div key={line} className={classes.phoneRow}>
              <div className={classes.phoneMain}>
                <Line place={line} />
                <Line place={line + 3} />
              </div>
            </div>
          ))}
        </div>
      ) : (
        <Table aria-hidden verticalSpacing="sm">
          <TableHead columns={columns} withMenu={false} />
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line}>
                {columns.map(({ key }, cell) => (
                  <Table.Td key={key}>
                    <Line place={line + cell * 2} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  )
}
