/**
 * A checkpoint is an entry of the audit that names the last row of each chain. So the hash of one row covers all chains, and can be kept
 * outside the database. It waits for no writer: rows that are being written are not in it.
 */
import { type Db, SYSTEM_ACTOR } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { type AuditHead, CHAIN_ENDS, CHECKPOINT, type ChainEnd, checkpointOf } from '#api/db/verify-audit.ts'
import { audit } from './audit.ts'

const NEWEST = `
  select id as last_id, encode(hash, 'hex') as last_hash
  from audit_log
  where domain_id = $1
    and type = '${CHECKPOINT}'
  order by id desc
  limit 1`

/** With several chains, the entry is written when the transaction commits. */
async function addCheckpoint(db: Db): Promise<ChainEnd[]> {
  const ends = await db.rows<ChainEnd>(CHAIN_ENDS, [])
  if (ends.length > 1) audit(db.as(SYSTEM_ACTOR), { type: CHECKPOINT, after: checkpointOf(ends) })
  return ends
}

/** The row whose hash covers the audit now: the last row of a single chain, or a new checkpoint. Undefined for an empty audit. */
export async function takeHead(transact: RunInTransaction): Promise<AuditHead | undefined> {
  const [end, ...others] = await transact(addCheckpoint)
  if (others.length === 0) return end && { last_id: end.last_id, last_hash: end.last_hash }
  const [newest] = await transact((db) => db.rows<AuditHead>(NEWEST, [db.domainId]))
  return newest
}
