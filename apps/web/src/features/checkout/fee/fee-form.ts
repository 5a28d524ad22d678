/** Values, validation and request body of the processing fee form. */
import { Checkout } from '@vialdesk/contract/checkout'
import { productIds } from '@vialdesk/contract/products'
import { z } from 'zod'
import { cardErrorsOf } from '#web/entities/payment/card-errors.ts'
import { today } from '#web/lib/format/dates.ts'

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

export interface FeeFormValues extends Record<string, unknown> {
  harvest_center_email: string
  harvest_center_billing_email: string
  harvest_center_phone: string
  create_patient: boolean
  first_name: string
  last_name: string
  email: string
  phone_number: string
  required_signature: boolean
  addressInfo: AddressValues
  shippingInfo: AddressValues
  shipping_fee: 'yes' | 'no'
  /** The id of a saved card, or `NEW_CARD`. */
  card: string
  credit_card: { full_name: string; card_number: string; cvc: string; expiration_date: string }
}

export const blankCard: FeeFormValues['credit_card'] = { full_name: '', card_number: '', cvc: '', expiration_date: '' }
const blankPatient = { first_name: '', last_name: '', email: '', phone_number: '', required_signature: false }

/** Placeholders: invoice and total are filled in when the payment is sent. */
const placeholders = { invoice_id: 'later', total_amount: 0 }

/** Drops patient fields when no patient is created, and card fields with a saved card. */
function checkoutInputOf({ card, credit_card, ...values }: FeeFormValues) {
  return {
    ...values,
    ...(!values.create_patient && blankPatient),
    ...placeholders,
    product_id: productIds.processing_fee,
    assign_later: !values.create_patient,
    shipping_date: today(),
    ...(card === NEW_CARD ? { credit_card } : { auth_customer_payment_profile_validation: card }),
  }
}

/** The names of the card's fields in the contract. */
const cardFields = { number: 'card_number', expiry: 'expiration_date', code: 'cvc' } as const

/** Turns form values into the payment of the contract. */
export const FeeFormSchema = z.preprocess(
  (values) => checkoutInputOf(values as FeeFormValues),
  Checkout.superRefine(({ credit_card }, { addIssue }) => {
    if (!credit_card) return
    const card = { number: credit_card.card_number, expiry: credit_card.expiration_date, code: credit_card.cvc }
    for (const [field, message] of cardErrorsOf(card))
      addIssue({ code: 'custom', path: ['credit_card', cardFields[field]], message })
  }),
)
