import type { Stage } from '@vialdesk/contract/patients'
import classes from '#web/features/dashboards/dashboards.module.css'
import { type Entry, useFigureLink } from '#web/features/dashboards/figure.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import { formatMonth } from '#web/lib/format/dates.ts'
import { formatMoneyShort } from '#web/lib/format/format-money.ts'
import { ColumnChart } from '#web/ui/charts/column-chart.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'

interface Month {
  month: string
  count: number
  amount: number
}

interface Props {
  data: { transactions_by_month: Month[]; patients_by_stage: { stage: Stage; count: number }[] }
  /** The lists that the two charts count. */
  figures: { transactions_by_month: Entry<Month>; patients_by_stage: Entry<{ stage: Stage }> }
  /** Whose patients these are, for the accessible name. */
  of: string
  leads?: { transactions: string; patients: string }
}

/** Sales of the last twelve months. */
function TransactionsOverTime({ months, figure }: { months: Month[]; figure: Entry<Month> }) {
  const link = useFigureLink()
  if (months.every(({ count }) => count === 0)) {
    return <EmptyState title="Empty table. There's nothing to show" hint="When your centers buy, their purchases appear here." />
  }
  return (
    <ColumnChart
      label="Amount of transactions by month"
      measure="Amount"
      columns={months.map((month) => ({
        name: formatMonth(`${month.month}-01`),
        value: month.amount,
        link: link(figure, month),
      }))}
      format={formatMoneyShort}
    />
  )
}

/** What a rep or a team has sold, and where its patients are. */
export const SalesProgress = ({ data, figures, of, leads }: Props) => (
  <div className={`${classes.pair} ${classes.even}`}>
    <Section title="Transactions over time" lead={leads?.transactions}>
      <TransactionsOverTime months={data.transactions_by_month} figure={figures.transactions_by_month} />
    </Section>
    <Section title="Patients by stage" lead={leads?.patients}>
      <StageBars counts={data.patients_by_stage} label={`Patients of ${of} by stage`} figure={figures.patients_by_stage} />
    </Section>
  </div>
)
