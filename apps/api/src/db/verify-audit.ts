/**
 * Verifies the chain of the audit log. Every row's hash covers the row before, so a changed row breaks the chain. The hashes are computed
 * here and not by the database, so a replaced function of the database cannot hide a change.
 */
import { createHash } from 'node:crypto'
import type { Db } from './db.ts'

/** A row that was the last of the chain. */
export interface AuditHead {
  last_id: number
  last_hash: string
}

/** The last row of the chain on a day, as it was kept outside the database. */
export interface KeptHead extends AuditHead {
  /** YYYY-MM-DD in UTC. */
  day: string
}

/** A kept head that the chain does not have, and why. */
export interface WrongHead {
  day: string
  reason: string
}

export interface AuditFinding {
  /** The number of rows of the audit log. */
  rows: number
  /** The hash of the last row, in hexadecimal. Compared with an older copy, it shows whether the whole chain was rewritten. */
  head: string
  /** The first wrong row, and why. Absent if all rows fit each other. */
  firstBroken?: { id: number; reason: string }
  /** All kept heads that the chain does not have. */
  wrongHeads: WrongHead[]
  /** Why the chain does not have the head without a day, which the operator gave. */
  wrongGivenHead?: string
}

/** Short statements: one of them can be ended at any time, and the memory does not grow with the log. */
const BATCH_ROWS = 1000

interface Row {
  /** Null: the batch is empty. */
  id: number | null
  hash: string
  text: string
  /** The last row that the database knows of. Read by the same statement, so that no row can be added in between. */
  known: number
  known_hash: string
}
type Found = Row & { id: number }

/**
 * The rows after `$2`. The text is the same as in `audit_hash` (070-audit.sql). The names of functions have their schema, because a function
 * of another schema could take their place.
 */
const batchSql = `
  select h.known, h.known_hash, a.id, a.hash, a.text
  from (
    select
      coalesce(pg_catalog.max(last_id), 0) as known,
      coalesce(pg_catalog.max(last_hash), '') as known_hash
    from public.audit_head()) h
  left join (
    select
      r.id,
      pg_catalog.encode(r.hash, 'hex') as hash,
      pg_catalog.jsonb_build_array(
        r.domain_id, r.id, extract(epoch from r.at)::text, r.type, r.actor_id, r.impersonator_id,
        r.subject_id, r.patient_id, r.before, r.after, r.ip, r.request_id
      )::text as text
    from public.audit_log r
    where r.domain_id = $1
      and r.id > $2
    order by r.id
    limit ${BATCH_ROWS}) a on true
  order by a.id`

const hashOf = (previous: string, text: string) => createHash('sha256').update(previous, 'hex').update(text, 'utf8').digest('hex')

/** Why a row is wrong, if it is. */
function faultOf(row: Found, last: number, head: string): string | undefined {
  if (row.id !== last + 1) return 'a row before it is missing'
  return row.hash === hashOf(head, row.text) ? undefined : 'the row was changed'
}

/** Rows at the end are missing if the database knows of a later row. */
const faultAtEnd = ({ rows, head }: AuditFinding, last: number, { known, known_hash }: Row) =>
  last !== known || (rows > 0 && head !== known_hash)
    ? { id: known, reason: 'the last row is missing or was changed' }
    : undefined

/** The kept heads that were not seen yet, by the number of their row. */
type ComparedHead = AuditHead & { day?: string }
type Expected = Map<number, ComparedHead[]>

const expectedOf = (kept: readonly ComparedHead[]): Expected => Map.groupBy(kept, ({ last_id }) => last_id)

function addWrong(found: AuditFinding, { day }: ComparedHead, reason: string): void {
  if (day === undefined) found.wrongGivenHead = reason
  else found.wrongHeads.push({ day, reason })
}

/** Compares a row with the row before it and with the kept heads. */
function addRow(found: AuditFinding, expected: Expected, last: number, row: Found): void {
  const reason = found.firstBroken ? undefined : faultOf(row, last, found.head)
  if (reason) found.firstBroken = { id: row.id, reason }
  for (const head of expected.get(row.id) ?? [])
    if (head.last_hash !== row.hash) addWrong(found, head, `row ${row.id} was another one`)
  expected.delete(row.id)
  found.rows += 1
  found.head = row.hash
}

/** After the last batch. */
function addEnd(found: AuditFinding, expected: Expected, last: number, end: Row | undefined): void {
  const fault = end && faultAtEnd(found, last, end)
  if (fault) found.firstBroken ??= fault
  for (const head of [...expected.values()].flat()) addWrong(found, head, `row ${head.last_id} is missing`)
}

/**
 * Verifies the audit log of the transaction's domain, and compares it with the heads that were kept elsewhere. `kept` must be read before
 * the transaction begins. It only reads, so it blocks nobody. A million rows take about half a minute. It goes on after a fault:
 * after a restore of an older backup some heads differ for ever, and must not hide a later change.
 */
export async function verifyAudit(db: Db, kept: readonly ComparedHead[]): Promise<AuditFinding> {
  const expected = expectedOf(kept)
  const found: AuditFinding = { rows: 0, head: '', wrongHeads: [] }
  for (let last = 0; ; ) {
    const batch = await db.rows<Row>(batchSql, [db.domainId, last])
    for (const row of batch.filter((each): each is Found => each.id !== null)) {
      addRow(found, expected, last, row)
      last = row.id
    }
    if (batch.length === BATCH_ROWS) continue
    addEnd(found, expected, last, batch[0])
    return found
  }
}
