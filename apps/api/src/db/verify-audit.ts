/** Verifies the chain of the audit log. Every row's hash covers the row before, so a changed row breaks the chain. */
import type { Db } from './db.ts'

export interface AuditFinding {
  /** The number of rows of the audit log. */
  rows: number
  /** The hash of the last row, in hexadecimal. Compared with an older copy, it shows whether the whole chain was rewritten. */
  head: string
  /** The first wrong row, and why. Absent if all rows are right. */
  firstBroken?: { id: number; reason: string }
}

/** Short statements: one of them can be ended at any time, and the memory does not grow with the log. */
const BATCH_ROWS = 20_000

interface Batch {
  rows: number
  last: number | null
  hash: string | null
  broken: number | null
  misnumbered: number | null
  /** The last row that the database knows of. Read by the same statement, so that no row can be added in between. */
  known: number
  known_hash: string
}

/** The rows after `$2`, whose hash is `$3`. */
const batchSql = `
  select
    count(*) as rows,
    max(id) as last,
    (array_agg(encode(hash, 'hex') order by id desc))[1] as hash,
    min(id) filter (where misnumbered or changed) as broken,
    min(id) filter (where misnumbered) as misnumbered,
    coalesce((select h.last_id from audit_head() h), 0) as known,
    coalesce((select h.last_hash from audit_head() h), '') as known_hash
  from (
    select
      (line).id,
      (line).hash,
      (line).id <> $2::bigint + row_number() over by_id as misnumbered,
      (line).hash is distinct from audit_hash(lag((line).hash, 1, decode($3::text, 'hex')) over by_id, line) as changed
    from (
      select a as line
      from audit_log a
      where a.domain_id = $1
        and a.id > $2
      order by a.id
      limit ${BATCH_ROWS}) batch
    window by_id as (order by (line).id)
  ) verified`

/**
 * Verifies the audit log of the transaction's domain. It only reads, so it blocks nobody. It takes seconds per million rows.
 */
export async function verifyAudit(db: Db): Promise<AuditFinding> {
  const found: AuditFinding = { rows: 0, head: '' }
  for (let last = 0; ; ) {
    const [batch] = await db.rows<Batch>(batchSql, [db.domainId, last, found.head])
    if (!batch) return found
    found.rows += batch.rows
    found.head = batch.hash ?? found.head
    last = batch.last ?? last
    if (batch.broken !== null) found.firstBroken ??= brokenRow(batch.broken, batch.broken === batch.misnumbered)
    if (batch.rows === BATCH_ROWS) continue
    const ends = last === batch.known && found.head === batch.known_hash
    if (!ends) found.firstBroken ??= { id: batch.known, reason: 'the last row is missing or was changed' }
    return found
  }
}

const brokenRow = (id: number, misnumbered: boolean) => ({
  id,
  reason: misnumbered ? 'a row before it is missing' : 'the row was changed',
})
