/** Sends all or a part of an order. A parcel of vials is also a shipped vial entry, in the same transaction. */

import { findCarrier, type NewShipment, type OrderRow, type TrackingEdit } from '@vialdesk/contract/care/orders'
import type { VialReceiver } from '@vialdesk/contract/care/release-rules'
import { CheckoutAddress } from '@vialdesk/contract/money/checkout'
import { productIds } from '@vialdesk/contract/money/products'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { fullNameOf } from '#api/db/user-sql.ts'
import { notify } from '#api/features/notices/notify.commands.ts'
import { lockEntry, lockPatient } from '#api/features/vials/changes/lock-vials.commands.ts'
import { addVialEntry, correctVialEntry } from '#api/features/vials/entries/add-vial-entry.commands.ts'
import { addressLine } from '#api/features/vials/entries/choose-receiver.commands.ts'
import { seesPatient } from '#api/features/visibility/visible.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { validatePastDays } from '#api/platform/http/errors/validate-past-day.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { getOrder, type LockedOrder, lockOrder } from './orders.queries.ts'

/** The given link, or that of the carrier that the number belongs to. */
const trackingLinkOf = ({ tracking_number, tracking_link }: Pick<NewShipment, 'tracking_number' | 'tracking_link'>) =>
  tracking_link || (findCarrier(tracking_number)?.link ?? '')

/** The order is locked, so of concurrent requests the second one sees what the first one sent. A repeated request changes nothing. */
export async function shipOrder(db: Db, actor: Actor, id: number, shipment: NewShipment): Promise<OrderRow> {
  const order = await lockOrder(db, actor, id)
  if (await isRepeated(db, id, shipment.request_id)) return getOrder(db, id)
  validateShipment(order, shipment)
  await validatePastDays(db, { shipped_on: shipment.shipped_on })
  await assertNotGivenBack(db, id)
  const isVials = order.product_id === productIds.vials
  const entryId = isVials ? await shipVials(db, actor, order, shipment) : null
  const { vials: _codes, override_reason: _reason, ...parcel } = shipment
  await db.insertRow('shipments', {
    ...parcel,
    transaction_id: id,
    tracking_link: trackingLinkOf(shipment),
    vial_entry_id: entryId,
    created_by: actor.id,
  })
  audit(db, {
    type: 'order.shipped',
    subject: id,
    ...(order.patient_id !== null && { patient: order.patient_id }),
    after: {
      invoice_id: order.invoice_id,
      pieces: shipment.quantity,
      date: shipment.shipped_on,
      tracking_number: shipment.tracking_number,
    },
  })
  await notifyShipped(db, order)
  return getOrder(db, id)
}

/** Whether this request has shipped this order before. The id of a request for another order is refused. */
async function isRepeated(db: Db, orderId: number, requestId: string): Promise<boolean> {
  const earlier = await db.findRow('shipments', ['transaction_id'], { request_id: requestId })
  if (earlier && earlier.transaction_id !== orderId) fail('conflict')
  return earlier !== undefined
}

/** A full refund may be open for hours, while the provider gives no answer. The lock of the order keeps new refunds out. */
async function assertNotGivenBack(db: Db, id: number): Promise<void> {
  const [row] = await db.rows<{ open: boolean }>(
    `select t.charged_cents > 0 and t.charged_cents <= (
       select coalesce(sum(r.amount_cents), 0)
       from refunds r
       where r.domain_id = t.domain_id and r.transaction_id = t.id and r.status <> 'refused'
     ) as open
     from transactions t
     where t.domain_id = $1 and t.id = $2`,
    [db.domainId, id],
  )
  if (row?.open) fail('conflict', { message: 'A refund of this order is in progress, so it is not shipped.' })
}

function validateShipment(order: LockedOrder, { quantity, vials }: NewShipment): void {
  const rest = order.quantity - order.shipped_quantity
  if (order.order_state !== 'to_ship') {
    const message = rest === 0 ? 'This order is shipped already.' : 'This order was refunded, so it is not shipped.'
    fail('conflict', { message })
  }
  if (quantity > rest) failField('quantity', `Only ${rest} of this order ${rest === 1 ? 'is' : 'are'} left to ship.`)
  if (vials?.length && order.product_id !== productIds.vials) failField('vials', 'This order has no vials.')
}

/** Adds the shipped entry and answers its id. The shipped vials are no longer reserved. */
async function shipVials(
  db: Db,
  actor: Actor,
  order: LockedOrder,
  { quantity, shipped_on: date, tracking_number, vials: codes, override_reason }: NewShipment,
): Promise<number> {
  const { id, patient_id: user } = order
  if (user === null) return fail('conflict', { message: 'This order names no patient. Name the patient first.' })
  if (!(await seesPatient(db, actor, user))) {
    return fail('conflict', { message: 'The account of this patient is inactive. Activate it, or refund the order.' })
  }
  await lockPatient(db, actor, user)
  await db.updateRows('vial_reservations', { transaction_id: id, state: 'sold' }, { shipped: sql`shipped + ${quantity}` })
  // The note of the parcel is internal, but the note of an entry is visible to the patient and the centers.
  const entry = { user, type: 'shipped' as const, quantity, date, note: '', tracking_id: tracking_number, override_reason }
  const vials = codes?.length ? { vials: await findVialIds(db, user, codes) } : {}
  const receiver = await getOrderReceiver(db, user, order)
  return (await addVialEntry(db, actor, { ...entry, ...vials }, { isOrder: true, receiver })).id
}

/** The address of the order, in the name of its company or of the patient. A center that ordered is the receiver. */
async function getOrderReceiver(db: Db, patient: number, order: LockedOrder): Promise<VialReceiver> {
  const { payer_id, harvest_center_id, referral_harvest_center_id, shipping } = order
  const isOfCenter = payer_id === harvest_center_id || payer_id === referral_harvest_center_id
  const { company, state: state_desc, ...address } = CheckoutAddress.partial().safeParse(shipping).data ?? {}
  const { name } = await db
    .selectFrom('users')
    .select(sql.raw<string>(fullNameOf('users')).as('name'))
    .where('domain_id', '=', db.domainId)
    .where('id', '=', patient)
    .executeTakeFirstOrThrow()
  const id = isOfCenter ? payer_id : null
  return { kind: 'order', id, name: company || name, address: addressLine({ ...address, state_desc }) }
}

/** Refuses codes of other patients and unknown ones alike. The entry refuses vials that are not in stock. */
async function findVialIds(db: Db, patient: number, codes: string[]): Promise<number[]> {
  const found = await db.findRows('vials', ['id'], { user_id: patient, code: codes })
  if (found.length < codes.length) failField('vials', 'Choose vials of this patient that are in stock.')
  return found.map(({ id }) => id)
}

/** Notifies the buyers: the centers of the sale and the payer, and the patient of ordered vials. */
async function notifyShipped(db: Db, order: LockedOrder): Promise<void> {
  const { id, invoice_id, product_id, patient_id, harvest_center_id, referral_harvest_center_id, payer_id } = order
  const patient = product_id === productIds.vials || payer_id === patient_id ? patient_id : null
  const buyers = new Set([harvest_center_id, referral_harvest_center_id, payer_id, patient])
  await notify(db, [...buyers], {
    kind: 'purchase',
    title: 'Your order was shipped',
    text: `Invoice ${invoice_id}. The receipt has the tracking link.`,
    path: `/receipt/${id}`,
  })
}

const SHIPMENT = ['transaction_id', 'tracking_number', 'tracking_link', 'vial_entry_id'] as const

/** Corrects the tracking number of a parcel, also on its vial entry. The database keeps the earlier number. */
export async function correctTracking(db: Db, actor: Actor, id: number, edit: TrackingEdit): Promise<OrderRow> {
  const known = (await db.findRow('shipments', SHIPMENT, { id })) ?? fail('not_found')
  const order = await lockOrder(db, actor, known.transaction_id)
  const { transaction_id: _sale, vial_entry_id, ...shipment } = await db.getRow('shipments', SHIPMENT, { id })
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
