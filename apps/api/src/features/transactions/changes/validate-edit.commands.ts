/** Validates an edit of a sale. Fields that do not change are not validated: a party may be inactive by now. */
import { patientProductIds } from '@vialdesk/contract/products'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import type { LockedSale } from '#api/features/transactions/lock-sale.queries.ts'
import { patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import { failField } from '#api/platform/kernel/fail.ts'

/** The columns of a sale that an edit may change, apart from those that follow from others. */
export type EditedSale = Pick<
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
export async function getLineOfRep(db: Db, repId: number) {
  const [line] = await db.rows<{ sales_manager_id: number | null; sales_distributor_id: number | null }>(
    `select r.sales_manager_id, m.sales_distributor_id
     from users r
     left join users m on m.domain_id = r.domain_id and m.id = r.sales_manager_id
     where r.domain_id = $1 and r.id = $2 and r.subscription = $3 and r.active`,
    [db.domainId, repId, membershipIds.sales_rep],
  )
  return line ?? failField('sales_rep', 'This sales rep does not exist or is not active.')
}

export async function getShips(db: Db, productId: number): Promise<boolean> {
  const product = await db.findRow('products', ['ships'], { id: productId })
  return product?.ships ?? failField('product_id', 'This product does not exist.')
}
