import { expect, test } from 'vitest'
import { NewCard, NewSavedCard } from './cards.ts'

const card = { full_name: 'Ada Example', expiration_date: '2099-12' }
const amex = '3700 000000 00002'
const visa = '4111 1111 1111 1111'
const unknownBrand = '9999 9999 9999 9999'

test.each([
  [amex, '1234', undefined],
  [amex, '123', 'Enter the 4 digits on the card.'],
  [visa, '123', undefined],
  [visa, '1234', 'Enter the 3 digits on the card.'],
  [unknownBrand, '123', undefined],
  [unknownBrand, '1234', undefined],
  [amex, '12', 'Enter the 3 or 4 digits on the card.'],
])('a card %s with the security code %s: %s', (card_number, code, message) => {
  const payment = NewCard.safeParse({ ...card, card_number, cvc: code })
  expect(payment.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual(message && [['cvc', message]])
  const saved = NewSavedCard.safeParse({ user_id: 1, card_holder: 'Ada Example', card_number, cvv: code })
  expect(saved.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual(message && [['cvv', message]])
})

test('a card that the browser has sealed has neither number nor code', () => {
  const opaque_data = { data_descriptor: 'descriptor', data_value: 'value' }
  expect(NewSavedCard.safeParse({ user_id: 1, card_holder: 'Ada Example', opaque_data }).success).toBe(true)
})
