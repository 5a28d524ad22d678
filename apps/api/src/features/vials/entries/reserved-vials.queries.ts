/** Vials that are reserved for paid orders, and entries that are parcels of orders (147-orders.sql). */
import type { VialEntryEdit } from '@vialdesk/contract/care/vials'
import type { Db } from '#api/db/db.ts'
import type { lockEntry } from '#api/features/vials/changes/lock-vials.commands.ts'
import { changesBetween } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/**
 * Refuses to take this many vials out of the patient's stock if reserved ones would be among them. The caller has locked the patient. A
 * reservation in the meantime breaks the constraint of the counts, which refuses too.
 */
export async function assertUnreserved(db: Db, patient: number, taken: number): Promise<void> {
  if (taken <= 0) return
  const counts = await db.findRow('vial_counts', ['vials_available', 'vials_reserved'], { user_id: patient })
  if (!counts) return
  const left = counts.vials_available - taken
  if (left < 0 || left >= counts.vials_reserved) return
  const vials = counts.vials_reserved === 1 ? '1 vial is' : `${counts.vials_reserved} vials are`
  fail('vials_reserved', { message: `${vials} reserved for paid orders. Ship or refund these orders first.` })
}

type LockedEntry = NonNullable<Awaited<ReturnType<typeof lockEntry>>>

/** The parcel of an order and its entry stay equal: only the note of the entry may be changed. */
export async function assertNotOfOrder(db: Db, entry: LockedEntry, edit: VialEntryEdit): Promise<void> {
  const { note: _note, override_reason: _reason, receiver, ...values } = edit
  const { receiver: _sentTo, ...known } = entry
  if (!receiver && !changesBetween<VialEntryEdit>(known, values)) return
  const order = await db
    .selectFrom('shipments as s')
    .innerJoin('transactions as t', (join) =>
      join.onRef('t.domain_id', '=', 's.domain_id').onRef('t.id', '=', 's.transaction_id'),
    )
    .select('t.invoice_id')
    .where('s.domain_id', '=', db.domainId)
    .where('s.vial_entry_id', '=', entry.id)
    .executeTakeFirst()
  if (!order) return
  const message = `This entry is a parcel of order ${order.invoice_id}. Correct its tracking number in Orders to Ship. Only the note can be changed here.`
  fail('conflict', { message })
}
