import { Box, Checkbox, Skeleton } from '@mantine/core'
import type { TablePage } from '#web/lib/url/use-list-page.ts'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import { PlainTable } from '../plain-table.tsx'
import classes from '../table.module.css'
import type { Column } from '../table-types.ts'
import { TableHead } from './table-head.tsx'
import { TableScroll } from './table-scroll.tsx'

/** Uneven widths look like text. Fixed values do not flicker. */
const widths = ['72%', '54%', '63%', '46%', '80%', '58%']

interface Props<Row> {
  columns: Column<Row>[]
  rows: number
  onPhone: boolean
  sorting: Pick<TablePage, 'sort' | 'onSort'>
  withSelection: boolean
  withMenu: boolean
  /** Announced to screen readers. */
  loading?: string | undefined
}

const Line = ({ place }: { place: number }) => (
  <div className={classes.skeletonLine}>
    <Skeleton h={14} w={widths[place % 6]} />
  </div>
)

type PartProps<Row> = Omit<Props<Row>, 'rows' | 'onPhone' | 'loading'> & { lines: number[] }

const PhoneLines = <Row,>({ lines, withSelection, withMenu }: PartProps<Row>) => (
  <>
    {withSelection && <div className={classes.chooseAll} />}
    <div className={classes.phoneRows} aria-hidden>
      {lines.map((line) => (
        <div key={line} className={classes.phoneRow}>
          {withSelection && <div className={classes.choose} />}
          <div className={classes.phoneMain}>
            <Line place={line} />
            <Line place={line + 3} />
          </div>
          {withMenu && <Box w={28} flex="none" />}
        </div>
      ))}
    </div>
  </>
)

/** The heads have their final places, but cannot be used before there are rows. */
const TableLines = <Row,>({ columns, lines, sorting, withSelection, withMenu }: PartProps<Row>) => (
  <TableScroll columns={columns.length}>
    <PlainTable inert>
      <TableHead
        columns={columns}
        withMenu={withMenu}
        sorting={sorting}
        choice={withSelection && <Checkbox aria-label="Select all on this page" disabled />}
      />
      <tbody>
        {lines.map((line) => (
          <tr key={line}>
            {withSelection && <td />}
            {columns.map(({ key }, cell) => (
              <td key={key}>
                <Line place={line + cell * 2} />
              </td>
            ))}
            {withMenu && <td />}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  </TableScroll>
)

/** Has the size of the rows that come, from the start: nothing moves when they are here. It is visible after a moment only. */
export function TableSkeleton<Row>({ rows, onPhone, loading = 'Loading…', ...parts }: Props<Row>) {
  const lines = Array.from({ length: Math.min(rows, 10) }, (_, line) => line)
  return (
    <div className={classes.skeleton}>
      <Delayed>
        <span className="visually-hidden" role="status">
          {loading}
        </span>
      </Delayed>
      {onPhone ? <PhoneLines {...parts} lines={lines} /> : <TableLines {...parts} lines={lines} />}
    </div>
  )
}
