/** Makes an order from the checkout form. Validates every id; prices come from the database, not from the form. */
import { HARVEST_FEE_CENTS, priceCents } from '@vialdesk/contract/checkout'
import { apiErrors } from '@vialdesk/contract/errors'
import { productIds } from '@vialdesk/contract/products'
import type { Db } from '#api/db/db.ts'
import { isEmailTaken } from '#api/features/accounts/accounts.queries.ts'
import { findAddressErrors } from '#api/features/accounts/edit/validate-address.commands.ts'
import { phoneError } from '#api/features/accounts/edit/validate-phone.commands.ts'
import type { Order } from '#api/features/checkout/payment/attempts.queries.ts'
import { type CouponQuestion, findCouponDiscount } from '#api/features/coupons/coupon-uses.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { failField, failFields } from '#api/platform/kernel/fail.ts'
import type { Buyer, BuyerKind, Purchase } from './buyer.pure.ts'
import { getBuyingCenter, getBuyingPatient } from './find-buyer.commands.ts'
import { findOrderedPatient, getOrderedProduct, type OrderedProduct } from './order-rules.commands.ts'

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
