import { Anchor, Button, Stack } from '@mantine/core'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TimelineEvent } from '@vialdesk/contract/people/patients'
import { useState } from 'react'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { Timeline } from '#web/ui/text/timeline.tsx'
import classes from './patient-timeline.module.css'

const PAGE_SIZE = 10

/** Joins the loaded pages into one list. */
function useEvents(id: number, pages: number) {
  return useQueries({
    queries: Array.from({ length: pages }, (_, page) => ({
      ...apiQuery('GET /api/v1/users/patient/{id}/timeline/', {
        params: { id },
        query: { offset: page * PAGE_SIZE, limit: PAGE_SIZE },
      }),
      placeholderData: keepPreviousData,
    })),
    combine: (results) => {
      const count = results[0]?.data?.count
      return {
        data: count === undefined ? undefined : { count, events: results.flatMap(({ data }) => data?.results ?? []) },
        error: results.find(({ error }) => error)?.error ?? null,
        isFetching: results.some(({ isFetching }) => isFetching),
        refetch: () => Promise.all(results.map((result) => result.refetch())),
      }
    },
  })
}

/** Formats days; other values are words already. */
const valueText = (value: string) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value)

function Changes({ changes }: Pick<TimelineEvent, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <ul className={classes.changes}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {field}:{' '}
          {from !== null && to !== null && (
            <>
              <LongText>{valueText(from)}</LongText> →{' '}
            </>
          )}
          {to === null ? (
            'removed'
          ) : (
            <strong>
              <LongText>{valueText(to)}</LongText>
            </strong>
          )}
          {to === null && from !== null && (
            <>
              {' '}
              (was <LongText>{valueText(from)}</LongText>)
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const stepOf = ({ id, title, at, by, changes }: TimelineEvent) => ({
  key: String(id),
  title,
  state: 'done' as const,
  detail: (
    <>
      <DateText value={at} withTime /> · {by}
      <Changes changes={changes} />
    </>
  ),
})

/** For admins: everybody who saw the patient, also in lists and exports. */
function ReadersLink({ id }: { id: number }) {
  const mayRead = useMayCall('GET /api/v1/audit/')
  if (!mayRead) return null
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/audit" search={{ seen_patient_id: id }} />}>
      Who saw this patient
    </Anchor>
  )
}

/** The timeline of a patient, newest first. */
export function PatientTimeline({ id }: { id: number }) {
  return (
    <Stack gap="md" align="flex-start">
      <ReadersLink id={id} />
      <Events id={id} />
    </Stack>
  )
}

function Events({ id }: { id: number }) {
  const [pages, setPages] = useState(1)
  const query = useEvents(id, pages)
  return (
    <Loaded query={query}>
      {({ count, events }) =>
        count === 0 ? (
          <EmptyState title="No activity yet" hint="When the lab enters a date or vials, it appears here." />
        ) : (
          <Stack gap="md" align="flex-start">
            <Timeline steps={events.map(stepOf)} label="Timeline, newest first" />
            {events.length < count && (
              <Button variant="default" loading={query.isFetching} onClick={() => setPages(pages + 1)}>
                Show earlier
              </Button>
            )}
          </Stack>
        )
      }
    </Loaded>
  )
}
