/** Makes an order from the checkout form. Validates every id; prices come from the database, not from the form. */
import type { Checkout } from '@vialdesk/contract/checkout'
import { apiErrors } from '@vialdesk/contract/errors'
import { productIds } from '@vialdesk/contract/products'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { isEmailTaken } from '#api/features/accounts/accounts.queries.ts'
import { patientsSeenBy } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Order } from '#api/features/checkout/payment/attempts.queries.ts'
import { findProduct } from '#api/features/products/products.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

export type Purchase = Omit<Checkout, 'credit_card' | 'opaque_data' | 'auth_customer_payment_profile_validation'>

export async function makeOrder(db: Db, actor: Actor, purchase: Purchase): Promise<Order> {
  const product = (await findProduct(db, purchase.product_id)) ?? failField('product_id', 'This product does not exist.')
  const parties = await getParties(db, actor, purchase)
  await validateProduct(db, purchase)
  const patient_id = await validatePatient(db, parties, purchase)
  const { first_name, last_name, email, phone_number } = purchase
  if (purchase.create_patient && (await isEmailTaken(db, email))) failField('email', apiErrors.duplicate_email.message)
  return {
    product_id: purchase.product_id,
    quantity: purchase.product_quantity,
    price_cents: product.cents,
    shipping_cents: purchase.shipping_fee === 'yes' ? product.shippingCents : 0,
    ...parties,
    patient_id,
    new_patient: purchase.create_patient ? { first_name, last_name, email, phone_number } : null,
    emails: [...new Set([purchase.harvest_center_billing_email, purchase.harvest_center_email])],
    billing: purchase.addressInfo,
    shipping: purchase.shippingInfo ?? purchase.addressInfo,
    shipping_date: purchase.shipping_date,
    required_signature: purchase.required_signature,
    customer_id: null,
    kind: purchase.product_id === productIds.processing_fee ? 'processing_fee' : 'product',
    harvest_fee_cents: 0,
    discount_cents: 0,
    coupon: null,
    ships: product.ships,
    phone: purchase.harvest_center_phone,
  }
}

type Parties = Pick<
  Order,
  | 'harvest_center_id'
  | 'referral_harvest_center_id'
  | 'hc_staff_id'
  | 'sales_rep_id'
  | 'sales_manager_id'
  | 'sales_distributor_id'
>

/** The buying center, and its present sales line. */
async function getParties(db: Db, actor: Actor, { harvest_center_id: named }: Purchase): Promise<Parties> {
  const itself = actor.role === 'harvest_center' || actor.role === 'referral_harvest_center'
  if (itself && named !== undefined && named !== actor.id) failField('harvest_center_id', 'You can buy only for your own center.')
  const centerId = (itself ? actor.id : named) ?? failField('harvest_center_id', 'Choose the center.')
  const center = (await findBuyingCenter(db, centerId, actor)) ?? failField('harvest_center_id', 'Choose one of your centers.')
  const { sales_rep_id, subscription, ...line } = center
  if (sales_rep_id === null) return failField('harvest_center_id', 'This center has no active sales rep. Please contact us.')
  const referral = subscription === membershipIds.referral_harvest_center
  return {
    harvest_center_id: referral ? null : centerId,
    referral_harvest_center_id: referral ? centerId : null,
    hc_staff_id: actor.kind === 'staff' ? actor.impersonatorId : actor.role === 'hc_staff' ? actor.id : null,
    sales_rep_id,
    ...line,
  }
}

/** An active center; for staff, only one of their own. An inactive rep counts as none. */
async function findBuyingCenter(db: Db, id: number, actor: Actor) {
  const [center] = await db.rows<{
    subscription: number
    sales_rep_id: number | null
    sales_manager_id: number | null
    sales_distributor_id: number | null
  }>(
    `select c.subscription, r.id as sales_rep_id, r.sales_manager_id, m.sales_distributor_id
     from users c
     left join users r
       on r.domain_id = c.domain_id and r.id = c.sales_rep_id and r.active and r.subscription = $4
     left join users m on m.domain_id = c.domain_id and m.id = r.sales_manager_id
     where c.domain_id = $1 and c.id = $2 and c.active and c.subscription = any($5::smallint[])
       and ($3::bigint is null or c.id in (select s from centers_of_staff($3) s))`,
    [
      db.domainId,
      id,
      actor.role === 'hc_staff' ? actor.id : null,
      membershipIds.sales_rep,
      [membershipIds.harvest_center, membershipIds.referral_harvest_center],
    ],
  )
  return center
}

/** Vials are sold for a patient, at most as many as the patient has available. A pre-order has no limit. */
async function validateProduct(db: Db, { product_id, product_quantity, patient_id }: Purchase): Promise<void> {
  if (product_id === productIds.referral_fee) failField('product_id', 'The referral fee is paid with the referral itself.')
  if (product_id !== productIds.vials && product_id !== productIds.pre_order) return
  if (patient_id === null) failField('patient_id', 'Please select a patient')
  if (product_id === productIds.pre_order) return
  const counts = await db
    .selectFrom('vial_counts')
    .select('vials_available')
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', patient_id)
    .executeTakeFirst()
  if ((counts?.vials_available ?? 0) < product_quantity) failField('product_quantity', 'not_enough_vials')
}

/** The chosen patient must be visible to the center: its own, or referred to it. */
async function validatePatient(db: Db, parties: Parties, { patient_id, create_patient }: Purchase): Promise<number | null> {
  if (patient_id === null) return null
  if (create_patient) failField('patient_id', 'Choose a patient or create one, not both.')
  const { harvest_center_id, referral_harvest_center_id } = parties
  const center =
    harvest_center_id === null
      ? ({ id: referral_harvest_center_id as number, role: 'referral_harvest_center' } as const)
      : ({ id: harvest_center_id, role: 'harvest_center' } as const)
  const found = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', patient_id)
    .where(patientsSeenBy(center))
    .executeTakeFirst()
  return found?.id ?? failField('patient_id', 'Choose one of the center’s patients.')
}
