import type { Product } from '@vialdesk/contract/money/products'
import { expect, test } from 'vitest'
import { blankCard, type CheckoutValues, checkoutSchema, NEW_CARD, NOT_APPLIED, noCoupon, REFUSED } from './checkout-form.ts'
import type { CheckoutKind } from './price.ts'

const address = {
  company: '',
  address1: '1 Main Street',
  address2: '',
  city: 'Austin',
  state: 'TX',
  country_desc: 'United States',
  zip_code: '',
}
const filled: CheckoutValues = {
  harvest_center_email: 'desk@bayview.example',
  harvest_center_billing_email: 'desk@bayview.example',
  harvest_center_phone: '',
  harvest_center_temporal_id: null,
  harvest_fee: 'no',
  create_patient: false,
  assign_later: true,
  patient_id: null,
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  required_signature: false,
  addressInfo: address,
  shippingInfo: address,
  shipping_fee: 'yes',
  shipping_date: '2026-12-01',
  product_quantity: 1,
  coupon_code: '',
  coupon: noCoupon,
  card: 'card-1',
  credit_card: blankCard,
}
const goodCard = { full_name: 'Ana Diaz', card_number: '4111 1111 1111 1111', cvc: '900', expiration_date: '2099-12' }

const product: Product = {
  id: 1,
  name: 'Fee',
  description: '',
  price: 100,
  shipping_fee: 10,
  prices: [],
  ships: false,
  has_shipping: true,
  can_buy: true,
}
const FeeSchema = checkoutSchema('processing_fee', product)

function faultsOf(kind: CheckoutKind, sold: Product, change: Partial<CheckoutValues>): Record<string, string> {
  const { error } = checkoutSchema(kind, sold).safeParse({ ...filled, ...change })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}
const faults = (change: Partial<CheckoutValues>) => faultsOf('processing_fee', product, change)

test('sends no card fields with a saved card', () => {
  const sent = FeeSchema.parse({ ...filled, credit_card: goodCard })
  expect(sent.auth_customer_payment_profile_validation).toBe('card-1')
  expect(sent.credit_card).toBeUndefined()
})

test('sends a new card number without blanks', () => {
  const sent = FeeSchema.parse({ ...filled, card: NEW_CARD, credit_card: goodCard })
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
  expect(card({ expiration_date: '08/2' })).toEqual({ 'credit_card.expiration_date': 'Enter the month and year on the card.' })
  expect(card({ cvc: '9000' })).toEqual({ 'credit_card.cvc': 'Enter the 3 digits on the card.' })
  expect(card({ card_number: '3700 000000 00002', cvc: '900' })).toEqual({ 'credit_card.cvc': 'Enter the 4 digits on the card.' })
  expect(card({ card_number: '3700 000000 00002', cvc: '9001' })).toEqual({})
  expect(card({ card_number: '3700 000000 0007', cvc: '9001' })).toEqual({
    'credit_card.card_number': 'This is not a valid card number. Please check it.',
  })
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
  const sent = FeeSchema.parse({ ...filled, first_name: 'Ana', email: 'not an address', required_signature: true })
  expect(sent).toMatchObject({ create_patient: false, first_name: '', email: '', required_signature: false })
})

test('no fee is paid without saying for whom', () => {
  expect(Object.keys(faults({ assign_later: false }))).toEqual(['patient_id'])
  expect(faults({ assign_later: false, patient_id: 7 })).toEqual({})
  const sent = FeeSchema.parse({ ...filled, ...newPatient, patient_id: 7 })
  expect(sent, 'a new patient replaces a chosen one').toMatchObject({
    create_patient: true,
    patient_id: null,
    assign_later: false,
  })
})

const newPatient = {
  create_patient: true,
  first_name: 'Ana',
  last_name: 'Diaz',
  email: 'ana@example.test',
  phone_number: '+1 555 010 1111',
}

test('a referral fee needs a harvest center', () => {
  const fee = { ...product, id: 13 }
  expect(Object.keys(faultsOf('harvest_fee', fee, {}))).toEqual(['harvest_center_temporal_id'])
  const sent = checkoutSchema('harvest_fee', fee).parse({ ...filled, harvest_center_temporal_id: 5, harvest_fee: 'yes' })
  expect(sent).toMatchObject({ rhc_transaction: true, harvest_center_temporal_id: 5, harvest_fee: 'yes', product_quantity: 1 })
})

test.each([2, 14])('product %i needs a patient, and others do not', (id) => {
  const none = { assign_later: false, patient_id: null }
  expect(faultsOf('product', { ...product, id }, none)).toEqual({ patient_id: 'Please select a patient' })
  expect(faultsOf('product', { ...product, id: 3 }, none)).toEqual({})
})

test('a patient who buys for itself is not asked for a patient', () => {
  expect(faultsOf('patient_vials', { ...product, id: 2 }, { assign_later: false, product_quantity: 3 })).toEqual({})
})

test('a pre-order has no shipping', () => {
  const preOrder = { ...product, id: 14, has_shipping: false }
  const sent = checkoutSchema('product', preOrder).parse({ ...filled, assign_later: false, patient_id: 7 })
  expect(sent).toMatchObject({ shippingInfo: null, shipping_date: null, shipping_fee: 'no' })
})

test('a coupon code counts only when it was applied, and a refused one is not forgotten', () => {
  const typed = { coupon_code: ' SPRING ' }
  expect(faults(typed)).toEqual({ coupon_code: NOT_APPLIED })
  const applied = FeeSchema.parse({ ...filled, ...typed, coupon: { mark: 'good', discount: 5, reason: '' } })
  expect(applied.coupon_code).toBe('SPRING')
  expect(faults({ coupon: { mark: 'bad', discount: 0, reason: 'Used up.' } })).toEqual({ coupon_code: REFUSED })
})

test('an order that costs nothing needs no card', () => {
  const free = { coupon_code: 'ALL', coupon: { mark: 'good' as const, discount: 110, reason: '' } }
  expect(faults({ ...free, card: NEW_CARD })).toEqual({})
})
