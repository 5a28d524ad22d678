/**
 * Changes the vials of an entry. The caller has locked the patient (lock-vials.commands.ts), so that a concurrent entry sees the result.
 * The database checks at the commit that vials and entries agree.
 */
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { enforceReleaseRules, type ReleaseActor } from '#api/features/vials/rules/override-rules.commands.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

/** The reason for the disposal of vials that never existed. */
export const CORRECTION_REASON = 'The entry was corrected'

interface EntryKey {
  id: number
  user_id: number
  type: string
}

const selectVialsOfPatient = (db: Db, { user_id }: EntryKey) =>
  db.selectFrom('vials').select('vials.id').where('vials.domain_id', '=', db.domainId).where('vials.user_id', '=', user_id)

/** Puts vials into stock for an added entry: the `named` ones in quarantine, or new ones if none are named. */
export async function addToStock(
  db: Db,
  by: ReleaseActor,
  entry: EntryKey,
  quantity: number,
  named?: readonly number[],
): Promise<void> {
  if (quantity === 0) return
  if (named) {
    const inQuarantine = await db.lockRows('vials', { user_id: entry.user_id, state: 'quarantine', id: named })
    if (inQuarantine.length < named.length) failField('vials', 'Choose vials of this patient that are in quarantine.')
    await enforceReleaseRules(db, by, entry, named)
    await db.updateRows('vials', { id: named }, { state: 'released', added_entry_id: entry.id })
  } else {
    await enforceReleaseRules(db, by, entry, null)
    const vial = { user_id: entry.user_id, state: 'released', added_entry_id: entry.id }
    const vials = Array.from({ length: quantity }, () => vial)
    await db.insertRows('vials', vials)
  }
}

/** Ships vials from stock for a shipped entry: the `named` ones, or the oldest if none are named. Vials on hold stay. */
export async function shipFromStock(
  db: Db,
  by: ReleaseActor,
  entry: EntryKey,
  quantity: number,
  named?: readonly number[],
): Promise<void> {
  if (quantity === 0) return
  const inStock = selectVialsOfPatient(db, entry).where('state', '=', 'released').orderBy('id').limit(quantity).forNoKeyUpdate()
  const found = await (named ? inStock.where('id', 'in', named) : inStock).execute()
  if (named && found.length < quantity) failField('vials', 'Choose vials of this patient that are in stock.')
  if (found.length < quantity)
    fail('not_enough_vials', { errors: { quantity: ['Some of the available vials are on hold, and are not shipped.'] } })
  const ids = found.map(({ id }) => id)
  await enforceReleaseRules(db, by, entry, ids)
  await db.updateRows('vials', { id: ids }, { state: 'shipped', shipped_entry_id: entry.id })
}

/** Returns vials to stock when a shipped entry is corrected downwards: the last vials of the entry. */
export async function returnToStock(db: Db, entry: EntryKey, quantity: number): Promise<void> {
  const last = selectVialsOfPatient(db, entry).where('shipped_entry_id', '=', entry.id).orderBy('id', 'desc').limit(quantity)
  const ids = (await last.forNoKeyUpdate().execute()).map(({ id }) => id)
  await db.updateRows('vials', { id: ids }, { state: 'released', shipped_entry_id: null })
}

/**
 * Disposes of vials when an added entry is corrected downwards. The entry's own last vials are first, released ones before held ones. If
 * too few of them are left, vials of other added entries follow. Those entries get shipped vials of this entry, so that every entry still
 * has as many vials as its quantity.
 */
export async function removeFromStock(db: Db, entry: EntryKey, quantity: number): Promise<void> {
  const stock = await selectVialsOfPatient(db, entry)
    .select('vials.added_entry_id')
    .where('state', 'in', ['released', 'held'])
    .orderBy(sql<SqlBool>`added_entry_id = ${entry.id}`, 'desc')
    .orderBy(sql<SqlBool>`state = 'released'`, 'desc')
    .orderBy('id', 'desc')
    .limit(quantity)
    .forNoKeyUpdate()
    .execute()
  const ids = stock.map(({ id }) => id)
  await db.updateRows('vials', { id: ids }, { state: 'disposed', reason: CORRECTION_REASON })
  const others = stock.flatMap(({ added_entry_id }) => (added_entry_id === entry.id ? [] : [added_entry_id as number]))
  await reassignShippedVials(db, entry, others)
}

/** Gives one shipped vial of this entry to each entry in `others`. */
async function reassignShippedVials(db: Db, entry: EntryKey, others: readonly number[]): Promise<void> {
  if (others.length === 0) return
  const shipped = await selectVialsOfPatient(db, entry)
    .where('added_entry_id', '=', entry.id)
    .where('state', '=', 'shipped')
    .orderBy('id', 'desc')
    .limit(others.length)
    .forNoKeyUpdate()
    .execute()
  await db.rows(
    `update vials v
     set added_entry_id = t.entry
     from unnest($2::bigint[], $3::bigint[]) t (id, entry)
     where v.domain_id = $1 and v.id = t.id`,
    [db.domainId, shipped.map(({ id }) => id), others],
  )
}
