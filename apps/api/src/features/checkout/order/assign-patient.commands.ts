/** Names the patient of a fee that was paid without one. */
import { feeProductIds } from '@vialdesk/contract/money/products'
import type { Db } from '#api/db/db.ts'
import { saleParties, salePolicy } from '#api/features/transactions/transactions.policy.ts'
import { salesSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { validatePatientOfSale } from './make-order.commands.ts'

/** Once only: a wrong patient is corrected by an admin, with a note. */
export async function assignPatient(db: Db, viewer: Viewer, saleId: number, patientId: number) {
  const sale = (await lockSale(db, viewer, saleId)) ?? fail('not_found')
  salePolicy.assertCan(viewer, 'assign_patient', sale)
  if (!feeProductIds.includes(sale.product_id)) fail('conflict', { message: 'Only a fee can get a patient later.' })
  if (sale.patient_id !== null) fail('conflict', { message: 'This fee already has a patient.' })
  if (sale.voided || (sale.refunded_cents > 0 && sale.refunded_cents === sale.charged_cents))
    fail('conflict', { message: 'This fee was given back.' })
  await validatePatientOfSale(db, sale, sale.product_id, patientId)
  await db.updateRows('transactions', { id: saleId }, { patient_id: patientId, version: sale.version + 1 })
  const after = { invoice_id: sale.invoice_id, product_id: sale.product_id }
  audit(db, { type: 'transaction.patient_assigned', subject: saleId, patient: patientId, after })
}

/** A sale that the viewer may see, locked until the transaction ends: the second of two concurrent assignments sees the first. */
function lockSale(db: Db, viewer: Viewer, id: number) {
  return db
    .selectFrom('transactions as t')
    .select(saleParties)
    .select(['t.product_id', 't.invoice_id', 't.version', 't.voided', 't.refunded_cents', 't.charged_cents'])
    .where('t.domain_id', '=', db.domainId)
    .where('t.id', '=', id)
    .where(salesSeenBy(viewer))
    .forUpdate()
    .executeTakeFirst()
}
