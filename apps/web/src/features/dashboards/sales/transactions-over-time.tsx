import type { LinkProps } from '@tanstack/react-router'
import { formatMonth } from '#web/lib/format/dates.ts'
import { formatMoneyShort } from '#web/lib/format/format-money.ts'
import { Chart } from '#web/ui/charts/chart.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'

interface Month {
  month: string
  count: number
  amount: number
}

const monthRows = (months: Month[]) => months.map(({ month, amount }) => ({ Month: formatMonth(`${month}-01`), amount }))

interface Props {
  months: Month[]
  /** The transactions of a month. */
  linkOf: (month: Month) => LinkProps | undefined
}

/** Sales of the last twelve months. */
export function TransactionsOverTime({ months, linkOf }: Props) {
  if (months.every(({ count }) => count === 0)) {
    return <EmptyState title="Empty table. There's nothing to show" hint="When your centers buy, their purchases appear here." />
  }
  return (
    <Chart
      kind="bar"
      rows={monthRows(months)}
      index="Month"
      series={[{ key: 'amount', name: 'Amount' }]}
      format={formatMoneyShort}
      label="Amount of transactions by month"
      links={months.map(linkOf)}
    />
  )
}
