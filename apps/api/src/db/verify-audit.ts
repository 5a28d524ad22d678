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

const firstBroken = `
  select (line).id::int8 as id, (line).id <> n as misnumbered
  from (
    select
      a as line,
      row_number() over (order by a.id) as n,
      lag(a.hash, 1, ''::bytea) over (order by a.id) as previous
    from audit_log a
    where a.domain_id = $1
  ) chain
  where (line).id <> n
    or (line).hash is distinct from audit_hash(previous, line)
  order by (line).id
  limit 1`

const lastRow = `
  select
    count(a.id) as rows,
    coalesce(max(a.id), 0) as last,
    coalesce(h.last_id, 0) as known,
    encode(coalesce((array_agg(a.hash order by a.id desc))[1], ''::bytea), 'hex') as head,
    coalesce((array_agg(a.hash order by a.id desc))[1], ''::bytea)
      is not distinct from coalesce(h.last_hash, ''::bytea) as fits
  from (select 1) one
  left join audit_heads h on h.domain_id = $1
  left join audit_log a on a.domain_id = $1
  group by h.last_id, h.last_hash`

/** Verifies the audit log of the transaction's domain, as the owner. Takes seconds per million rows. */
export async function verifyAudit(db: Db): Promise<AuditFinding> {
  const [end] = await db.rows<{ rows: number; last: number; known: number; fits: boolean; head: string }>(lastRow, [db.domainId])
  const [broken] = await db.rows<{ id: number; misnumbered: boolean }>(firstBroken, [db.domainId])
  const found = { rows: end?.rows ?? 0, head: end?.head ?? '' }
  if (broken)
    return {
      ...found,
      firstBroken: { id: broken.id, reason: broken.misnumbered ? 'a row before it is missing' : 'the row was changed' },
    }
  if (end && (end.last !== end.known || !end.fits))
    return { ...found, firstBroken: { id: end.known, reason: 'the last row is missing or was changed' } }
  return found
}
