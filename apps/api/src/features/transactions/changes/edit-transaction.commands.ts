/** Edits a sale, with a note. What was sold and what the provider charged are facts that never change. */
import { toCents } from '@vialdesk/contract/primitives'
import { productIds } from '@vialdesk/contract/products'
import type { TransactionEdit } from '@vialdesk/contract/transaction-changes'
import type { Db } from '#api/db/db.ts'
import { markCommissionPaid } from '#api/features/commissions/ledger/mark-sale-paid.commands.ts'
import { settleCommissions } from '#api/features/commissions/ledger/settle-commissions.commands.ts'
import { moveVialReservation, releaseVialsOfSale } from '#api/features/orders/reserve-vials.commands.ts'
import { isTakenBack, type LockedSale, lockSale } from '#api/features/transactions/lock-sale.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { addHistory } from './add-history.commands.ts'
import { type EditedSale, getLineOfRep, getShips, validateEdit } from './validate-edit.commands.ts'

/** Returns the new version of the sale. An edit of an older version than the present one is a conflict. */
export async function editTransaction(
  db: Db,
  actor: Actor,
  id: number,
  { version, transaction_note, ...edit }: TransactionEdit,
): Promise<number> {
  const sale = await lockSale(db, id)
  if (version !== undefined && version !== sale.version) fail('conflict')
  const edited = applyEdit(sale, edit)
  await validateEdit(db, sale, edited)
  if (movesSale(sale, edited)) assertRecentProof(actor)
  const { commission_paid, ...values } = { ...edited, ...(await findFollowingValues(db, sale, edited)) }
  const { amount_cents: _byCorrection, ...columns } = values
  await moveVials(db, sale, edited)
  await db.updateRows('transactions', { id }, { ...columns, version: sale.version + 1 })
  const changes = changesBetween<Partial<LockedSale>>(sale, { ...values, commission_paid })
  await addHistory(db, actor, id, transaction_note, changes)
  await settleCommissions(db, id)
  if (commission_paid !== sale.commission_paid) await markCommissionPaid(db, id, commission_paid)
  audit(db, {
    type: 'transaction.changed',
    subject: id,
    ...(values.patient_id !== null && { patient: values.patient_id }),
    ...(changes && { before: changes.before }),
    after: { ...changes?.after, version: sale.version + 1 },
  })
  return sale.version + 1
}

type Edit = Omit<TransactionEdit, 'version' | 'transaction_note'>

/** Absent fields stay as they are. */
const applyEdit = (sale: LockedSale, edit: Edit): EditedSale => ({
  product_id: edit.product_id ?? sale.product_id,
  quantity: edit.quantity ?? sale.quantity,
  amount_cents: edit.amount === undefined ? sale.amount_cents : toCents(edit.amount),
  harvest_center_id: edit.harvest_center === undefined ? sale.harvest_center_id : edit.harvest_center,
  referral_harvest_center_id:
    edit.referral_harvest_center === undefined ? sale.referral_harvest_center_id : edit.referral_harvest_center,
  patient_id: edit.patient === undefined ? sale.patient_id : edit.patient,
  sales_rep_id: edit.sales_rep ?? sale.sales_rep_id,
  commission_paid: edit.commission_paid ?? sale.commission_paid,
})

/** Whether other users see the sale afterwards. */
const movesSale = (sale: LockedSale, edited: EditedSale): boolean =>
  (['harvest_center_id', 'referral_harvest_center_id', 'patient_id', 'sales_rep_id'] as const).some(
    (party) => edited[party] !== sale[party],
  )

/** A new rep brings its present manager and distributor; a new product decides whether a parcel is sent. */
const findFollowingValues = async (db: Db, sale: LockedSale, edited: EditedSale) => ({
  ...(edited.sales_rep_id !== sale.sales_rep_id && (await getLineOfRep(db, edited.sales_rep_id as number))),
  ...(edited.product_id !== sale.product_id && { ships: await getShips(db, edited.product_id) }),
})

/** The vials that are reserved for the sale follow its product, patient and quantity. */
async function moveVials(db: Db, sale: LockedSale, { product_id, patient_id, quantity }: EditedSale): Promise<void> {
  const isSame = product_id === sale.product_id && patient_id === sale.patient_id && quantity === sale.quantity
  if (isSame || isTakenBack(sale)) return
  if (product_id === productIds.vials && patient_id !== null) {
    await moveVialReservation(db, sale.id, { patientId: patient_id, quantity })
  } else if (sale.product_id === productIds.vials) await releaseVialsOfSale(db, sale.id)
}
