/** A prepaid card without enough money: the portal takes the whole amount or nothing. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authorizenetGateway } from './authorizenet.ts'
import { ACCOUNT, accountAt, type FakeAuthorizenet, fakeAuthorizenet } from './authorizenet-server.fixture.ts'
import { aCard, anOrder, billTo, clockAt, day } from './orders.fixture.ts'

const clock = clockAt('2031-03-01T12:00:00Z')
let server: FakeAuthorizenet
let gateway: ReturnType<typeof authorizenetGateway>
beforeEach(async () => {
  server = await fakeAuthorizenet(clock.now)
  gateway = authorizenetGateway({ settingsOf: async () => accountAt(ACCOUNT), url: server.url, now: clock.now })
})
afterEach(() => server.close())

const prepaid = () => anOrder(1, { source: { kind: 'nonce', ...server.tokenize(aCard()), billTo: billTo('46225') } })
const allow = (partialCharges: 'asked' | 'always') => Object.assign(server.accounts[0] as object, { partialCharges })
const find = async (order: ReturnType<typeof prepaid>) =>
  (await gateway.find({ ...order, since: new Date(clock.now().getTime() - day) })).map(({ status, amountCents }) => [
    status,
    amountCents,
  ])

test('is declined, also in an account that accepts parts of an amount', async () => {
  allow('asked')
  expect(await gateway.charge(prepaid())).toMatchObject({ kind: 'declined', code: '2' })
  expect(server.requests).toHaveLength(1)
})

test('gets the part back that was charged all the same, and is declined', async () => {
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
