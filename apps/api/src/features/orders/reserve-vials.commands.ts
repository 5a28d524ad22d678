/**
 * Reserves ordered vials before the charge, so that no vial is sold twice. The database counts the reservations of a patient in the same
 * transaction, and never lets them exceed the available vials (147-orders.sql). The caller has locked the attempt or the sale, and
 * updates the sale only after its reservation: so concurrent shipments, refunds and edits take their locks in the same order.
 */
import type { Db } from '#api/db/db.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

/** Refuses with not_enough_vials unless so many vials of the patient are available and not reserved. */
export async function reserveVials(
  db: Db,
  { attemptId, patientId, quantity }: { attemptId: string; patientId: number; quantity: number },
): Promise<void> {
  const [row] = await db.rows<{ reserved: boolean }>('select reserve_vials($1, $2, $3) as reserved', [
    attemptId,
    patientId,
    quantity,
  ])
  if (!row?.reserved) failField('product_quantity', 'not_enough_vials')
}

/** The payment is approved: the vials wait for their shipment. Does nothing for a payment of something else, and when repeated. */
export async function confirmVials(db: Db, attemptId: string, transactionId: number): Promise<void> {
  const reserved = { attempt_id: attemptId, state: 'reserved' }
  await db.updateRows('vial_reservations', reserved, { state: 'sold', transaction_id: transactionId })
}

/** The payment failed: its vials are free again. Does nothing when repeated, or for a payment that was approved. */
export async function releaseVials(db: Db, attemptId: string): Promise<void> {
  await db.updateRows('vial_reservations', { attempt_id: attemptId, state: 'reserved' }, { state: 'released' })
}

/** All money of a sale was given back: the vials that were not shipped are free again. */
export async function releaseVialsOfSale(db: Db, transactionId: number): Promise<void> {
  await db.updateRows('vial_reservations', { transaction_id: transactionId, state: 'sold' }, { state: 'released' })
}

/**
 * Follows an edit of a sale of vials: another patient or quantity. Also reserves the vials of a sale that became one of vials. Refuses
 * with not_enough_vials, and another patient or a smaller quantity than what was shipped.
 */
export async function moveVialReservation(
  db: Db,
  transactionId: number,
  { patientId, quantity }: { patientId: number; quantity: number },
): Promise<void> {
  const known = await db.findRow('vial_reservations', ['user_id', 'shipped'], { transaction_id: transactionId })
  if (known && known.shipped > quantity) failField('quantity', 'More vials of this order are shipped already.')
  if (known && known.shipped > 0 && known.user_id !== patientId) {
    failField('patient', 'Vials of this order are shipped already. Its patient cannot be changed.')
  }
  const [row] = await db.rows<{ moved: boolean }>('select move_vial_reservation($1, $2, $3) as moved', [
    transactionId,
    patientId,
    quantity,
  ])
  if (!row?.moved) fail('not_enough_vials', { errors: { quantity: ['Not enough vials of this patient are available.'] } })
}
