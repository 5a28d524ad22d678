/** `portal providers check payments` at the fake of Authorize.Net's sandbox, which only answers requests of the official models, and at the simulator. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ACCOUNT, type FakeAuthorizenet, fakeAuthorizenet } from '#api/adapters/payments/fake-authorizenet/server.fixture.ts'
import { install, routeRequests } from '#api/cli/providers/installation.fixture.ts'
import { answerContainerRequest } from './browser-token.fixture.ts'

const CLIENT_KEY = 'a-public-client-key'
const account = {
  ...{ gateway: 'authorizenet', environment: 'sandbox', api_login_id: ACCOUNT.apiLoginId },
  ...{ transaction_key: ACCOUNT.transactionKey, client_key: CLIENT_KEY },
}

let installation: Awaited<ReturnType<typeof install>>
let server: FakeAuthorizenet
beforeAll(async () => {
  installation = await install()
})
afterAll(() => installation.close())
beforeEach(async () => {
  server = await fakeAuthorizenet()
  await installation.payWith(account)
  routeRequests({ 'https://apitest.authorize.net': server.url }, (_url, body) => answerContainerRequest(server, body, CLIENT_KEY))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

const check = (...args: string[]) => installation.check(['payments', '--domain', 'acme', ...args])
const statuses = () => server.accounts[0]?.transactions.map(({ status, invoiceNumber }) => [invoiceNumber.slice(-6), status])
const left = () => statuses()?.filter(([, status]) => status !== 'voided' && status !== 'declined')

test('runs the whole life of a charge and of a saved card, and leaves one charge for the refund of a later run', async () => {
  const { steps, output, code } = await check()
  expect(steps).toEqual({
    account: 'ok Authorize.Net accepted the keys.',
    'tokens of a browser': 'ok Visa, American Express',
    charge: expect.stringMatching(/^ok transaction \d+$/),
    'read the charge': 'ok unsettled',
    'find it by invoice': expect.stringMatching(/^ok CHECK-[0-9a-f]{12}$/),
    'the same order again': 'ok duplicate, with the first transaction',
    'refund before settlement': 'ok refused 54',
    void: expect.stringMatching(/^ok/),
    'a declined card': 'ok declined 2',
    'charge American Express': expect.stringMatching(/^ok/),
    'void American Express': expect.stringMatching(/^ok/),
    customer: expect.stringMatching(/^ok customer \d+$/),
    'the same customer again': 'ok',
    'save a card': expect.stringMatching(/^ok card \d+$/),
    'list the cards': 'ok',
    'charge the saved card': expect.stringMatching(/^ok/),
    'void it': expect.stringMatching(/^ok/),
    'delete the card': 'ok',
    'charges of earlier runs': `ok 0 of invoice CHECK-${installation.domainId}-REFUND`,
    'refund a settled charge': 'open run again after the night’s settlement',
    'leave a charge to settle': expect.stringMatching(/^ok transaction \d+: a later run refunds it$/),
    webhook: 'open No notice yet. Its URL: http://portal.acme.example/api/v1/webhooks/authorizenet/acme/',
  })
  expect(code).toBeUndefined()
  expect(left()).toEqual([['REFUND', 'capturedPendingSettlement']])
  expect(server.accounts[0]?.customers.flatMap(({ cards }) => cards)).toEqual([])
  expect(output).not.toMatch(new RegExp(`\\d{13}|${ACCOUNT.transactionKey}|${CLIENT_KEY}|Example Street`))
  expect(await installation.audited()).toContainEqual({ part: 'payments', provider: 'authorizenet' })
})

test('refunds the charge of an earlier run once it is settled, and each charge once', async () => {
  await check()
  server.settle()
  expect((await check()).steps['refund a settled charge']).toMatch(/^ok transaction \d+ by \d+$/)
  server.settle()
  expect((await check()).steps['refund a settled charge']).toMatch(/^open run again/)
})

test('says that a notice has arrived at the webhook', async () => {
  const { owner, domainId } = installation
  routeRequests({ 'https://apitest.authorize.net': server.url }, async (_url, body) => {
    const [charge] = server.accounts[0]?.transactions ?? []
    if (charge)
      await owner.query(
        `insert into payment_webhook_events (domain_id, gateway, event_id, event, gateway_trans_id)
         values ($1, 'authorizenet', $2, 'net.authorize.payment.authcapture.created', $2) on conflict do nothing`,
        [domainId, charge.transId],
      )
    return answerContainerRequest(server, body, CLIENT_KEY)
  })
  expect((await check('--wait', '60')).steps.webhook).toBe('ok a notice has arrived')
})

test('voids a charge whose answer was lost, goes on with the other steps, and exits with code 1', async () => {
  server.failure = 'lost'
  server.failingRequest = 'createTransactionRequest'
  let charges = 0
  routeRequests({ 'https://apitest.authorize.net': server.url }, (_url, body) => {
    if (body.startsWith('{"createTransactionRequest"') && ++charges > 1) server.failure = undefined
    return answerContainerRequest(server, body, CLIENT_KEY)
  })
  const { steps, code } = await check()
  expect(steps).toMatchObject({
    charge: 'failed unknown network',
    'a declined card': 'ok declined 2',
    'delete the card': 'ok',
    'clean-up: void the charge': expect.stringMatching(/^ok transaction \d+$/),
  })
  expect(steps).not.toHaveProperty('void')
  expect(code).toBe(1)
  expect(left()).toEqual([['REFUND', 'capturedPendingSettlement']])
})

test('names a refused account by what an admin can do, and sends no card', async () => {
  await installation.payWith({ transaction_key: 'wrong' })
  const { steps, code } = await check()
  expect(steps).toEqual({ account: expect.stringMatching(/^failed Authorize\.Net did not accept the API login ID/) })
  expect(code).toBe(1)
  expect(JSON.stringify(server.requests)).not.toContain('4111111111111111')
})

test('refuses a production account before anything is sent', async () => {
  await installation.payWith({ environment: 'production' })
  await expect(check()).rejects.toThrow('The domain acme charges real cards: its account is not of the sandbox.')
  expect(server.requests).toEqual([])
})

test('runs at the simulator, and says that it proves nothing about a provider', async () => {
  await installation.payWith({ gateway: 'embedded' })
  const { steps, output, code } = await installation.check(['payments', '--domain', 'portal.acme.example'])
  expect(output).toMatch(/^payments, domain acme: the simulator: no provider is proven\n/)
  expect(Object.values(steps).filter((each) => !each.startsWith('ok'))).toEqual(['open run again after the night’s settlement'])
  expect(code).toBeUndefined()
  const without = { PAYMENTS: 'authorizenet' }
  await expect(installation.check(['payments', '--domain', 'acme'], without)).rejects.toThrow('cannot take payments')
})

test.each([[['payments']], [['dns']], [[]], [['files', '--wait', 'long']], [['payments', 'signing', '--domain', 'acme']]])(
  'refuses %j with the usage',
  async (args) => {
    await expect(installation.check(args)).rejects.toThrow('Usage: npm run portal -- providers check')
  },
)

test('names an unknown domain', async () => {
  await expect(installation.check(['payments', '--domain', 'nowhere'])).rejects.toThrow('There is no domain "nowhere".')
})
