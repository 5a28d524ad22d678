import type { Stage } from '@vialdesk/contract/people/patients'
import { Pair } from '#web/features/dashboards/dashboard.tsx'
import type { Entry } from '#web/features/dashboards/figure.tsx'
import { type Month, MonthChart } from '#web/features/dashboards/month-chart.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import { Section } from '#web/ui/layout/section.tsx'

interface Props {
  data: { transactions_by_month: Month[]; patients_by_stage: { stage: Stage; count: number }[] }
  /** The lists that the two charts count. */
  figures: { transactions_by_month: Entry<Month>; patients_by_stage: Entry<{ stage: Stage }> }
  /** Whose patients these are, for the accessible name. */
  of: string
  leads?: { transactions: string; patients: string }
}

/** What a rep or a team has sold, and where its patients are. */
export const SalesProgress = ({ data, figures, of, leads }: Props) => (
  <Pair even>
    <Section title="Transactions over time" lead={leads?.transactions}>
      <MonthChart
        label="Amount of transactions by month"
        measure="Amount"
        months={data.transactions_by_month}
        figure={figures.transactions_by_month}
        empty={{ hint: 'When your centers buy, their purchases appear here.' }}
      />
    </Section>
    <Section title="Patients by stage" lead={leads?.patients}>
      <StageBars counts={data.patients_by_stage} label={`Patients of ${of} by stage`} figure={figures.patients_by_stage} />
    </Section>
  </Pair>
)
