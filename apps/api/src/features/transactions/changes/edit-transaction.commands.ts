/** Edits a sale, with a note. What was sold and what the provider charged are facts that never change. */
import { toCents } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { patientProductIds, productIds } from '@vialdesk/contract/money/products'
import type { TransactionEdit } from '@vialdesk/contract/money/transaction-changes'
import type { Db } from '#api/db/db.ts'
import { markCommissionPaid } from '#api/features/commissions/ledger/mark-sale-paid.commands.ts'
import { settleCommissions } from '#api/features/commissions/ledger/settle-commissions.commands.ts'
import { moveVialReservation, releaseVialsOfSale } from '#api/features/orders/reserve-vials.commands.ts'
import { isTakenBack, type LockedSale, lockSale } from '#api/features/transactions/lock-sale.queries.ts'
import { patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { addHistory } from './add-history.commands.ts'

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

/** The columns of a sale that an edit may change, apart from those that follow from others. */
type EditedSale = Pick<
  LockedSale,
  | 'product_id'
  | 'quantity'
  | 'amount_cents'
  | 'harvest_center_id'
  | 'referral_harvest_center_id'
  | 'patient_id'
  | 'sales_rep_id'
  | 'commission_paid'
>

/** Fields that do not change are not validated: a party may be inactive by now. */
export async function validateEdit(db: Db, sale: LockedSale, edited: EditedSale): Promise<void> {
  const isNew = (column: keyof EditedSale) => edited[column] !== sale[column]
  const { product_id, harvest_center_id, referral_harvest_center_id, patient_id } = edited
  validateShipped(sale, edited)
  if (isNew('harvest_center_id')) await validateMember(db, harvest_center_id, 'harvest_center')
  if (isNew('referral_harvest_center_id')) await validateMember(db, referral_harvest_center_id, 'referral_harvest_center')
  if (harvest_center_id === null && referral_harvest_center_id === null && patient_id === null) {
    failField('harvest_center', 'A sale needs a center or a patient.')
  }
  if (patientProductIds.includes(product_id) && patient_id === null) failField('patient', 'Please select a patient')
  if (isNew('patient_id')) await validateMember(db, patient_id, 'patient')
  if (isNew('patient_id') || isNew('harvest_center_id') || isNew('referral_harvest_center_id')) {
    await validatePatientOfCenters(db, edited)
  }
}

/** The parcels that were sent are facts. */
function validateShipped(sale: LockedSale, { product_id, quantity, patient_id }: EditedSale): void {
  if (sale.shipped_quantity === 0) return
  if (product_id !== sale.product_id)
    failField('product_id', 'Parcels of this sale were sent already. The product cannot change.')
  if (patient_id !== sale.patient_id && patientProductIds.includes(product_id)) {
    failField('patient', 'Vials of this sale were sent already. The patient cannot change.')
  }
  if (quantity < sale.shipped_quantity) failField('quantity', `${sale.shipped_quantity} were sent already.`)
}

const memberFields = {
  harvest_center: { field: 'harvest_center', sentence: 'This harvest center does not exist.' },
  referral_harvest_center: { field: 'referral_harvest_center', sentence: 'This referral harvest center does not exist.' },
  patient: { field: 'patient', sentence: 'This patient does not exist.' },
} as const

async function validateMember(db: Db, id: number | null, role: keyof typeof memberFields): Promise<void> {
  if (id === null) return
  const found = await db.findRow('users', ['id'], { id, subscription: membershipIds[role] })
  if (!found) failField(memberFields[role].field, memberFields[role].sentence)
}

/** The centers of a sale see the patient’s name, so one of them must see the patient. */
async function validatePatientOfCenters(db: Db, edited: EditedSale): Promise<void> {
  const { patient_id, harvest_center_id, referral_harvest_center_id } = edited
  if (patient_id === null || (harvest_center_id === null && referral_harvest_center_id === null)) return
  const harvest = patientsSeenBy({ id: harvest_center_id ?? 0, role: 'harvest_center' })
  const referral = patientsSeenBy({ id: referral_harvest_center_id ?? 0, role: 'referral_harvest_center' })
  const found = await db.findRow('users', ['id'], { id: patient_id }, (users) => users.or([harvest(users), referral(users)]))
  if (!found) failField('patient', 'Choose a patient of the center, or change the center too.')
}

/** The present manager and distributor of an active rep. */
async function getLineOfRep(db: Db, repId: number) {
  const [line] = await db.rows<{ sales_manager_id: number | null; sales_distributor_id: number | null }>(
    `select r.sales_manager_id, m.sales_distributor_id
     from users r
     left join users m on m.domain_id = r.domain_id and m.id = r.sales_manager_id
     where r.domain_id = $1 and r.id = $2 and r.subscription = $3 and r.active`,
    [db.domainId, repId, membershipIds.sales_rep],
  )
  return line ?? failField('sales_rep', 'This sales rep does not exist or is not active.')
}

async function getShips(db: Db, productId: number): Promise<boolean> {
  const product = await db.findRow('products', ['ships'], { id: productId })
  return product?.ships ?? failField('product_id', 'This product does not exist.')
}
