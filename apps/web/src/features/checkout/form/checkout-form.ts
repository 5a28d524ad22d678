/** Values, validation and request body of the checkout form. */

import { Id } from '@vialdesk/contract/base/primitives'
import { Checkout, PatientCheckout } from '@vialdesk/contract/money/checkout'
import { z } from 'zod'
import { TypedCard } from '#web/entities/payment/typed-card.ts'
import { today } from '#web/lib/format/dates.ts'
import { type CheckoutKind, isFee, priceOf, type YesNo } from './price.ts'
import type { CheckoutData, CheckoutProduct } from './use-checkout-data.ts'

/** The option next to the saved cards. */
export const NEW_CARD = 'new'

type Location = CheckoutData['locations'][number]

/** An address of the form, copied from a location. */
export const addressFrom = (location: Partial<Location> | CheckoutData['me'], company: string) => ({
  company,
  address1: location.address1 ?? '',
  address2: location.address2 ?? '',
  city: location.city ?? '',
  state: location.state_desc ?? '',
  country_desc: location.country_desc ?? '',
  zip_code: location.zip_code ?? '',
})
export type AddressValues = ReturnType<typeof addressFrom>

/** The default location, else the buyer's own address. */
export const defaultAddress = ({ locations, me }: CheckoutData) =>
  locations.find((location) => location.default) ?? locations[0] ?? me

/** An address of the last order; undefined when there is none. */
const orderAddress = (from: CheckoutData['lastOrder']['billing']): AddressValues | undefined =>
  from?.address1 ? addressFrom({ ...from, state_desc: from.state }, from.company ?? '') : undefined

/** The default card, unless it has expired: then the first that has not. */
const defaultCard = ({ cards }: CheckoutData) => cards.find(({ expired }) => !expired)?.payment_profile_id ?? NEW_CARD

/** `bad`: the code was refused. Before the order is paid, the buyer enters another code or chooses to pay without one. */
export interface CouponValues {
  mark: 'none' | 'checking' | 'good' | 'bad'
  /** Dollars. */
  discount: number
  /** Why the code counts, or does not. */
  reason: string
}
export const noCoupon: CouponValues = { mark: 'none', discount: 0, reason: '' }

export const blankCard = { full_name: '', card_number: '', cvc: '', expiration_date: '' }

export function initialValuesOf(data: CheckoutData, newPatient: boolean) {
  const { me, centers } = data
  const address = addressFrom(defaultAddress(data), me.company ?? '')
  const { billing, shipping } = data.lastOrder
  return {
    harvest_center_email: me.email ?? '',
    harvest_center_billing_email: me.email ?? '',
    harvest_center_phone: me.phone_number ?? '',
    harvest_center_temporal_id: centers.length === 1 ? (centers[0]?.id ?? null) : null,
    harvest_fee: 'no' as YesNo,
    create_patient: newPatient,
    assign_later: false,
    patient_id: null as number | null,
    first_name: '',
    last_name: '',
    email: '',
    phone_number: '',
    required_signature: true,
    addressInfo: orderAddress(billing) ?? address,
    shippingInfo: orderAddress(shipping) ?? orderAddress(billing) ?? address,
    shipping_fee: 'yes' as YesNo,
    shipping_date: today() as string | null,
    /** Blank while it is typed. */
    product_quantity: 1 as number | string,
    /** The typed code. */
    coupon_code: '',
    coupon: noCoupon,
    /** The id of a saved card, or `NEW_CARD`. */
    card: defaultCard(data),
    credit_card: blankCard,
  }
}
export type CheckoutValues = ReturnType<typeof initialValuesOf>

const blankPatient = { first_name: '', last_name: '', email: '', phone_number: '', required_signature: false }
const noShipping = { shippingInfo: null, shipping_date: null, shipping_fee: 'no' }

/** Placeholders: invoice and total are filled in when the payment is sent. */
const placeholders = { invoice_id: 'later', total_amount: 0 }

/** Null: typed, but not applied. Undefined: refused. The order would be paid without the discount that the buyer expects. */
function couponCodeOf({ coupon_code, coupon: { mark } }: CheckoutValues): string | null | undefined {
  if (mark === 'good') return coupon_code.trim()
  if (mark === 'bad') return undefined
  return coupon_code.trim() === '' ? '' : null
}

/** Nothing for an order that costs nothing. */
function paymentOf(product: CheckoutProduct, values: CheckoutValues) {
  const { card, credit_card } = values
  if (priceOf(product, values).total === 0) return {}
  return card === NEW_CARD ? { credit_card } : { auth_customer_payment_profile_validation: card }
}

/** A new patient replaces a chosen one. */
const patientOf = ({ create_patient }: CheckoutValues) =>
  create_patient ? { patient_id: null, assign_later: false } : blankPatient

function checkoutInputOf(kind: CheckoutKind, product: CheckoutProduct, values: CheckoutValues) {
  const { card: _card, credit_card: _creditCard, coupon: _coupon, ...fields } = values
  return {
    ...fields,
    ...patientOf(values),
    ...placeholders,
    product_id: product.id,
    rhc_transaction: kind === 'harvest_fee',
    ...(isFee(kind) && { product_quantity: 1, shipping_date: today() }),
    ...(!product.has_shipping && noShipping),
    coupon_code: couponCodeOf(values),
    ...paymentOf(product, values),
  }
}

export const NOT_APPLIED = 'Apply the code, or clear it.'
export const REFUSED = 'The coupon was not applied. Enter another code, or choose to pay without a coupon.'
/** The page requires more than the contract: a new card is complete, and a typed code is applied. */
const pageFields = {
  credit_card: TypedCard.optional(),
  coupon_code: z.string({ error: ({ input }) => (input === null ? NOT_APPLIED : REFUSED) }),
}

const schemas = {
  processing_fee: Checkout.safeExtend(pageFields),
  harvest_fee: Checkout.safeExtend({ ...pageFields, harvest_center_temporal_id: Id }),
  product: Checkout.safeExtend(pageFields),
  patient_vials: PatientCheckout.safeExtend(pageFields),
}

/** Turns form values into the payment of the contract. */
export const checkoutSchema = (kind: CheckoutKind, product: CheckoutProduct): z.ZodType<PatientCheckout> =>
  z.preprocess((values) => checkoutInputOf(kind, product, values as CheckoutValues), schemas[kind])
