import { adminFigures } from '@vialdesk/contract/dashboard-links'
import { useFigureLink } from '#web/features/dashboards/figure.tsx'
import { formatMonth } from '#web/lib/format/dates.ts'
import { formatMoney, formatMoneyShort } from '#web/lib/format/format-money.ts'
import { BarList } from '#web/ui/charts/bar-list.tsx'
import { ColumnChart } from '#web/ui/charts/column-chart.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { AdminDashboardData } from './admin-key-figures.tsx'

const empty = <EmptyState title="No revenue yet" hint="Revenue appears here after the first purchase." />

export function RevenueByMonth({ months }: { months: AdminDashboardData['revenue_by_month'] }) {
  const link = useFigureLink()
  if (months.every(({ count }) => count === 0)) return empty
  return (
    <ColumnChart
      label="Revenue by month"
      measure="Revenue"
      columns={months.map((month) => ({
        name: formatMonth(`${month.month}-01`),
        value: month.amount,
        link: link(adminFigures.revenue_by_month, month),
      }))}
      format={formatMoneyShort}
    />
  )
}

export function RevenueByProduct({ products }: { products: AdminDashboardData['revenue_by_product'] }) {
  const link = useFigureLink()
  if (products.length === 0) return empty
  const bars = products
    .toSorted((a, b) => b.amount - a.amount)
    .map((row) => ({
      key: row.product,
      label: row.product,
      value: row.amount,
      text: `${formatMoney(row.amount)} · ${row.count}×`,
      link: link(adminFigures.revenue_by_product, row),
    }))
  return <BarList label="Revenue by product" bars={bars} />
}
