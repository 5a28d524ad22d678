/** Declined cards are limited by card and by network: at the checkout and for cards to save. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cardFields, checkoutForm, createBuyer, paymentStateOf, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { type DeclineKeys, declineKeysOf, declineLimits } from './declined-cards.commands.ts'

const DECLINED_ZIP = '46282'
const VISA = '4007000000027'
const OTHER = '5424000000000015'
const CARD_REFUSED = [429, 'This card was declined too often. Use another card, or ask your bank.']
const NETWORK_REFUSED = [429, 'Too many cards were declined from your network. Please wait an hour and try again.']
const { card, network } = declineLimits

let portal: TestPortal
let ip = 0
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
/** Each test has a network of its own. */
beforeEach(async () => {
  ip += 1
  await portal.owner.query(`delete from rate_limits where key like 'decline-card:%'`)
})

type Buyer = Awaited<ReturnType<typeof createBuyer>> & { token: string }
const newBuyer = async (): Promise<Buyer> => {
  const buyer = await createBuyer(portal)
  return { ...buyer, token: await portal.tokenOf(buyer.center) }
}

const post = ({ token }: Buyer, url: string, payload: object, remoteAddress = `10.9.0.${ip}`) =>
  portal.app.inject({ method: 'POST', url, payload, remoteAddress, headers: { domain: 'acme', authorization: `Token ${token}` } })
const pay = async (buyer: Buyer, number: string, zip?: string, from?: string) => {
  const invoice = await reserveInvoice(buyer.caller)
  const values = { credit_card: cardFields({ card_number: number }), ...(zip && { zip }) }
  const answer = await post(buyer, '/api/v1/transactions/', checkoutForm(invoice, values), from)
  return { answer, invoice }
}
const add = (buyer: Buyer, number: string, expiry: string) =>
  post(buyer, '/api/v1/billing-profiles/create-profile/', {
    ...{ user_id: buyer.center, card_holder: 'Ada Example', card_number: number, expiration_date: expiry, cvv: '900' },
  })
const keysOf = (number: string) =>
  declineKeysOf(portal.ports.secretKey, { domainId: portal.domainId, card: number, ip: `10.9.0.${ip}` }) as Required<DeclineKeys>
/** Two users have each number declined, with dates that expired, which is counted together. Then the count is set. */
async function declineTimes(times: number, kind: keyof typeof declineLimits, numbers: string[]): Promise<void> {
  for (const year of [2010, 2011]) {
    const buyer = await newBuyer()
    for (const number of numbers) expect((await add(buyer, number, `${year}-01`)).json().code).toBe('payment_declined')
  }
  const key = keysOf(numbers[0] as string)[kind]
  const { rows } = await portal.owner.query('select points from rate_limits where key = $1', [key])
  expect(rows).toEqual([{ points: 2 * numbers.length }])
  await portal.owner.query('update rate_limits set points = $2 where key = $1', [key, times])
}
const reasonOf = ({ statusCode, json }: { statusCode: number; json(): { message: string } }) => [statusCode, json().message]
const age = (kind: string, seconds: number) =>
  portal.owner.query('update rate_limits set expire = expire - $2 where key like $1', [`decline-${kind}:%`, seconds * 1000])

describe('a card', () => {
  test('is refused after exactly its limit, whatever expiry and user, and is not charged', async () => {
    await declineTimes(card.declines - 1, 'card', [VISA])
    const [buyer, stranger] = [await newBuyer(), await newBuyer()]
    const last = await pay(buyer, VISA, DECLINED_ZIP)
    expect(last.answer.json().code).toBe('payment_declined')
    const { answer, invoice } = await pay(stranger, VISA)
    expect([answer.statusCode, answer.json().error_message]).toEqual(CARD_REFUSED)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(card.seconds - 600)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: [] })
    expect(reasonOf(await add(stranger, VISA, '2099-12'))).toEqual(CARD_REFUSED)
    expect((await pay(stranger, OTHER)).answer.json().code).toBe('success')
  })

  test('is accepted again when the time is over, and a success resets nothing', async () => {
    await declineTimes(card.declines - 1, 'card', [VISA])
    const buyer = await newBuyer()
    expect((await pay(buyer, VISA)).answer.json().code).toBe('success')
    expect((await pay(buyer, VISA, DECLINED_ZIP)).answer.json().code).toBe('payment_declined')
    await age('card', card.seconds - 600)
    expect((await pay(buyer, VISA)).answer.statusCode).toBe(429)
    await age('card', 600)
    expect((await pay(buyer, VISA)).answer.json().code).toBe('success')
  })
})

test('a network is refused after exactly its limit, with any card, and other networks are not', async () => {
  await declineTimes(network.declines - 1, 'network', [VISA, OTHER, '4012888818888'])
  const buyer = await newBuyer()
  expect((await pay(buyer, '6011000000000012')).answer.json().code).toBe('success')
  expect((await pay(buyer, '6011000000000012', DECLINED_ZIP)).answer.json().code).toBe('payment_declined')
  const { answer } = await pay(buyer, '6011000000000012')
  expect([answer.statusCode, answer.json().error_message]).toEqual(NETWORK_REFUSED)
  expect(reasonOf(await add(buyer, '6011000000000012', '2099-12'))).toEqual(NETWORK_REFUSED)
  expect((await pay(buyer, '6011000000000012', undefined, '10.8.0.1')).answer.json().code).toBe('success')
  await age('network', network.seconds)
  expect((await pay(buyer, '6011000000000012')).answer.json().code).toBe('success')
})

test('keeps neither the number nor a hash that others can compute, and forgets it within hours', async () => {
  const buyer = await newBuyer()
  await pay(buyer, VISA, DECLINED_ZIP)
  const { rows } = await portal.owner.query(`select key, expire - $1 as left from rate_limits where key like 'decline-card:%'`, [
    Date.now(),
  ])
  expect(rows).toHaveLength(1)
  expect(rows[0].key).not.toContain(VISA)
  expect(Number(rows[0].left)).toBeLessThanOrEqual(card.seconds * 1000 + 60_000)
  const payer = { domainId: portal.domainId, card: VISA, ip: null }
  expect(declineKeysOf(portal.ports.secretKey, payer).card).toBe(rows[0].key)
  expect(declineKeysOf('another installation with its own key', payer).card).not.toBe(rows[0].key)
  expect(declineKeysOf(portal.ports.secretKey, { ...payer, domainId: portal.otherDomainId }).card).not.toBe(rows[0].key)
  expect(declineKeysOf(portal.ports.secretKey, { ...payer, card: undefined })).toEqual({})
})

test('the count of declines does not wait for vials that a lab adds for patients of the center', async () => {
  const buyer = await newBuyer()
  const addsVials = await portal.owner.connect()
  try {
    await addsVials.query('begin')
    // As the trigger of new vials does.
    await addsVials.query('select from users where id = $1 for share', [buyer.center])
    expect((await pay(buyer, VISA)).answer.json()).toMatchObject({ code: 'success' })
  } finally {
    await addsVials.query('rollback')
    addsVials.release()
  }
})
