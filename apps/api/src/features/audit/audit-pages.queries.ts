/** Pages of the audit log, newest first. The indexes of the filters are in 070-audit.sql. */

import type { CursorPaging } from '@vialdesk/contract/base/primitives'
import type { AuditFilter, AuditQuery, AuditRow } from '@vialdesk/contract/business/audit'
import { type AuditEventType, auditEventTitles, userEventTypes } from '@vialdesk/contract/business/audit-events'
import { type CursorPage, cursorPageOfRows, idsOfCursorPage } from '#api/db/cursor-pages.ts'
import type { Db } from '#api/db/db.ts'
import { type Bind, bindValues } from '#api/db/paging.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import { BATCH_ROWS, readBatches } from '#api/platform/http/files/export-file.ts'

/** Not the column alone, so that the planner reads the rows by their numbers and not by the index of the times, which it would sort. */
const TIME = `(a.at + interval '0')`

/**
 * Rows are numbered in the order of their times, except where the clock of the server was set back. So the days first narrow the numbers, a
 * day wider on both sides, and then the times decide.
 */
function withinDays({ date_after, date_before }: AuditFilter, timeZone: string, bind: Bind): string[] {
  const zone = bind(timeZone)
  const conditions: string[] = []
  // The default is inside the sub-query: row-level security keeps an outer `coalesce` out of the index condition.
  const neighbour = (time: string, order: string, otherwise: number) =>
    `(select coalesce((select id from audit_log where domain_id = $1 and at ${time} order by at ${order} limit 1), ${otherwise}))`
  if (date_after) {
    const from = `(${bind(date_after)}::date::timestamp at time zone ${zone}::text)`
    conditions.push(`${TIME} >= ${from}`, `a.id > ${neighbour(`< ${from} - interval '1 day'`, 'desc', 0)}`)
  }
  if (date_before) {
    const end = `((${bind(date_before)}::date + 1)::timestamp at time zone ${zone}::text)`
    const last = neighbour(`>= ${end} + interval '1 day'`, 'asc', Number.MAX_SAFE_INTEGER)
    conditions.push(`${TIME} < ${end}`, `a.id < ${last}`)
  }
  return conditions
}

/** An admin in the account of another user is found too. */
function byActor(id: number | undefined, bind: Bind): string[] {
  if (id === undefined) return ['true']
  const actor = bind(id)
  return [`a.actor_id = ${actor}`, `a.impersonator_id = ${actor}`]
}

function aboutUser(id: number | undefined, bind: Bind): string[] {
  if (id === undefined) return ['true']
  const user = bind(id)
  const asSubject = `a.subject_id = ${user} and a.subject_id is distinct from a.patient_id and a.type = any(${bind(userEventTypes)})`
  return [`a.patient_id = ${user}`, asSubject]
}

/** Rows that name the patient, and lists and exports whose `patient_ids` have the patient (190-who-saw.sql). */
function whoSaw(id: number | undefined, bind: Bind): string[] {
  if (id === undefined) return ['true']
  return [...aboutUser(id, bind), `a.id = any(array(select find_audit_of_listed(${bind(id)})))`]
}

/** A filter that looks into several columns has a branch for each. */
function branchesOf(filter: AuditFilter, timeZone: string, bind: Bind): string[][] {
  const conditions = [
    ...(filter.type ? [`a.type = ${bind(filter.type)}`] : []),
    ...(filter.date_after || filter.date_before ? withinDays(filter, timeZone, bind) : []),
  ]
  const about = aboutUser(filter.about_id, bind)
  const saw = whoSaw(filter.seen_patient_id, bind)
  return byActor(filter.actor_id, bind).flatMap((actor) =>
    about.flatMap((user) => saw.map((seen) => [actor, user, seen, ...conditions])),
  )
}

const nameOf = (alias: string) => `coalesce(nullif(${displayNameOf(alias)}, ''), ${alias}.email, '')`
const namedOf = (id: string, alias: string) =>
  `case when ${id} is not null then json_build_object('id', ${id}, 'name', ${nameOf(alias)}) end`
const joinUser = (alias: string, column: string) =>
  `left join users ${alias} on ${alias}.domain_id = $1 and ${alias}.id = a.${column}`

/** Characters. One row may list thousands of patients. */
const SHOWN_IDS = 300
const CUT_AFTER = `
  case
    when length(a.after ->> 'patient_ids') > ${SHOWN_IDS}
    then a.after || jsonb_build_object('patient_ids', left(a.after ->> 'patient_ids', ${SHOWN_IDS}) || '…')
    else a.after
  end`

type StoredRow = Omit<AuditRow, 'title'> & { hash: string }

/** The rows of a page, newest first. One row more than the limit shows that there is another page. */
function readRows(db: Db, filter: AuditFilter, cursor: CursorPaging, timeZone: string, after = CUT_AFTER): Promise<StoredRow[]> {
  const { parameters, bind } = bindValues([db.domainId])
  const ids = idsOfCursorPage('audit_log a', branchesOf(filter, timeZone, bind), cursor, bind)
  const aboutUsers = `a.type = any(${bind(userEventTypes)})`
  const text = `
    with page as materialized (${ids})
    select
      a.id, a.at, a.type, a.before, ${after} as after, a.ip as address, a.request_id, encode(a.hash, 'hex') as hash,
      ${namedOf('a.actor_id', 'u')} as actor,
      ${namedOf('a.impersonator_id', 'i')} as impersonator,
      case when ${aboutUsers} then ${namedOf('a.subject_id', 's')} end as subject,
      case when not ${aboutUsers} then a.subject_id end as record_id,
      ${namedOf('a.patient_id', 'p')} as patient
    from page
    join audit_log a on a.domain_id = $1 and a.id = page.id
    ${joinUser('u', 'actor_id')}
    ${joinUser('i', 'impersonator_id')}
    ${joinUser('s', 'subject_id')}
    ${joinUser('p', 'patient_id')}
    order by a.id desc`
  return db.rows<StoredRow>(text, parameters)
}

/** An event that a newer version of the portal wrote has its type as title. */
const titleOf = (type: string) => auditEventTitles[type as AuditEventType] ?? type

export async function findAuditPage(
  db: Db,
  { limit, before, after, ...filter }: AuditQuery,
  timeZone: string,
): Promise<CursorPage<AuditRow>> {
  const cursor = { limit, before, after }
  const rows = await readRows(db, filter, cursor, timeZone)
  return cursorPageOfRows(
    rows.map(({ hash: _, ...row }) => ({ ...row, title: titleOf(row.type) })),
    cursor,
  )
}

/** Rows of an export, newest first, in batches. */
export async function* readAuditBatches(db: Db, filter: AuditFilter, timeZone: string) {
  // One row more than the limit is read.
  const batches = readBatches<StoredRow>((last) =>
    readRows(db, filter, { limit: BATCH_ROWS - 1, before: last?.id }, timeZone, 'a.after'),
  )
  for await (const rows of batches) yield rows.map((row) => ({ ...row, title: titleOf(row.type) }))
}
