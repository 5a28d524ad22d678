import { expect, test } from 'vitest'
import { blankCard, FeeFormSchema, type FeeFormValues, NEW_CARD } from './fee-form.ts'

const address = {
  company: '',
  address1: '1 Main Street',
  address2: '',
  city: 'Austin',
  state: 'TX',
  country_desc: 'United States',
  zip_code: '',
}
const filled: FeeFormValues = {
  harvest_center_email: 'desk@bayview.example',
  harvest_center_billing_email: 'desk@bayview.example',
  harvest_center_phone: '',
  create_patient: false,
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  required_signature: false,
  addressInfo: address,
  shippingInfo: address,
  shipping_fee: 'yes',
  card: 'card-1',
  credit_card: blankCard,
}
const goodCard = { full_name: 'Ana Diaz', card_number: '4111 1111 1111 1111', cvc: '900', expiration_date: '2099-12' }

function faults(change: Partial<FeeFormValues>): Record<string, string> {
  const { error } = FeeFormSchema.safeParse({ ...filled, ...change })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('sends no card fields with a saved card', () => {
  const sent = FeeFormSchema.parse({ ...filled, credit_card: goodCard })
  expect(sent.auth_customer_payment_profile_validation).toBe('card-1')
  expect(sent.credit_card).toBeUndefined()
})

test('sends a new card number without blanks', () => {
  const sent = FeeFormSchema.parse({ ...filled, card: NEW_CARD, credit_card: goodCard })
  expect(sent.credit_card).toEqual({ ...goodCard, card_number: '4111111111111111' })
  expect(sent.auth_customer_payment_profile_validation).toBeUndefined()
})

test('requires a complete, valid and unexpired new card', () => {
  expect(Object.keys(faults({ card: NEW_CARD })).toSorted()).toEqual([
    'credit_card.card_number',
    'credit_card.cvc',
    'credit_card.expiration_date',
    'credit_card.full_name',
  ])
  const card = (change: object) => faults({ card: NEW_CARD, credit_card: { ...goodCard, ...change } })
  expect(card({ card_number: '4111 1111 1111 1112' })).toHaveProperty(['credit_card.card_number'])
  expect(card({ expiration_date: '2020-01' })).toEqual({ 'credit_card.expiration_date': 'This card has expired.' })
  expect(card({ cvc: '9000' })).toEqual({ 'credit_card.cvc': 'Enter the 3 digits on the card.' })
  expect(card({ card_number: '3700 000000 00002', cvc: '900' })).toEqual({ 'credit_card.cvc': 'Enter the 4 digits on the card.' })
})

test('requires name, email and phone of a new patient, all at once', () => {
  expect(Object.keys(faults({ create_patient: true, card: NEW_CARD })).toSorted()).toEqual([
    'credit_card.card_number',
    'credit_card.cvc',
    'credit_card.expiration_date',
    'credit_card.full_name',
    'email',
    'first_name',
    'last_name',
    'phone_number',
  ])
})

test('does not send patient fields when no patient is created', () => {
  const sent = FeeFormSchema.parse({ ...filled, first_name: 'Ana', email: 'not an address', required_signature: true })
  expect(sent).toMatchObject({ create_patient: false, first_name: '', email: '', required_signature: false })
})
