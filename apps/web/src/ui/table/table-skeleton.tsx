import { Skeleton, Table } from '@mantine/core'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import classes from './table.module.css'

/** Uneven widths look like text. Fixed values do not flicker. */
const widths = ['72%', '54%', '63%', '46%', '80%', '58%']

interface Props {
  columns: number
  rows: number
  cards: boolean
  /** Announced to screen readers. */
  loading?: string | undefined
}

export function TableSkeleton({ columns, rows, cards, loading = 'Loading…' }: Props) {
  const lines = Array.from({ length: Math.min(rows, 10) }, (_, line) => line)
  const cells = Array.from({ length: columns }, (_, cell) => cell)
  return (
    <Delayed>
      <span className="visually-hidden" role="status">
        {loading}
      </span>
      {cards ? (
        <div className={classes.cards} aria-hidden>
          {lines.map((line) => (
            <div key={line} className={classes.card}>
              <Skeleton h={16} w={widths[line % 6]} mb="sm" />
              {cells.slice(1).map((cell) => (
                <Skeleton key={cell} h={12} mt={11} w={widths[(line + cell) % 6]} />
              ))}
            </div>
          ))}
        </div>
      ) : (
        <Table aria-hidden verticalSpacing="sm">
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line}>
                {cells.map((cell) => (
                  <Table.Td key={cell}>
                    <Skeleton h={14} my={3} w={widths[(line + cell * 2) % 6]} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Delayed>
  )
}
