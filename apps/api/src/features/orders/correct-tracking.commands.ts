/** Corrects the tracking number of a parcel, also on its vial entry. The database keeps the earlier number. */
import type { OrderRow, TrackingEdit } from '@vialdesk/contract/orders'
import type { Db } from '#api/db/db.ts'
import { lockEntry } from '#api/features/vials/changes/lock-vials.commands.ts'
import { correctVialEntry } from '#api/features/vials/entries/add-vial-entry.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { getOrder, lockOrder } from './orders.queries.ts'
import { trackingLinkOf } from './ship-order.commands.ts'

const selectShipment = (db: Db, id: number) =>
  db
    .selectFrom('shipments')
    .select(['transaction_id', 'tracking_number', 'tracking_link', 'vial_entry_id'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)

export async function correctTracking(db: Db, actor: Actor, id: number, edit: TrackingEdit): Promise<OrderRow> {
  const known = (await selectShipment(db, id).executeTakeFirst()) ?? fail('not_found')
  const order = await lockOrder(db, actor, known.transaction_id)
  const { transaction_id: _sale, vial_entry_id, ...shipment } = await selectShipment(db, id).executeTakeFirstOrThrow()
  const changes = changesBetween(shipment, { ...edit, tracking_link: trackingLinkOf(edit) })
  if (!changes) return getOrder(db, order.id)
  await db.updateRows('shipments', { id }, changes.after)
  const entry = vial_entry_id === null ? undefined : await lockEntry(db, actor, vial_entry_id)
  if (entry) await correctVialEntry(db, actor, entry, { tracking_id: edit.tracking_number })
  audit(db, {
    type: 'order.tracking_corrected',
    subject: order.id,
    ...(order.patient_id !== null && { patient: order.patient_id }),
    before: changes.before,
    after: { ...changes.after, invoice_id: order.invoice_id },
  })
  return getOrder(db, order.id)
}
