import type { ComponentProps } from 'react'
import { formatMonth } from '#web/lib/format/dates.ts'
import { formatMoneyShort } from '#web/lib/format/format-money.ts'
import { ColumnChart } from '#web/ui/charts/column-chart.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { type Entry, useFigureLink } from './figure.tsx'

export interface Month {
  month: string
  count: number
  amount: number
}

interface Props {
  label: string
  /** The name of the amounts. */
  measure: string
  months: Month[]
  /** The list of the sales of a month. */
  figure: Entry<Month>
  /** Shown while nothing was sold. */
  empty: ComponentProps<typeof EmptyState>
}

/** The sales of the last twelve months. */
export function MonthChart({ label, measure, months, figure, empty }: Props) {
  const link = useFigureLink()
  if (months.every(({ count }) => count === 0)) return <EmptyState {...empty} />
  return (
    <ColumnChart
      label={label}
      measure={measure}
      columns={months.map((month) => ({
        name: formatMonth(`${month.month}-01`),
        value: month.amount,
        link: link(figure, month),
      }))}
      format={formatMoneyShort}
    />
  )
}
