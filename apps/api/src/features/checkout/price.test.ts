/** What a purchase costs, in whole cents, whatever is bought. */
import { totalCents } from '@vialdesk/contract/checkout'
import { toCents, toDollars } from '@vialdesk/contract/primitives'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CardSecret } from '#api/adapters/payments/card-secret.ts'
import { withinTime } from './charge.commands.ts'
import { aForm, CVC, PAN } from './checkout.fixture.ts'
import { takeCard } from './pay.commands.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })
const parts = fc.record({
  price: cents,
  quantity: fc.integer({ min: 1, max: 1000 }),
  shipping: cents,
  harvest_fee: cents,
  discount: cents,
})

test('is price x quantity + fees - discount, and never below zero', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const { price, quantity, shipping, harvest_fee, discount } = given
      const total = totalCents(given)
      const exact = BigInt(price) * BigInt(quantity) + BigInt(shipping) + BigInt(harvest_fee) - BigInt(discount)
      expect(BigInt(total)).toBe(exact > 0n ? exact : 0n)
    }),
  )
})

test('rises with the quantity and falls with the discount, by just as much until it is nothing', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 5000 }), (given, more) => {
      expect(totalCents({ ...given, quantity: given.quantity + 1 })).toBeGreaterThanOrEqual(totalCents(given))
      const less = totalCents({ ...given, discount: given.discount + more })
      expect(less).toBe(Math.max(0, totalCents({ ...given, discount: 0 }) - given.discount - more))
    }),
  )
})

test('is the same in dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (total) => {
      expect(toCents(toDollars(total))).toBe(total)
      expect(toCents(JSON.parse(JSON.stringify(toDollars(total))))).toBe(total)
    }),
  )
})

test('nothing of a card is left in what is kept of a form', () => {
  const form = { ...aForm('V-000001'), shipping_fee: 'yes', product_quantity: 1 } as unknown as Parameters<typeof takeCard>[0]
  const { purchase, card } = takeCard(form)
  expect(JSON.stringify({ purchase, card })).not.toMatch(new RegExp(`${PAN}|${CVC}|2099`))
  expect(card?.kind === 'card' && card.card).toBeInstanceOf(CardSecret)
  expect(card?.kind === 'card' && card.billTo).toMatchObject({ firstName: 'Ada', lastName: 'Example', zip: '30301' })
})

test('waiting ends when the time is over, and not before', async () => {
  expect(await withinTime(new Promise(() => {}), 1, 'late')).toBe('late')
  expect(await withinTime(Promise.resolve('answer'), 60_000, 'late')).toBe('answer')
})
