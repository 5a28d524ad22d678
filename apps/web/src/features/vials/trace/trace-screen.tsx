import { Skeleton, Stack } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { PatientTrace } from '@vialdesk/contract/single-vials'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PrintActions } from '#web/ui/layout/print-actions.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { TraceReport } from './trace-report.tsx'

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
