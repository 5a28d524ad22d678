/**
 * Verifies the chains of the audit log. Every row's hash covers the row before, so a changed row breaks its chain. A checkpoint names the
 * last rows of all chains. The hashes are computed here and not by the database, so a replaced function of the database cannot hide a change.
 */
import { createHash } from 'node:crypto'
import type { Db } from './db.ts'

/** A row whose hash covers the audit: the last row of a single chain, or a checkpoint. */
export interface AuditHead {
  last_id: number
  last_hash: string
}

/** The head of a day, as it was kept outside the database. */
export interface KeptHead extends AuditHead {
  /** YYYY-MM-DD in UTC. */
  day: string
}

/** A kept head that the chains do not have, and why. */
export interface WrongHead {
  day: string
  reason: string
}

export interface AuditFinding {
  /** The number of rows of the audit log. */
  rows: number
  /** The newest head. Compared with an older copy, it shows whether the audit was rewritten. Absent in an empty log. */
  head?: AuditHead
  /** The first wrong row, and why. Absent if all rows fit each other. */
  firstBroken?: { id: number; reason: string }
  /** All kept heads that the chains do not have. */
  wrongHeads: WrongHead[]
  /** Why the chains do not have the head without a day, which the operator gave. */
  wrongGivenHead?: string
}

/** The last row of a chain. */
export interface ChainEnd {
  chain: number
  last_number: number
  last_id: number
  last_hash: string
}

export const CHAIN_ENDS = 'select chain, last_number, last_id, last_hash from public.audit_chains()'

export const CHECKPOINT = 'audit.checkpoint'

/** The values of a checkpoint: places of rows as `chain/number`, and one hash of the hashes of these rows. */
interface CheckpointValues {
  rows: string
  hash: string
}

const hashOfHashes = (hashes: string[]) => createHash('sha256').update(hashes.join(''), 'hex').digest('hex')

export const checkpointOf = (ends: ChainEnd[]): CheckpointValues => ({
  rows: ends.map(({ chain, last_number }) => `${chain}/${last_number}`).join(','),
  hash: hashOfHashes(ends.map(({ last_hash }) => last_hash)),
})

/** Short statements: one of them can be ended at any time, and the memory does not grow with the log. */
const BATCH_ROWS = 1000

interface Row {
  /** Null: the batch is empty. */
  id: number | null
  number: number
  hash: string
  text: string
  is_checkpoint: boolean
  /** The last row that the database knows of. Read by the same statement, so that no row can be added in between. */
  known_number: number
  known_id: number
  known_hash: string
}
type Found = Row & { id: number }

/** The names of functions have their schema, because a function of another schema could take their place. */
const chainsSql = `
  with recursive chains as (
    select pg_catalog.min(r.chain) as chain
    from public.audit_log r
    where r.domain_id = $1
    union all
    select (select pg_catalog.min(r.chain) from public.audit_log r where r.domain_id = $1 and r.chain > c.chain)
    from chains c
    where c.chain is not null)
  select chain from chains where chain is not null
  union
  select chain from public.audit_chains() where last_number > 0
  order by chain`

/** The rows of a chain after `$3`. The text is the same as in `audit_hash` (070-audit.sql), where `AFTER` is the place of the values. */
const batchSql = `
  select h.known_number, h.known_id, h.known_hash, a.id, a.number, a.hash, a.text, a.is_checkpoint
  from (
    select
      coalesce(pg_catalog.max(last_number), 0) as known_number,
      coalesce(pg_catalog.max(last_id), 0) as known_id,
      coalesce(pg_catalog.max(last_hash), '') as known_hash
    from public.audit_chains()
    where chain = $2) h
  left join (
    select
      r.id, r.number, r.type = '${CHECKPOINT}' as is_checkpoint,
      pg_catalog.encode(r.hash, 'hex') as hash,
      pg_catalog.jsonb_build_array(
        r.domain_id, r.id, extract(epoch from r.at)::text, r.type, r.actor_id, r.impersonator_id,
        r.subject_id, r.patient_id, r.before, r.after, r.ip, r.request_id, r.chain, r.number
      )::text as text
    from public.audit_log r
    where r.domain_id = $1
      and r.chain = $2
      and r.number > $3
    order by r.number
    limit ${BATCH_ROWS}) a on true
  order by a.number`
const AFTER = 9

const hashOf = (previous: string, text: string) => createHash('sha256').update(previous, 'hex').update(text, 'utf8').digest('hex')

/** The heads that were not seen yet, by the id of their row. */
type ComparedHead = AuditHead & { day?: string }
type Expected = Map<number, ComparedHead[]>

interface Verification {
  db: Db
  found: AuditFinding
  expected: Expected
  checkpoints: (CheckpointValues & { id: number })[]
}

function addBroken(found: AuditFinding, id: number, reason: string): void {
  if (!found.firstBroken || id < found.firstBroken.id) found.firstBroken = { id, reason }
}

function addWrong(found: AuditFinding, { day }: ComparedHead, reason: string): void {
  if (day === undefined) found.wrongGivenHead = reason
  else found.wrongHeads.push({ day, reason })
}

/** The state of a chain after some of its rows. After its first wrong row, only the heads are compared. */
interface ChainState {
  number: number
  id: number
  hash: string
  broken: boolean
}

/** Why a row is wrong, if it is. */
function faultOf(row: Found, { number, hash }: ChainState): string | undefined {
  if (row.number !== number + 1) return 'a row before it is missing'
  return row.hash === hashOf(hash, row.text) ? undefined : 'the row was changed'
}

/** Compares a row with the row before it in its chain and with the kept heads. Returns the state of the chain after the row. */
function addRow({ found, expected, checkpoints }: Verification, chain: ChainState, row: Found): ChainState {
  const { id, number, hash } = row
  const reason = chain.broken ? undefined : faultOf(row, chain)
  if (reason) addBroken(found, id, reason)
  for (const head of expected.get(id) ?? []) if (head.last_hash !== hash) addWrong(found, head, `row ${id} was another one`)
  expected.delete(id)
  found.rows += 1
  if (row.is_checkpoint) {
    const { rows = '', hash: covered = '' } = JSON.parse(row.text)[AFTER] ?? {}
    checkpoints.push({ id, rows: String(rows), hash: String(covered) })
    if (id > (found.head?.last_id ?? 0)) found.head = { last_id: id, last_hash: hash }
  }
  return { number, id, hash, broken: chain.broken || reason !== undefined }
}

/** Rows at the end are missing if the database knows of a later row. */
function addEnd(found: AuditFinding, { number, id, hash, broken }: ChainState, end: Row | undefined): void {
  if (broken || !end || (number === end.known_number && hash === end.known_hash)) return
  addBroken(found, end.known_id || id, 'the last row is missing or was changed')
}

async function verifyChain(verification: Verification, chain: number): Promise<ChainState> {
  const { db, found } = verification
  let state: ChainState = { number: 0, id: 0, hash: '', broken: false }
  // The first number is checked, too.
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const batch = await db.rows<Row>(batchSql, [db.domainId, chain, after])
    for (const row of batch.filter((each): each is Found => each.id !== null)) state = addRow(verification, state, row)
    if (batch.length < BATCH_ROWS) {
      addEnd(found, state, batch[0])
      return state
    }
    after = state.number
  }
}

const namedSql = `
  select pg_catalog.encode(r.hash, 'hex') as hash
  from unnest($2::smallint[], $3::bigint[]) with ordinality as named (chain, number, place)
  left join public.audit_log r on r.domain_id = $1 and r.chain = named.chain and r.number = named.number
  order by named.place`

/** A rewritten chain fits itself, but not the checkpoints in other chains. */
async function verifyCheckpoints({ db, found, checkpoints }: Verification): Promise<void> {
  for (const { id, rows, hash } of checkpoints) {
    const places = rows.split(',').map((place) => place.split('/').map(Number))
    const named = await db.rows<{ hash: string | null }>(namedSql, [
      db.domainId,
      places.map(([chain]) => chain),
      places.map(([, number]) => number),
    ])
    if (hashOfHashes(named.map((row) => row.hash ?? '')) !== hash)
      addBroken(found, id, 'a row that it names is missing or was changed')
  }
}

/**
 * Verifies the audit log of the transaction's domain, and compares it with the heads that were kept elsewhere. `kept` must be read before
 * the transaction begins. It only reads, so it blocks nobody. A million rows take about half a minute. It goes on after a fault:
 * after a restore of an older backup some heads differ for ever, and must not hide a later change.
 */
export async function verifyAudit(db: Db, kept: readonly ComparedHead[]): Promise<AuditFinding> {
  const found: AuditFinding = { rows: 0, wrongHeads: [] }
  const verification = { db, found, expected: Map.groupBy(kept, ({ last_id }) => last_id), checkpoints: [] }
  const chains = await db.rows<{ chain: number }>(chainsSql, [db.domainId])
  for (const { chain } of chains) {
    const { id, hash } = await verifyChain(verification, chain)
    if (chains.length === 1 && found.rows > 0) found.head = { last_id: id, last_hash: hash }
  }
  await verifyCheckpoints(verification)
  for (const head of [...verification.expected.values()].flat()) addWrong(found, head, `row ${head.last_id} is missing`)
  found.wrongHeads.sort((a, b) => a.day.localeCompare(b.day))
  return found
}
