/** The rules of an order: the product may be sold, and the patient belongs to the buying center. */
import { PATIENT_NEEDED } from '@vialdesk/contract/checkout'
import { patientProductIds, productIds } from '@vialdesk/contract/products'
import type { Db } from '#api/db/db.ts'
import { findProduct } from '#api/features/products/products.queries.ts'
import { patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import type { Buyer, Parties, Purchase } from './buyer.pure.ts'

export type OrderedProduct = NonNullable<Awaited<ReturnType<typeof findProduct>>>

/** The product, if it is on sale for the buyer. The role of the buyer counts also when an admin or staff buy for a center. */
export async function getOrderedProduct(db: Db, { membership }: Buyer, purchase: Purchase): Promise<OrderedProduct> {
  const product = (await findProduct(db, purchase.product_id)) ?? failField('product_id', 'This product does not exist.')
  if (!product.active) failField('product_id', 'This product is not for sale at the moment.')
  if (!product.sold_to.includes(membership)) failField('product_id', 'This product is not sold to this account.')
  validateReferralFee(purchase)
  return product
}

/** Only the Referral Processing Fee has `rhc_transaction` and a harvest fee. It is for one patient. */
function validateReferralFee({ product_id, rhc_transaction, product_quantity, harvest_fee }: Purchase): void {
  const isReferralFee = product_id === productIds.referral_fee
  if (rhc_transaction !== isReferralFee)
    failField('rhc_transaction', 'This must be true for the Referral Processing Fee, and only for it.')
  if (isReferralFee && product_quantity !== 1) failField('product_quantity', 'The quantity of this fee is 1.')
  if (!isReferralFee && harvest_fee === 'yes') failField('harvest_fee', 'Only the Referral Processing Fee has a harvest fee.')
}

/** The patient for whom a center buys; null without one. The patient must be visible to the center: its own, or referred to it. */
export async function findOrderedPatient(db: Db, parties: Parties, purchase: Purchase): Promise<number | null> {
  const { patient_id, create_patient, product_id } = purchase
  if (patient_id === null) return patientProductIds.includes(product_id) ? failField('patient_id', PATIENT_NEEDED) : null
  if (create_patient) failField('patient_id', 'Choose a patient or create one, not both.')
  await validatePatientOfSale(db, parties, product_id, patient_id)
  return patient_id
}

/** Also for a patient who is assigned to a fee after the sale. */
export async function validatePatientOfSale(
  db: Db,
  { harvest_center_id, referral_harvest_center_id }: Pick<Parties, 'harvest_center_id' | 'referral_harvest_center_id'>,
  productId: number,
  patientId: number,
): Promise<void> {
  const center =
    referral_harvest_center_id === null
      ? ({ id: harvest_center_id as number, role: 'harvest_center' } as const)
      : ({ id: referral_harvest_center_id, role: 'referral_harvest_center' } as const)
  const found = await db.findRow('users', ['harvest_center_id'], { id: patientId }, patientsSeenBy(center))
  if (!found) failField('patient_id', 'Choose one of the center’s patients.')
  else if (productId === productIds.referral_fee && ![null, harvest_center_id].includes(found.harvest_center_id))
    failField('patient_id', 'This patient belongs to another harvest center. Choose that center.')
}
