import type { Answer } from '#web/lib/api/api.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { Timeline } from '#web/ui/text/timeline.tsx'

type DocumentEvent = Answer<'GET /api/v1/documents/{id}/history/'>['events'][number]

const stepOf = ({ at, title, by, ip, detail }: DocumentEvent, index: number) => ({
  key: String(index),
  title,
  state: 'done' as const,
  detail: (
    <>
      <DateText value={at} withTime />
      {by && (
        <>
          {' · by '}
          <bdi>{by}</bdi>
        </>
      )}
      {ip && <> · IP {ip}</>}
      {detail && (
        <div>
          <LongText>{detail}</LongText>
        </div>
      )}
    </>
  ),
})

/** The events of a document, newest first. */
export function DocumentHistory({ events }: { events: DocumentEvent[] }) {
  if (events.length === 0) return <EmptyState title="No history yet" hint="Each step of the signers appears here." />
  return <Timeline steps={events.toReversed().map(stepOf)} label="History, newest first" />
}
