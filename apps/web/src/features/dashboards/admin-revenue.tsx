import { showMonth } from '#web/lib/dates.ts'
import { showMoney, showMoneyShort } from '#web/lib/money.ts'
import { BarList } from '#web/ui/bar-list.tsx'
import { Chart } from '#web/ui/chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Health } from './admin-figures.tsx'

const nothingYet = <EmptyState title="No revenue yet" hint="Revenue appears here after the first purchase." />

export function RevenueByMonth({ months }: { months: Health['revenue_by_month'] }) {
  if (months.every(({ count }) => count === 0)) return nothingYet
  return (
    <Chart
      kind="bar"
      rows={months.map(({ month, amount }) => ({ Month: showMonth(`${month}-01`), amount }))}
      index="Month"
      series={[{ key: 'amount', name: 'Revenue' }]}
      format={showMoneyShort}
      label="Revenue by month"
    />
  )
}

export function RevenueByProduct({ products }: { products: Health['revenue_by_product'] }) {
  if (products.length === 0) return nothingYet
  const bars = products
    .toSorted((a, b) => b.amount - a.amount)
    .map(({ product, amount, count }) => ({
      key: product,
      label: product,
      figure: amount,
      shown: `${showMoney(amount)} · ${count}×`,
    }))
  return <BarList label="Revenue by product" bars={bars} />
}
