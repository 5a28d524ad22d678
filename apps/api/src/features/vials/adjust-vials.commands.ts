/**
 * What an entry does to the vials themselves. Its patient is held before (holding.commands.ts), so that of two entries at once the second
 * sees what the first has left. That vials and entries agree, the database demands at the commit.
 */
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { fail, failField } from '#api/platform/http/errors/fail.ts'

/** Why a vial is gone that was never there: its entry was corrected. */
export const CORRECTION_REASON = 'The entry was corrected'

interface EntryKey {
  id: number
  user_id: number
}

const selectVialsOfPatient = (db: Db, { user_id }: EntryKey) =>
  db.selectFrom('vials').select('vials.id').where('vials.domain_id', '=', db.domainId).where('vials.user_id', '=', user_id)

const updateVials = (db: Db, ids: readonly number[]) =>
  db.updateTable('vials').where('domain_id', '=', db.domainId).where('id', 'in', ids)

/** Puts vials into stock under an added entry: those in quarantine that are named, else new ones. */
export async function addToStock(db: Db, entry: EntryKey, quantity: number, named?: readonly number[]): Promise<void> {
  if (quantity === 0) return
  if (named) {
    const waiting = await selectVialsOfPatient(db, entry)
      .where('state', '=', 'quarantine')
      .where('id', 'in', named)
      .forNoKeyUpdate()
      .execute()
    if (waiting.length < named.length) failField('vials', 'Choose vials of this patient that are in quarantine.')
    await updateVials(db, named).set({ state: 'released', added_entry_id: entry.id }).execute()
  } else {
    const vial = { domain_id: db.domainId, user_id: entry.user_id, state: 'released', added_entry_id: entry.id }
    await db
      .insertInto('vials')
      .values(Array.from({ length: quantity }, () => vial))
      .execute()
  }
}

/** Takes vials out of stock under a shipped entry: those that are named, else the oldest. What is held stays. */
export async function shipFromStock(db: Db, entry: EntryKey, quantity: number, named?: readonly number[]): Promise<void> {
  if (quantity === 0) return
  const inStock = selectVialsOfPatient(db, entry).where('state', '=', 'released').orderBy('id').limit(quantity).forNoKeyUpdate()
  const found = await (named ? inStock.where('id', 'in', named) : inStock).execute()
  if (named && found.length < quantity) failField('vials', 'Choose vials of this patient that are in stock.')
  if (found.length < quantity)
    fail('not_enough_vials', { errors: { quantity: ['Some of the available vials are on hold, and are not shipped.'] } })
  await updateVials(
    db,
    found.map(({ id }) => id),
  )
    .set({ state: 'shipped', shipped_entry_id: entry.id })
    .execute()
}

/** Brings back into stock what a shipped entry said too much: the last of its vials. */
export async function returnToStock(db: Db, entry: EntryKey, quantity: number): Promise<void> {
  const last = selectVialsOfPatient(db, entry).where('shipped_entry_id', '=', entry.id).orderBy('id', 'desc').limit(quantity)
  const ids = (await last.forNoKeyUpdate().execute()).map(({ id }) => id)
  await updateVials(db, ids).set({ state: 'released', shipped_entry_id: null }).execute()
}

/**
 * Takes off what an added entry said too much. Its own last vials go first, free ones before held ones. Where too many of them have left,
 * vials of other entries go, and these entries get as many of those that left: each has as many as it says.
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
  await updateVials(
    db,
    stock.map(({ id }) => id),
  )
    .set({ state: 'disposed', reason: CORRECTION_REASON })
    .execute()
  const others = stock.flatMap(({ added_entry_id }) => (added_entry_id === entry.id ? [] : [added_entry_id as number]))
  await reassignShippedVials(db, entry, others)
}

/** Gives one shipped vial of this entry to each of the others. */
async function reassignShippedVials(db: Db, entry: EntryKey, others: readonly number[]): Promise<void> {
  if (others.length === 0) return
  const left = await selectVialsOfPatient(db, entry)
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
    [db.domainId, left.map(({ id }) => id), others],
  )
}
