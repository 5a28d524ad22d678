import { Skeleton, Stack, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { PatientTrace } from '@vialdesk/contract/single-vials'
import { useState } from 'react'
import { labFactsOf } from '#web/entities/patient/lab-facts.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import paper from '#web/features/vials/paper.module.css'
import { patientFactsOf } from '#web/features/vials/patient-facts.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PrintActions } from '#web/ui/layout/print-actions.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PrintedLine } from './printed-line.tsx'
import classes from './trace-report.module.css'
import { TraceEntries, TraceTable } from './trace-tables.tsx'

/** The trace report of a patient. */
function TraceReport({ trace }: { trace: PatientTrace }) {
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

const PAGE_SIZE = 100

const skeleton = (
  <Stack gap="lg">
    <Skeleton h={60} />
    <Skeleton h={140} />
    <Skeleton h={320} />
  </Stack>
)

/** Loads all pages of the report, because it is printed as a whole. */
function useTrace(id: number) {
  const [pages, setPages] = useState(1)
  const query = useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      apiQuery('GET /api/v1/vials/trace/{id}/', { params: { id }, query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE } }),
    ),
    combine: (answers) => {
      const pages = answers.flatMap(({ data }) => data ?? [])
      const [first] = pages
      const isComplete = first && pages.length >= Math.ceil(first.count / PAGE_SIZE)
      return {
        wanted: first ? Math.max(1, Math.ceil(first.count / PAGE_SIZE)) : 1,
        data: isComplete ? ({ ...first, results: pages.flatMap(({ results }) => results) } satisfies PatientTrace) : undefined,
        error: answers.find(({ error }) => error)?.error ?? null,
        refetch: () => Promise.all(answers.filter(({ error }) => error).map((answer) => answer.refetch())),
      }
    },
  })
  if (query.wanted !== pages) setPages(query.wanted)
  return query
}

/** The trace from a patient to every vial, for screen and paper. */
export function TraceScreen({ id }: { id: number }) {
  const query = useTrace(id)
  usePageTitle(query.data && `Trace Report ${id}`)
  return (
    <Screen title="Trace Report" actions={<PrintActions backPath="/vials" ready={Boolean(query.data)} />}>
      <Loaded query={query} skeleton={skeleton}>
        {(trace) => <TraceReport trace={trace} />}
      </Loaded>
    </Screen>
  )
}
