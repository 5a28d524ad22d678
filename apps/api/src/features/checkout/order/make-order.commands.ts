/** Makes an order from the checkout form. Validates every id; prices come from the database, not from the form. */

import { apiErrors } from '@vialdesk/contract/base/errors'
import { HARVEST_FEE_CENTS, PATIENT_NEEDED, priceCents } from '@vialdesk/contract/money/checkout'
import { patientProductIds, productIds } from '@vialdesk/contract/money/products'
import type { Db } from '#api/db/db.ts'
import { isEmailTaken } from '#api/features/accounts/accounts.queries.ts'
import { findAddressErrors, phoneError } from '#api/features/accounts/edit/validate-address.commands.ts'
import type { Order } from '#api/features/checkout/payment/attempts.queries.ts'
import { type CouponQuestion, findCouponDiscount } from '#api/features/coupons/coupon-uses.commands.ts'
import { findProduct } from '#api/features/products/products.queries.ts'
import { patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { failField, failFields } from '#api/platform/kernel/fail.ts'
import type { Buyer, BuyerKind, Parties, Purchase } from './buyer.pure.ts'
import { getBuyingCenter, getBuyingPatient } from './find-buyer.commands.ts'

type OrderedProduct = NonNullable<Awaited<ReturnType<typeof findProduct>>>

/** The product, if it is on sale for the buyer. The role of the buyer counts also when an admin or staff buy for a center. */
async function getOrderedProduct(db: Db, { membership }: Buyer, purchase: Purchase): Promise<OrderedProduct> {
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
async function findOrderedPatient(db: Db, parties: Parties, purchase: Purchase): Promise<number | null> {
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

/** The errors of an address at the path of its fields. */
function errorsOfAddress(path: string, { state, ...address }: Purchase['addressInfo']): Record<string, string> {
  const { state_desc, zip_code } = findAddressErrors({ ...address, state_desc: state })
  return { ...(state_desc && { [`${path}.state`]: state_desc }), ...(zip_code && { [`${path}.zip_code`]: zip_code }) }
}

/** Refuses addresses that do not fit their country, and invalid phone numbers. */
function validateContact({ addressInfo, shippingInfo, harvest_center_phone, create_patient, phone_number }: Purchase): void {
  const centerPhone = phoneError({ phone_number: harvest_center_phone })
  const patientPhone = create_patient ? phoneError({ phone_number }) : undefined
  const errors = {
    ...errorsOfAddress('addressInfo', addressInfo),
    ...(shippingInfo && errorsOfAddress('shippingInfo', shippingInfo)),
    ...(centerPhone && { harvest_center_phone: centerPhone }),
    ...(patientPhone && { phone_number: patientPhone }),
  }
  if (Object.keys(errors).length > 0) failFields(errors)
}

export async function makeOrder(db: Db, actor: Actor, purchase: Purchase, buyerKind: BuyerKind): Promise<Order> {
  validateContact(purchase)
  if (buyerKind === 'patient') return makePatientOrder(db, actor, purchase)
  if (purchase.create_patient) assertRecentProof(actor)
  const buyer = await getBuyingCenter(db, actor, purchase)
  const product = await getOrderedProduct(db, buyer, purchase)
  const patient_id = await findOrderedPatient(db, buyer.parties, purchase)
  const { first_name, last_name, email, phone_number } = purchase
  if (purchase.create_patient && (await isEmailTaken(db, email))) failField('email', apiErrors.duplicate_email.message)
  return {
    ...(await pricedOrder(db, buyer, product, purchase)),
    kind: kindOf(product.id),
    patient_id,
    new_patient: purchase.create_patient ? { first_name, last_name, email, phone_number } : null,
    emails: distinct(purchase.harvest_center_billing_email, purchase.harvest_center_email),
    required_signature: purchase.required_signature,
  }
}

async function makePatientOrder(db: Db, actor: Actor, purchase: Purchase): Promise<Order> {
  const { product_id, patient_id, create_patient, assign_later } = purchase
  if (product_id !== productIds.vials) failField('product_id', 'Only vials can be ordered here.')
  if (create_patient || assign_later || (patient_id !== null && patient_id !== actor.id))
    failField('patient_id', 'You can order vials only for yourself.')
  const buyer = await getBuyingPatient(db, actor, purchase)
  const product = await getOrderedProduct(db, buyer, purchase)
  return {
    ...(await pricedOrder(db, buyer, product, purchase)),
    kind: 'patient_vials',
    patient_id: actor.id,
    new_patient: null,
    emails: distinct(purchase.harvest_center_billing_email, buyer.email),
    required_signature: false,
  }
}

const distinct = (...emails: string[]) => [...new Set(emails)]

function kindOf(productId: number): Order['kind'] {
  if (productId === productIds.processing_fee) return 'processing_fee'
  return productId === productIds.referral_fee ? 'harvest_fee' : 'product'
}

/** The part of an order that all checkouts share. */
async function pricedOrder(db: Db, { parties, couponCenterIds }: Buyer, product: OrderedProduct, purchase: Purchase) {
  const { has_shipping, cents: price } = product
  const {
    shippingInfo,
    addressInfo,
    shipping_fee,
    harvest_fee: with_fee,
    coupon_code: code,
    product_quantity: quantity,
  } = purchase
  const coupon = code === '' ? undefined : await getCoupon(db, { code, productId: product.id, centerIds: couponCenterIds })
  const shipping = has_shipping && shipping_fee === 'yes' ? product.shippingCents : 0
  const harvest_fee = with_fee === 'yes' ? HARVEST_FEE_CENTS : 0
  return {
    ...parties,
    product_id: product.id,
    quantity,
    price_cents: price,
    shipping_cents: shipping,
    harvest_fee_cents: harvest_fee,
    discount_cents: priceCents({ price, quantity, shipping, harvest_fee, discount: coupon?.cents ?? 0 }).discount,
    coupon: coupon ? { id: coupon.id, code: coupon.code } : null,
    billing: addressInfo,
    shipping: has_shipping ? (shippingInfo ?? addressInfo) : null,
    shipping_date: has_shipping ? purchase.shipping_date : null,
    ships: product.ships,
    phone: purchase.harvest_center_phone,
    customer_id: null,
  }
}

async function getCoupon(db: Db, question: CouponQuestion) {
  const found = await findCouponDiscount(db, question)
  return 'refused' in found ? failField('coupon_code', found.refused) : found
}
