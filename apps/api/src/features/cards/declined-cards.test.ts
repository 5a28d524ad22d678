/** Nobody tests stolen cards by saving them: declined cards are limited together with those of the checkout, and audited. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkoutForm, createBuyer, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { DECLINES_PER_USER } from '#api/features/payments/decline-limits.queries.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const DECLINED = '46282'
const TOO_MANY = 'Too many cards were declined. Please wait an hour and try again, or ask your bank.'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
/** Every test uses one card. */
beforeEach(() => portal.owner.query(`delete from rate_limits where key like 'decline-card:%'`))
afterAll(() => portal.close())

const newBuyer = () => createBuyer(portal)
type Buyer = Awaited<ReturnType<typeof newBuyer>>

const add = (caller: TestClient, user_id: number, values: Record<string, unknown> = {}) =>
  caller.post('/api/v1/billing-profiles/create-profile/', {
    ...{ user_id, card_holder: 'Ada Example', card_number: '4111111111111111', expiration_date: '2099-12', cvv: '900' },
    ...values,
  })
/** Expired cards are declined. Each has another month, so that it is another card. */
const decline = ({ caller, center }: Buyer, n: number) =>
  add(caller, center, { expiration_date: `20${10 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}` })

test('after ten declined cards in an hour no card is saved and nothing is paid, in words', async () => {
  const buyer = await newBuyer()
  for (let n = 0; n < DECLINES_PER_USER - 1; n++) expect((await decline(buyer, n)).json().code).toBe('payment_declined')
  const declined = checkoutForm(await reserveInvoice(buyer.caller), { zip: DECLINED })
  expect((await buyer.caller.post('/api/v1/transactions/', declined)).statusCode).toBe(402)
  const refused = await add(buyer.caller, buyer.center)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().message]).toEqual([429, '3600', TOO_MANY])
  const paid = await buyer.caller.post('/api/v1/transactions/', checkoutForm(await reserveInvoice(buyer.caller)))
  expect([paid.statusCode, paid.json().error_message]).toEqual([429, TOO_MANY])
  const { caller, center } = await newBuyer()
  expect((await add(caller, center, { card_number: '5424000000000015' })).statusCode).toBe(200)
})

test('cards at once after a decline are counted one after the other', async () => {
  const buyer = await newBuyer()
  await decline(buyer, 0)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => decline(buyer, n + 1)))
  const declined = answers.filter(({ statusCode }) => statusCode === 402)
  expect(declined.length).toBeLessThan(DECLINES_PER_USER)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20 - declined.length)
})

test('a declined card is audited, by its last digits only', async () => {
  const buyer = await newBuyer()
  await decline(buyer, 0)
  const { rows } = await portal.owner.query(`select after from audit_log where subject_id = $1 and type = 'card.declined'`, [
    buyer.center,
  ])
  expect(rows).toEqual([{ after: { outcome_code: expect.any(String), card_number: '1111' } }])
})
