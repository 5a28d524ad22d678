/** The buyer of an order and the product that is bought: what the rules of an order need to know. */
import type { Checkout } from '@vialdesk/contract/money/checkout'
import type { Order } from '#api/features/checkout/payment/attempts.queries.ts'

export type Purchase = Omit<Checkout, 'credit_card' | 'opaque_data' | 'auth_customer_payment_profile_validation'>

/** `center`: a center buys, or staff or an admin for it. `patient`: a patient buys vials for itself. */
export type BuyerKind = 'center' | 'patient'

export type Parties = Pick<
  Order,
  | 'harvest_center_id'
  | 'referral_harvest_center_id'
  | 'hc_staff_id'
  | 'sales_rep_id'
  | 'sales_manager_id'
  | 'sales_distributor_id'
>

export interface Buyer {
  membership: number
  parties: Parties
  /** The centers whose coupons it may use. */
  couponCenterIds: number[]
}
