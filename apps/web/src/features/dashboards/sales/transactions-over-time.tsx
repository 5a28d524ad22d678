import type { LinkProps } from '@tanstack/react-router'
import { formatMonth } from '#web/lib/format/dates.ts'
import { formatMoneyShort } from '#web/lib/format/format-money.ts'
import { ColumnChart } from '#web/ui/charts/column-chart.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'

interface Month {
  month: string
  count: number
  amount: number
}

interface Props {
  months: Month[]
  /** The transactions of a month. */
  linkOf: (month: Month) => LinkProps | undefined
}

/** Sales of the last twelve months. */
export function TransactionsOverTime({ months, linkOf }: Props) {
  if (months.every(({ count }) => count === 0)) {
    return <EmptyState hint="When your centers buy, their purchases appear here." />
  }
  return (
    <ColumnChart
      label="Amount of transactions by month"
      measure="Amount"
      columns={months.map((month) => ({ name: formatMonth(`${month.month}-01`), value: month.amount, link: linkOf(month) }))}
      format={formatMoneyShort}
    />
  )
}
