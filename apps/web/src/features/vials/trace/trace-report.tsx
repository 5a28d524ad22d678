import { Title } from '@mantine/core'
import type { PatientTrace } from '@vialdesk/contract/single-vials'
import { labFactsOf } from '#web/entities/patient/lab-facts.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import paper from '#web/features/vials/paper.module.css'
import { patientFactsOf } from '#web/features/vials/patient-facts.tsx'
import { portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PrintedLine } from './printed-line.tsx'
import { TraceEntries } from './trace-entries.tsx'
import classes from './trace-report.module.css'
import { TraceTable } from './trace-table.tsx'

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
      <FactGroups>
        <Facts title="Donor and recipient" facts={patientFactsOf(trace)} />
        <Facts title="Lab record" facts={labFactsOf(trace.record, ['dates', 'processing'])} />
      </FactGroups>
      <VialCountStats counts={{ ...trace.record, ...counts }} />
      <TraceEntries patientId={trace.patient.id} />
      <Section title="Vials" lead={count > 0 && `${count} on record in all states, newest first`}>
        {results.length > 0 ? (
          <TraceTable vials={results} patient={trace.patient} />
        ) : (
          <EmptyState hint="No vials yet. The lab adds them in the record of the patient." />
        )}
      </Section>
    </article>
  )
}
