/** The form of the processing fee, and the payment that it stands for. */
import { Checkout, productIds } from '@vialdesk/contract/checkout'
import { z } from 'zod'
import { today } from '#web/lib/dates.ts'
import { brandOf, isCardNumber } from './card-number.ts'

/** The choice that stands beside the saved cards. */
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

export interface FeeValues extends Record<string, unknown> {
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

export const blankCard: FeeValues['credit_card'] = { full_name: '', card_number: '', cvc: '', expiration_date: '' }
const noPatient = { first_name: '', last_name: '', email: '', phone_number: '', required_signature: false }

/** Invoice and total are filled in when the payment is sent; until then these stand for them. */
const later = { invoice_id: 'later', total_amount: 0 }

/** What is sent of a form: nothing of a patient that is not created, no new card where a saved one pays. */
function purchaseOf({ card, credit_card, ...values }: FeeValues) {
  return {
    ...values,
    ...(!values.create_patient && noPatient),
    ...later,
    product_id: productIds.processing_fee,
    shipping_date: today(),
    ...(card === NEW_CARD ? { credit_card } : { auth_customer_payment_profile_validation: card }),
  }
}

type Card = NonNullable<Checkout['credit_card']>
type Fault = [field: keyof Card, sentence: string]

/** What only the bank would say otherwise, a round trip later. */
function faultsOf({ card_number, expiration_date, cvc }: Card): Fault[] {
  const digits = brandOf(card_number)?.cvc
  const faults: (Fault | false)[] = [
    card_number !== '' && !isCardNumber(card_number) && ['card_number', 'This is not a valid card number. Please check it.'],
    expiration_date !== '' && expiration_date < today().slice(0, 7) && ['expiration_date', 'This card has expired.'],
    digits !== undefined && cvc !== '' && cvc.length !== digits && ['cvc', `Enter the ${digits} digits on the card.`],
  ]
  return faults.filter((fault) => fault !== false)
}

/** Takes the form's values, answers the contract's payment. */
export const FeeForm = z.preprocess(
  (values) => purchaseOf(values as FeeValues),
  Checkout.superRefine(({ credit_card }, { addIssue }) => {
    if (!credit_card) return
    for (const [field, message] of faultsOf(credit_card)) addIssue({ code: 'custom', path: ['credit_card', field], message })
  }),
)
