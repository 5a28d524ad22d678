/** The timeline of a patient: its audit entries, worded for the reader. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import { type AuditEventType, auditEventTitles } from '@vialdesk/contract/business/audit-events'
import type { TimelineEvent } from '@vialdesk/contract/people/patients'
import { type Columns, selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { describeActorRow, type TimelineGroup, timelineGroups, timelineTypesFor } from './patients.policy.ts'
import { describeChanges, purchaseFields, timelineFields } from './timeline-changes.pure.ts'

interface TimelineRow {
  id: number
  at: string
  type: AuditEventType
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The first membership of the impersonator, otherwise of the actor. A signer who used a mailed link counts as the actor. */
  subscription: number | null
  actor: string | null
  impersonator: string | null
  /** The name of the product that was bought. */
  product: string | null
}

/** The partial index `audit_log_by_timeline` excludes the same two types. */
const eventsOf = (patient: number, types: readonly AuditEventType[]) =>
  rowsOf(
    'a.id',
    (bind) => `audit_log a
    where a.domain_id = $1
      and a.patient_id = ${bind(patient)}
      and a.type not in ('patient.seen', 'patients.listed')
      and a.type = any(${bind(types)})`,
  )

/** The keys are constants, so they can be part of the SQL text. */
const shownFields = (column: string) => `(
    select jsonb_object_agg(key, value)
    from jsonb_each(${column})
    where key in (${timelineFields.map((field) => `'${field}'`).join(', ')}))`

const timelineColumns: Columns<TimelineRow, TimelineGroup> = {
  id: ['base', 'a.id'],
  at: ['base', 'a.at'],
  type: ['base', 'a.type'],
  before: ['base', shownFields('a.before')],
  after: ['base', shownFields('a.after')],
  subscription: ['base', 'coalesce(b.subscription, u.subscription, s.subscription)'],
  product: ['base', 'p.name'],
  actor: [
    'names',
    `coalesce(${displayNameOf('u')}, ${displayNameOf('s')})`,
    `case when coalesce(a.actor_id, s.id) is not null then '' end`,
  ],
  impersonator: ['names', displayNameOf('b'), 'null'],
}

const selectRows = (groups: readonly TimelineGroup[]) => `
    select ${selectList(timelineColumns, groups)}
    from audit_log a
    left join users u on u.domain_id = $1 and u.id = a.actor_id
    left join users b on b.domain_id = $1 and b.id = a.impersonator_id
    left join users s on s.domain_id = $1 and a.actor_id is null and s.id = (a.after ->> 'signer_id')::bigint
    left join products p on p.domain_id = $1 and p.id::text = a.after ->> 'product_id'
    where a.domain_id = $1
      and a.id = any(page.ids)`

/** The newest first. The caller must check that the viewer may see the patient. */
export async function findTimeline(db: Db, viewer: Viewer, patient: number, paging: Paging) {
  const groups = (viewer.role && timelineGroups[viewer.role]) ?? fail('not_found')
  const matches = eventsOf(patient, timelineTypesFor(viewer.role))
  const { count, results } = await readList<TimelineRow>(db, { matches }, paging, selectRows(groups))
  return { count, results: results.map((row) => toTimelineEvent(viewer, row)) }
}

function toTimelineEvent(
  reader: Viewer,
  { id, at, type, before, after, product, subscription, actor, impersonator }: TimelineRow,
): TimelineEvent {
  return {
    id,
    at,
    type,
    title: auditEventTitles[type],
    by: describeActorRow(reader.role, { subscription, actor, impersonator }),
    changes: describeChanges(before, type === 'transaction.recorded' ? purchaseFields(after, product) : after),
  }
}
