/** What a charge says of its card, and a prepaid card without enough money: the portal takes the whole amount or nothing. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authorizenetGateway } from './authorizenet.ts'
import { ACCOUNT, accountAt, type FakeAuthorizenet, fakeAuthorizenet } from './fake-authorizenet/server.fixture.ts'
import { aCard, anOrder, billTo, clockAt, day } from './orders.fixture.ts'

const clock = clockAt('2031-03-01T12:00:00Z')
let server: FakeAuthorizenet
let gateway: ReturnType<typeof authorizenetGateway>
beforeEach(async () => {
  server = await fakeAuthorizenet(clock.now)
  gateway = authorizenetGateway({ settingsOf: async () => accountAt(ACCOUNT), url: server.url, now: clock.now })
})
afterEach(() => server.close())

const sourceOf = (zip?: string) => ({ kind: 'nonce' as const, ...server.tokenize(aCard()), billTo: billTo(zip) })

test('says of a saved card that its holder pays with a stored card, and nothing of a new one', async () => {
  const { customerId } = await gateway.ensureCustomer({ domainId: 1, reference: 'U1', email: '' })
  const saved = await gateway.addCard({ domainId: 1, customerId, source: sourceOf() })
  const cardId = saved.kind === 'saved' ? saved.card.cardId : ''
  await gateway.charge(anOrder(1, { source: { kind: 'saved', customerId, cardId } }))
  await gateway.charge(anOrder(1, { source: sourceOf() }))
  const sent = server.requests.slice(-2).map(({ body }) => body.transactionRequest as { processingOptions?: object })
  expect(sent.map(({ processingOptions }) => processingOptions)).toEqual([{ isStoredCredentials: true }, undefined])
})

const prepaid = () => anOrder(1, { source: sourceOf('46225') })
const allow = (partialCharges: 'asked' | 'always') => Object.assign(server.accounts[0] as object, { partialCharges })
const find = async (order: ReturnType<typeof prepaid>) =>
  (await gateway.find({ ...order, since: new Date(clock.now().getTime() - day) })).map(({ status, amountCents }) => [
    status,
    amountCents,
  ])

test('declines a prepaid card, also in an account that accepts parts of an amount', async () => {
  allow('asked')
  expect(await gateway.charge(prepaid())).toMatchObject({ kind: 'declined', code: '2' })
  expect(server.requests).toHaveLength(1)
})

test('gives the part back that was charged all the same, and declines the card', async () => {
  allow('always')
  const order = prepaid()
  const outcome = await gateway.charge(order)
  expect(outcome).toMatchObject({ kind: 'declined', code: '295', userMessage: expect.stringContaining('Nothing was charged') })
  expect(await find(order)).toEqual([['voided', order.amountCents]])
})

test('is neither paid nor held while the part cannot be given back', async () => {
  allow('always')
  const order = prepaid()
  server.failure = 'html'
  server.failingRequest = 'voidTransaction'
  expect(await gateway.charge(order)).toMatchObject({ kind: 'unknown', code: '295' })
  server.failure = undefined
  expect(await find(order)).toEqual([['failed', order.amountCents]])
})
