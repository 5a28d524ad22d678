/** The timeline of a patient: the lines of the record that are about it, in words for whoever reads. */
import { type EventType, events, timelineEvents } from '@vialdesk/contract/events'
import type { TimelineEvent } from '@vialdesk/contract/patients'
import type { Paging } from '@vialdesk/contract/primitives'
import { roleOf } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { pageOfMatches, readPage } from '#api/db/paging.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import type { Viewer } from '#api/platform/actor.ts'
import { doneBy } from './patients.policy.ts'
import { asPurchase, changesInWords } from './timeline-words.ts'

interface Line {
  id: number
  at: string
  type: EventType
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Of the one who really acted. */
  subscription: number | null
  actor: string | null
  behind: string | null
  /** What was bought. */
  product: string | null
}

/** Two conditions are in these words in the index timeline_of_patient. */
const OF_PATIENT = `
    select a.id
    from audit_log a
    where a.domain_id = $1
      and a.patient_id = $2
      and a.type not in ('patient.seen', 'patients.listed')
      and a.type = any($3)`
const ROWS = `
    select a.id, a.at, a.type, a.before, a.after, coalesce(b.subscription, u.subscription) as subscription,
      ${displayNameOf('u')} as actor, ${displayNameOf('b')} as behind, p.name as product
    from audit_log a
    left join users u on u.domain_id = $1 and u.id = a.actor_id
    left join users b on b.domain_id = $1 and b.id = a.impersonator_id
    left join products p on p.domain_id = $1 and p.id::text = a.after ->> 'product_id'
    where a.domain_id = $1
      and a.id = any(page.ids)`

/** The newest first. The caller has made sure that the reader may see the patient. */
export async function findTimeline(db: Db, reader: Viewer, patient: number, paging: Paging) {
  const page = pageOfMatches({ sql: OF_PATIENT, parameters: [db.domainId, patient, timelineEvents] }, paging)
  const { count, results } = await readPage<Line>(db, page, ROWS)
  return { count, results: results.map((line) => inWords(reader, line)) }
}

function inWords(reader: Viewer, { id, at, type, before, after, product, subscription, actor, behind }: Line): TimelineEvent {
  const role = subscription === null ? undefined : roleOf(subscription)
  return {
    id,
    at,
    type,
    title: events[type],
    by: doneBy(reader.role, { role, actor, behind }),
    changes: changesInWords(before, type === 'transaction.recorded' ? asPurchase(after, product) : after),
  }
}
