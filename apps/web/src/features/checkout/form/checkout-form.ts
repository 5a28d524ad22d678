/** Values, validation and request body of the checkout form. */
import { NewCard } from '@vialdesk/contract/cards'
import { Checkout, PatientCheckout } from '@vialdesk/contract/checkout'
import { Id } from '@vialdesk/contract/primitives'
import { z } from 'zod'
import { cardFaultsOf } from '#web/entities/payment/card-faults.ts'
import { today } from '#web/lib/format/dates.ts'
import { type CheckoutKind, isFee } from './checkout-kinds.ts'
import { type PriceChoices, priceOf } from './price.ts'
import type { CheckoutProduct } from './use-checkout-data.ts'

/** The option next to the saved cards. */
export const NEW_CARD = 'new'

export interface AddressValues {
  company: string
  address1: string
  address2: string
  city: string
  state: string
  country_desc: string
  zip_code: string
}

/** `bad`: the code was refused. Before the order is paid, the buyer enters another code or chooses to pay without one. */
export interface CouponValues {
  mark: 'none' | 'checking' | 'good' | 'bad'
  /** Dollars. */
  discount: number
  /** Why the code counts, or does not. */
  reason: string
}
export const noCoupon: CouponValues = { mark: 'none', discount: 0, reason: '' }

export interface CheckoutValues extends Record<string, unknown>, PriceChoices {
  harvest_center_email: string
  harvest_center_billing_email: string
  harvest_center_phone: string
  harvest_center_temporal_id: number | null
  create_patient: boolean
  assign_later: boolean
  patient_id: number | null
  first_name: string
  last_name: string
  email: string
  phone_number: string
  required_signature: boolean
  addressInfo: AddressValues
  shippingInfo: AddressValues
  shipping_date: string | null
  /** The typed code. */
  coupon_code: string
  coupon: CouponValues
  /** The id of a saved card, or `NEW_CARD`. */
  card: string
  credit_card: { full_name: string; card_number: string; cvc: string; expiration_date: string }
}

export const blankCard: CheckoutValues['credit_card'] = { full_name: '', card_number: '', cvc: '', expiration_date: '' }
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

/** The names of the card's fields in the contract. */
const cardFields = { number: 'card_number', expiry: 'expiration_date', code: 'cvc' } as const

/** Card fields that the bank would refuse later. The blank ones are the contract's. */
const CheckedCard = NewCard.superRefine(({ card_number, expiration_date, cvc }, { addIssue }) => {
  for (const [field, message] of cardFaultsOf({ number: card_number, expiry: expiration_date, code: cvc }))
    addIssue({ code: 'custom', path: [cardFields[field]], message })
})

export const NOT_APPLIED = 'Apply the code, or clear it.'
export const REFUSED = 'The coupon was not applied. Enter another code, or choose to pay without a coupon.'
/** The page requires more than the contract: a new card is complete, and a typed code is applied. */
const pageFields = {
  credit_card: CheckedCard.optional(),
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
