/** The total of a purchase, in whole cents. */

import { toCents, toDollars } from '@vialdesk/contract/base/primitives'
import { priceCents } from '@vialdesk/contract/money/checkout'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AMEX, cardFields, checkoutForm } from '#api/features/checkout/checkout.fixture.ts'
import { splitCardFromOrder } from '#api/features/checkout/payment/pay.commands.ts'
import { withTimeout } from '#api/platform/kernel/with-timeout.ts'
import { CardSecret } from '#api/platform/ports/card-secret.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })
const parts = fc.record({
  price: cents,
  quantity: fc.integer({ min: 1, max: 1000 }),
  shipping: cents,
  harvest_fee: cents,
  discount: cents,
})

test('the total is price x quantity + fees - discount, which takes off no more than there is', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const { price, quantity, shipping, harvest_fee, discount } = given
      const { total, discount: applied } = priceCents(given)
      const full = BigInt(price) * BigInt(quantity) + BigInt(shipping) + BigInt(harvest_fee)
      expect(BigInt(total)).toBe(full > BigInt(discount) ? full - BigInt(discount) : 0n)
      expect(BigInt(total)).toBe(full - BigInt(applied))
    }),
  )
})

test('the total rises with the quantity and falls by the discount, down to zero', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 5000 }), (given, more) => {
      const totalOf = (parts: Partial<typeof given>) => priceCents({ ...given, ...parts }).total
      expect(totalOf({ quantity: given.quantity + 1 })).toBeGreaterThanOrEqual(totalOf({}))
      expect(totalOf({ discount: given.discount + more })).toBe(Math.max(0, totalOf({ discount: 0 }) - given.discount - more))
    }),
  )
})

test('a total is the same after a conversion to dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (total) => {
      expect(toCents(toDollars(total))).toBe(total)
      expect(toCents(JSON.parse(JSON.stringify(toDollars(total))))).toBe(total)
    }),
  )
})

test('the purchase contains no card data after the card is split off', () => {
  const form = {
    ...checkoutForm('V-000001', { credit_card: cardFields(AMEX) }),
    shipping_fee: 'yes',
    product_quantity: 1,
  } as unknown as Parameters<typeof splitCardFromOrder>[0]
  const { purchase, card } = splitCardFromOrder(form)
  expect(JSON.stringify({ purchase, card })).not.toMatch(new RegExp(`${AMEX.card_number}|${AMEX.cvc}|2099`))
  expect(card?.kind === 'card' && card.card).toBeInstanceOf(CardSecret)
  expect(card?.kind === 'card' && card.billTo).toMatchObject({ firstName: 'Ada', lastName: 'Example', zip: '30301' })
})

test('a promise with a time-out ends at the time-out, and not before', async () => {
  expect(await withTimeout(new Promise(() => {}), 'late', 1)).toBe('late')
  expect(await withTimeout(Promise.resolve('answer'), 'late', 60_000)).toBe('answer')
})
