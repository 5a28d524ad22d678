/** Follows the chain of the record: every row's hash covers the one before, so a changed row breaks it from there on. */
import type { Db } from './db.ts'

export interface AuditFinding {
  /** Rows of the record. */
  rows: number
  /** The hash of the last row, in hexadecimal: kept elsewhere, it shows whether the whole chain was written anew. */
  head: string
  /** The first row that does not fit, and why; absent when all do. */
  broken?: { id: number; why: string }
}

const firstBroken = `
  select (line).id::int8 as id, (line).id <> n as misnumbered from (
    select a as line, row_number() over (order by a.id) as n, lag(a.hash, 1, ''::bytea) over (order by a.id) as previous
    from audit_log a where a.domain_id = $1) chain
  where (line).id <> n or (line).hash is distinct from audit_hash(previous, line)
  order by (line).id limit 1`

const ending = `
  select count(a.id) as rows, coalesce(max(a.id), 0) as last, coalesce(h.last_id, 0) as known,
    encode(coalesce((array_agg(a.hash order by a.id desc))[1], ''::bytea), 'hex') as head,
    coalesce((array_agg(a.hash order by a.id desc))[1], ''::bytea) is not distinct from coalesce(h.last_hash, ''::bytea) as fits
  from (select 1) one left join audit_heads h on h.domain_id = $1 left join audit_log a on a.domain_id = $1
  group by h.last_id, h.last_hash`

/** Checks the record of the transaction's domain; the transaction must be the owner's. Takes seconds per million rows. */
export async function verifyAudit(db: Db): Promise<AuditFinding> {
  const [end] = await db.rows<{ rows: number; last: number; known: number; fits: boolean; head: string }>(ending, [db.domainId])
  const [broken] = await db.rows<{ id: number; misnumbered: boolean }>(firstBroken, [db.domainId])
  const found = { rows: end?.rows ?? 0, head: end?.head ?? '' }
  if (broken)
    return {
      ...found,
      broken: { id: broken.id, why: broken.misnumbered ? 'a row before it is missing' : 'it is not what was written' },
    }
  if (end && (end.last !== end.known || !end.fits))
    return { ...found, broken: { id: end.known, why: 'the end of the record is not the one that was written' } }
  return found
}
