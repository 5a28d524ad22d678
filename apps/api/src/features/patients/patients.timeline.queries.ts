/** The timeline of a patient: the lines of the record that are about it, in words for whoever reads. */
import { type EventType, events, timelineEvents } from '@vialdesk/contract/events'
import type { TimelineEvent } from '@vialdesk/contract/patients'
import type { Paging } from '@vialdesk/contract/primitives'
import { roleOf } from '@vialdesk/contract/roles'
import { type Columns, selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { fail } from '#api/platform/fail.ts'
import type { Who } from './patients.finding.queries.ts'
import { doneBy, type TimelineGroup, timelineGroups } from './patients.policy.ts'
import { asPurchase, changesInWords, timelineFields } from './timeline-words.ts'

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

const lines = `from audit_log a where a.domain_id = $1 and a.patient_id = $2 and a.type not in ('patient.seen', 'patients.listed') and a.type = any($3)`
const nameOf = (alias: string) => `coalesce(nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), ${alias}.company)`
/** $6: the fields that a timeline shows. */
const shownFields = (column: string) => `(select jsonb_object_agg(key, value) from jsonb_each(${column}) where key = any($6))`
const COUNT = `select count(*) as count ${lines}`

const columns: Columns<Line, TimelineGroup> = {
  id: ['base', 'a.id'],
  at: ['base', 'a.at'],
  type: ['base', 'a.type'],
  before: ['base', shownFields('a.before')],
  after: ['base', shownFields('a.after')],
  subscription: ['base', 'coalesce(b.subscription, u.subscription)'],
  product: ['base', 'p.name'],
  actor: ['names', nameOf('u'), `case when a.actor_id is not null then '' end`],
  behind: ['names', nameOf('b'), 'null'],
}
const pageFor = (groups: readonly TimelineGroup[]) => `
  select ${selectList(columns, groups)}
  from (select * ${lines} order by a.id desc limit $4 offset $5) a
  left join users u on u.domain_id = $1 and u.id = a.actor_id
  left join users b on b.domain_id = $1 and b.id = a.behind_id
  left join products p on p.domain_id = $1 and p.id::text = a.after ->> 'product_id'
  order by a.id desc`

/** Newest first. The caller has made sure that the reader may see the patient. */
export async function findTimeline(db: Db, reader: Who, patient: number, { limit, offset }: Paging) {
  const about = [db.domainId, patient, timelineEvents]
  const [total] = await db.rows<{ count: number }>(COUNT, about)
  const groups = (reader.role && timelineGroups[reader.role]) ?? fail('not_found')
  const rows = await db.rows<Line>(pageFor(groups), [...about, limit, offset, timelineFields])
  return { count: total?.count ?? 0, results: rows.map((line) => inWords(reader, line)) }
}

function inWords(reader: Who, { id, at, type, before, after, product, subscription, actor, behind }: Line): TimelineEvent {
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
