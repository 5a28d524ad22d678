import { Title } from '@mantine/core'
import type { PatientTrace } from '@vialdesk/contract/single-vials'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import paper from '#web/features/vials/paper.module.css'
import { patientFactsOf } from '#web/features/vials/patient-facts.tsx'
import { portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { type Fact, FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { PrintedLine } from './printed-line.tsx'
import { TraceEntries } from './trace-entries.tsx'
import classes from './trace-report.module.css'
import { TraceTable } from './trace-table.tsx'

const yesNo = (value: 1 | 2 | null) => (value === 1 ? 'Yes' : value === 2 ? 'No' : null)
const day = (value: string | null) => <DateText value={value} />

function RecordFacts({ trace }: { trace: PatientTrace }) {
  const { record } = trace
  const processing: Fact[] = [
    { label: 'Tissue shipped to lab', value: day(record.date_adipose_shipped_to_lab) },
    { label: 'Tissue received by lab', value: day(record.date_adipose_received_by_lab) },
    { label: 'Plating initiated', value: day(record.stemcell_plating_initiated_date) },
    { label: 'Plating successful', value: yesNo(record.stemcell_plating_successful) },
    { label: 'Quality checks', value: <span className="figures">{record.number_times_qc_done}</span> },
    { label: 'HLA typing test', value: yesNo(record.hla_typing_test) },
    { label: 'Infectious disease testing complete', value: yesNo(record.infectious_testing_complete) },
    { label: 'Estimated ready date', value: day(record.estimated_date_vials_ready_to_ship) },
    { label: 'Date vials ready to ship', value: day(record.date_vials_ready_to_ship) },
  ]
  return (
    <FactGroups>
      <Facts title="Donor and recipient" facts={patientFactsOf(trace)} />
      <Facts title="Lab record" facts={processing} />
    </FactGroups>
  )
}

/** The trace report of a patient. */
export function TraceReport({ trace }: { trace: PatientTrace }) {
  const { domain, logo } = portal()
  const { counts, count, results } = trace
  return (
    <article className={`${classes.sheet} ${paper.sheet}`} aria-labelledby="trace-title">
      <header className={classes.head}>
        <div className={paper.only}>
          <BrandMark name={domain.name} logo={logo} size={34} />
        </div>
        <div className={classes.whose}>
          <p className={paper.only}>Trace Report</p>
          <Title order={2} id="trace-title">
            <bdi>{patientName(trace.patient)}</bdi>
          </Title>
        </div>
        <PrintedLine />
      </header>
      <RecordFacts trace={trace} />
      <VialCountStats counts={{ ...trace.record, ...counts }} />
      <TraceEntries patientId={trace.patient.id} />
      <Section title="Vials" lead={count > 0 && `${count} on record in all states, newest first`}>
        {results.length > 0 ? (
          <TraceTable vials={results} patient={trace.patient} />
        ) : (
          <EmptyState
            title="Empty table. There's nothing to show"
            hint="No vials yet. The lab adds them in the record of the patient."
          />
        )}
      </Section>
    </article>
  )
}
