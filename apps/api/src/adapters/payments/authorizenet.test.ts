/** The peculiarities of Authorize.Net: answers without content, its codes, tokens, and secrets in errors. */
import { format, inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BillingAddress, CardSource, ChargeOrder } from '#api/platform/ports/payments.ts'
import { authorizenetGateway } from './authorizenet.ts'
import {
  ACCOUNT,
  accountAt,
  type FakeAuthorizenet,
  type FakeFailure,
  fakeAuthorizenet,
} from './fake-authorizenet/server.fixture.ts'
import { aCard, billTo, clockAt, day, newReference, visa } from './orders.fixture.ts'

const domainId = 1
const clock = clockAt('2031-03-01T12:00:00Z')
let server: FakeAuthorizenet
let gateway: ReturnType<typeof authorizenetGateway>

const gatewayAt = (url: string, account: Parameters<typeof accountAt>[1] = {}) => {
  // Only an answer that never comes is not waited for.
  const timeoutMs = server.failure === 'silent' ? 200 : 20_000
  const settingsOf = async () => accountAt(ACCOUNT, account)
  return authorizenetGateway({ settingsOf, url, timeoutMs, now: clock.now, pause: async () => {} })
}

beforeEach(async () => {
  server = await fakeAuthorizenet(clock.now)
  gateway = gatewayAt(server.url)
})
afterEach(() => server.close())

const token = (zip?: string, more: Partial<BillingAddress> = {}): Exclude<CardSource, { kind: 'saved' }> => ({
  kind: 'nonce',
  ...server.tokenize(aCard()),
  billTo: { ...billTo(zip), ...more },
})
const order = (more: Partial<ChargeOrder> = {}): ChargeOrder => ({
  ...{ domainId, refId: newReference('R'), invoiceNumber: newReference('V'), amountCents: 1230, source: token() },
  ...more,
})
const failures: FakeFailure[] = ['html', 'page', 'empty', 'lost', 'silent']

describe('a request', () => {
  test('has the amount as a decimal, a neutral description and the longest duplicate window', async () => {
    const sent = order({ ip: '192.0.2.7', source: token(undefined, { firstName: 'A'.repeat(80) }) })
    expect(await gateway.charge(sent)).toMatchObject({ kind: 'approved' })
    expect(server.requests.at(-1)?.body).toMatchObject({
      refId: sent.refId,
      transactionRequest: {
        amount: '12.30',
        order: { invoiceNumber: sent.invoiceNumber, description: `Invoice ${sent.invoiceNumber}` },
        billTo: { firstName: 'A'.repeat(50) },
        customerIP: '192.0.2.7',
        transactionSettings: {
          setting: [
            { settingName: 'duplicateWindow', settingValue: '28800' },
            { settingName: 'emailCustomer', settingValue: 'false' },
            { settingName: 'allowPartialAuth', settingValue: 'false' },
          ],
        },
      },
    })
  })

  test('names no IPv6 address, which the gateway does not take', async () => {
    expect(await gateway.charge(order({ ip: '2001:db8::1' }))).toMatchObject({ kind: 'approved' })
    expect(JSON.stringify(server.requests)).not.toContain('2001:db8')
  })

  test('with a card number is never sent', async () => {
    const source = { kind: 'card' as const, card: aCard(), billTo: billTo() }
    expect(await gateway.charge(order({ source }))).toMatchObject({ kind: 'rejected', code: 'raw_card' })
    expect(await gateway.addCard({ domainId, customerId: '1', source })).toMatchObject({ kind: 'rejected', code: 'raw_card' })
    expect(server.requests).toEqual([])
  })

  test.each([
    ['5.00', 500],
    ['0.05', 5],
    ['3650.00', 365_000],
    ['1234567.89', 123_456_789],
  ])('writes %s for %d cents, and reads it again', async (text, amountCents) => {
    const outcome = await gateway.charge(order({ amountCents }))
    expect(server.requests.at(-1)?.body).toMatchObject({ transactionRequest: { amount: text } })
    const transId = outcome.kind === 'approved' ? outcome.transId : ''
    expect(await gateway.get({ domainId, transId })).toMatchObject({ amountCents })
  })
})

describe('without a readable answer', () => {
  test.each(failures)('%s: a charge is unknown, and reads are unavailable', async (failure) => {
    server.failure = failure
    const impatient = gatewayAt(server.url)
    const code = { html: 'html', page: 'html', empty: 'html', lost: 'network', silent: 'timeout' }[failure]
    expect(await impatient.charge(order())).toMatchObject({ kind: 'unknown', code })
    expect(await impatient.void({ domainId, transId: '1', refId: 'V' })).toMatchObject({ kind: 'unknown', code })
    await expect(impatient.get({ domainId, transId: '1' })).rejects.toMatchObject({ name: 'GatewayUnavailable' })
    await expect(impatient.listCards({ domainId, customerId: '1' })).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  })

  test('a charge that was made is found, and its repetition is a duplicate', async () => {
    server.failure = 'lost'
    const lost = order()
    expect(await gateway.charge(lost)).toMatchObject({ kind: 'unknown' })
    server.failure = undefined
    const since = new Date(clock.now().getTime() - day)
    const [found, ...more] = await gateway.find({ ...lost, since })
    expect(found).toMatchObject({ status: 'unsettled', refId: lost.refId, amountCents: 1230 })
    expect(more).toEqual([])
    expect(await gateway.charge({ ...lost, source: token() })).toMatchObject({ kind: 'duplicate', transId: found?.transId })
  })

  test('the gateway cannot be reached: unknown', async () => {
    const nowhere = gatewayAt('http://127.0.0.1:1')
    expect(await nowhere.charge(order())).toMatchObject({ kind: 'unknown', code: 'network' })
    expect(await nowhere.testConnection(accountAt(ACCOUNT))).toMatchObject({
      success: false,
      message: expect.stringMatching(/cannot be reached/),
    })
  })

  test('an error of the gateway itself (E00001) is unknown, a refused request is not', async () => {
    server.refusal = 'E00001'
    expect(await gateway.charge(order())).toMatchObject({ kind: 'unknown' })
    server.refusal = 'E00104'
    expect(await gateway.charge(order())).toMatchObject({ kind: 'rejected', userMessage: expect.stringContaining('busy') })
  })
})

describe('an account', () => {
  test('that is missing takes no payments and says so', async () => {
    const without = authorizenetGateway({ settingsOf: async () => ({}), url: server.url })
    const message = 'Card payments are not set up yet.'
    expect(await without.charge(order())).toMatchObject({ kind: 'rejected', userMessage: message })
    expect(await without.cardEntry(domainId)).toEqual({ kind: 'none' })
    expect(await without.listCards({ domainId, customerId: '1' })).toEqual([])
    await expect(without.get({ domainId, transId: '1' })).rejects.toThrow(message)
  })

  test('in test mode charges nobody, and is refused', async () => {
    const [account] = server.accounts
    if (account) account.testMode = true
    const live = gatewayAt(server.url, { environment: 'production' })
    for (const one of [live, gateway]) expect(await one.charge(order())).toMatchObject({ kind: 'rejected', code: 'test_mode' })
  })

  test('with wrong keys or without reports is explained by the connection test', async () => {
    const account = accountAt(ACCOUNT)
    expect(await gateway.testConnection(account)).toEqual({ success: true, message: 'Authorize.Net accepted the keys.' })
    server.refusal = 'E00009'
    expect(await gateway.testConnection(account)).toMatchObject({
      success: false,
      message: expect.stringMatching(/Test Mode.*Turn it off/),
    })
    server.refusal = undefined
    const wrong = await gateway.testConnection({ ...account, transaction_key: 'wrong' })
    expect(wrong).toMatchObject({ success: false, message: expect.stringMatching(/did not accept.*sandbox account/) })
    if (server.accounts[0]) server.accounts[0].reports = false
    const blind = await gateway.testConnection(account)
    expect(blind).toMatchObject({ success: false, message: expect.stringMatching(/Transaction Details API is off/) })
  })

  test('gives browsers its public keys only', async () => {
    expect(await gatewayAt(server.url, { environment: 'production' }).cardEntry(domainId)).toEqual({
      kind: 'token',
      settings: {
        ...{ gateway: 'authorizenet', environment: 'production', api_login_id: ACCOUNT.apiLoginId },
        ...{ client_key: 'a-public-client-key', script: 'https://js.authorize.net/v1/Accept.js' },
      },
    })
  })
})

describe('a charge', () => {
  test('under review is held, and voided on request', async () => {
    const outcome = await gateway.charge(order({ source: token('46294') }))
    expect(outcome).toMatchObject({ kind: 'held', code: '252' })
    const transId = outcome.kind === 'held' ? outcome.transId : ''
    expect(await gateway.get({ domainId, transId })).toMatchObject({ status: 'held' })
    expect(await gateway.void({ domainId, transId, refId: newReference('V') })).toMatchObject({ kind: 'approved' })
    expect(await gateway.get({ domainId, transId })).toMatchObject({ status: 'voided', amountCents: 1230 })
  })

  test.each([
    ['E00115', 'Enter the card again.'],
    ['E00116', 'not set up correctly'],
  ])('with a token that is refused (%s) says why', async (code, text) => {
    server.refusal = code
    expect(await gateway.charge(order())).toMatchObject({ kind: 'rejected', code, userMessage: expect.stringContaining(text) })
  })

  test('with a token that was used before is refused', async () => {
    const source = token()
    await gateway.charge(order({ source }))
    expect(await gateway.charge(order({ source }))).toMatchObject({ kind: 'rejected', code: 'E00114' })
  })

  test.each([
    ['chargeback', 'failed'],
    ['couldNotVoid', 'failed'],
    ['underReview', 'held'],
    ['failedReview', 'declined'],
    ['settledSuccessfully', 'settled'],
  ])('with the status %s is %s', async (status, ours) => {
    const outcome = await gateway.charge(order())
    const transId = outcome.kind === 'approved' ? outcome.transId : ''
    Object.assign(server.accounts[0]?.transactions.at(-1) as object, { status })
    expect(await gateway.get({ domainId, transId })).toMatchObject({ status: ours })
  })

  test('two equal refunds of one charge are both paid', async () => {
    const outcome = await gateway.charge(order())
    const transId = outcome.kind === 'approved' ? outcome.transId : ''
    clock.advance(day)
    server.settle()
    const refund = { domainId, transId, last4: '1111', amountCents: 500 }
    expect(await gateway.refund({ ...refund, refId: 'V-1-R1' })).toMatchObject({ kind: 'approved' })
    expect(await gateway.refund({ ...refund, refId: 'V-1-R2' })).toMatchObject({ kind: 'approved' })
    expect(await gateway.refund({ ...refund, refId: 'V-1-R2' })).toMatchObject({ kind: 'duplicate' })
    expect(await gateway.refund({ ...refund, refId: 'V-1-R3' })).toMatchObject({ kind: 'rejected', code: '55' })
  })

  test('is found on the second page of a long list', async () => {
    const wanted = order()
    await gateway.charge(wanted)
    const [first] = server.accounts[0]?.transactions ?? []
    if (!first) throw new Error('There is no charge')
    const others = Array.from({ length: 1000 }, (_, n) => ({ ...first, transId: `${n + 1}`, invoiceNumber: `other-${n}` }))
    server.accounts[0]?.transactions.unshift(...others)
    expect(await gateway.find({ ...wanted, since: new Date(clock.now().getTime() - day) })).toHaveLength(1)
  })
})

describe('a saved card', () => {
  const saveCard = (customerId: string, zip?: string) => gateway.addCard({ domainId, customerId, source: token(zip) })

  test('is looked for until the gateway knows the new customer', async () => {
    server.delay = 2
    const { customerId } = await gateway.ensureCustomer({ domainId, reference: 'U1', email: '' })
    expect(await saveCard(customerId)).toMatchObject({ kind: 'saved' })
    expect(server.requests.filter(({ name }) => name === 'createCustomerPaymentProfileRequest')).toHaveLength(3)
    expect(server.requests.find(({ name }) => name === 'createCustomerPaymentProfileRequest')?.body).toMatchObject({
      validationMode: 'liveMode',
    })
  })

  test('is refused with the reason of the bank', async () => {
    const { customerId } = await gateway.ensureCustomer({ domainId, reference: 'U2', email: '' })
    expect(await saveCard(customerId, '46282')).toMatchObject({ kind: 'declined', code: '2' })
    expect(await saveCard(customerId, '46205')).toMatchObject({ kind: 'declined', code: '27' })
  })

  test('is refused with that reason also by an account with another delimiter', async () => {
    server.delimiter = '"|"'
    const { customerId } = await gateway.ensureCustomer({ domainId, reference: 'U4', email: '' })
    expect(await saveCard(customerId, '46205')).toMatchObject({ kind: 'declined', code: '27' })
  })

  test('stays as it is when its token is used up, unless it has expired', async () => {
    const { customerId } = await gateway.ensureCustomer({ domainId, reference: 'U3', email: '' })
    await saveCard(customerId)
    server.usesUpTokens = true
    expect(await saveCard(customerId)).toMatchObject({ kind: 'saved', card: { expiry: '2099-12' } })
    const saved = server.accounts[0]?.customers.at(-1)?.cards[0]
    if (saved) saved.card.expiry = '2030-01'
    expect(await saveCard(customerId)).toMatchObject({ kind: 'rejected', userMessage: expect.stringContaining('already saved') })
  })
})

describe('card numbers, tokens and keys', () => {
  const secrets = new RegExp([visa, ACCOUNT.transactionKey, 'token-\\d+', '\\b900\\b'].join('|'))
  const textsOf = (value: unknown) => [
    inspect(value, { depth: 12, showHidden: true }),
    format('%s %o %j', value, value, value),
    String(JSON.stringify(value, Object.getOwnPropertyNames(value ?? {}))),
  ]

  test.each<FakeFailure | 'none' | 'refused' | 'unreachable'>([...failures, 'none', 'refused', 'unreachable'])(
    'are in no outcome and no error (%s)',
    async (failure) => {
      if (failure === 'refused') server.refusal = 'E00003'
      else if (failure !== 'none' && failure !== 'unreachable') server.failure = failure
      const one = gatewayAt(failure === 'unreachable' ? 'http://127.0.0.1:1' : server.url)
      const caught = (work: Promise<unknown>) => work.catch((error: unknown) => error)
      const results = [
        await one.charge(order()),
        await one.charge(order({ source: token('46282') })),
        await one.charge(order({ source: { kind: 'card', card: aCard(), billTo: billTo() } })),
        await one.charge(order({ refId: 'R'.repeat(30) })),
        await one.refund({ domainId, transId: '1', refId: 'F', last4: '1111', amountCents: 100 }),
        await caught(one.get({ domainId, transId: '1' })),
        await caught(one.ensureCustomer({ domainId, reference: 'U9', email: '' })),
        await caught(one.addCard({ domainId, customerId: '1', source: token() })),
        await caught(one.testConnection(accountAt(ACCOUNT))),
      ]
      for (const result of results) for (const text of textsOf(result)) expect(text).not.toMatch(secrets)
    },
  )
})
