/** The settings of the card gateway: who may change them, what is stored, and what browsers get. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNT } from '#api/adapters/payments/fake-authorizenet/server.fixture.ts'
import { notSetUpGateway } from '#api/adapters/payments/gateways.ts'
import { buy, refundForm, settleCharges } from '#api/features/transactions/refunds/refunds.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { checkoutForm, createBuyer, reserveInvoice } from '../checkout/checkout.fixture.ts'
import { findPaymentSources, paymentSettings } from './payment-settings.queries.ts'
import { account, CLIENT_KEY, SETTINGS, SIGNATURE_KEY, startAuthorizenetPortal } from './payments.fixture.ts'

const BROWSER = '/auth/authorizenet/'
let started: Awaited<ReturnType<typeof startAuthorizenetPortal>>
beforeAll(async () => {
  started = await startAuthorizenetPortal()
})
afterAll(() => started.close())
beforeEach(async () => {
  const { portal } = started
  await portal.owner.query('delete from payment_settings')
  await portal.owner.query('delete from payment_customers')
})

const errorsOf = async (change: object) => {
  const refused = await started.admin.patch(SETTINGS, { ...change })
  return [refused.statusCode, refused.json().errors]
}
const lastAudit = async () => {
  const { rows } = await started.portal.owner.query(
    `select before, after from audit_log where type = 'payments.settings_changed' order by id desc limit 1`,
  )
  return rows[0]
}

describe('GET and PATCH /domain/payment-settings/', () => {
  test('begins with the simulator, and names the URL of the webhook', async () => {
    expect((await started.admin.get(SETTINGS)).json()).toEqual({
      ...{ gateway: 'embedded', environment: 'sandbox', api_login_id: '', client_key: '', simulates: true },
      ...{ has_transaction_key: false, has_signature_key: false },
      webhook_url: 'http://portal.test/api/v1/webhooks/authorizenet/acme/',
    })
  })

  test('stores the secret keys encrypted for their domain, and never answers or audits them', async () => {
    const { portal, admin, connect } = started
    const saved = await connect()
    expect(saved.json()).toMatchObject({ gateway: 'authorizenet', has_transaction_key: true, has_signature_key: true })
    const audited = await lastAudit()
    expect(audited.after).toMatchObject({ gateway: 'authorizenet', transaction_key: 'set', signature_key: 'set' })
    const { rows } = await portal.owner.query('select payment_settings::text as line, transaction_key from payment_settings')
    for (const text of [
      saved.body,
      (await admin.get(SETTINGS)).body,
      JSON.stringify(audited),
      rows[0].line,
      String(rows[0].transaction_key),
    ])
      expect(text).not.toMatch(new RegExp(`${ACCOUNT.transactionKey}|${SIGNATURE_KEY}`))
    const { secretKey } = portal.ports
    const account = { api_login_id: ACCOUNT.apiLoginId, transaction_key: ACCOUNT.transactionKey, signature_key: SIGNATURE_KEY }
    expect(await portal.seed((db) => paymentSettings.read(db, secretKey))).toMatchObject(account)
    expect(await portal.seed((db) => paymentSettings.read(db, 'another key'))).toMatchObject({ signature_key: undefined })
    expect(await portal.seedOther((db) => paymentSettings.read(db, secretKey))).toMatchObject({ api_login_id: '' })
  })

  test('keeps what is omitted, replaces what is entered, and audits the replacement', async () => {
    await started.connect()
    await started.admin.patch(SETTINGS, { transaction_key: 'ffff456789abcdef' })
    expect((await started.admin.get(SETTINGS)).json()).toMatchObject({ has_transaction_key: true, has_signature_key: true })
    expect((await lastAudit()).after).toEqual({ transaction_key: 'replaced' })
  })

  test('refuses an incomplete account', async () => {
    const { transaction_key: _, ...withoutKey } = account
    expect(await errorsOf({ gateway: 'authorizenet' })).toEqual([422, { api_login_id: ['Enter the API login ID.'] }])
    expect(await errorsOf({ ...account, client_key: '' })).toEqual([422, { client_key: ['Enter the public client key.'] }])
    expect(await errorsOf(withoutKey)).toEqual([422, { transaction_key: ['Enter the transaction key.'] }])
    expect((await errorsOf({ ...account, api_login_id: 'x'.repeat(26) }))[0]).toBe(422)
    expect((await started.admin.get(SETTINGS)).json()).toMatchObject({ gateway: 'embedded' })
  })

  test('another account needs its own key, and forgets the saved cards of the old one', async () => {
    const { portal, connect, admin } = started
    await connect()
    const userId = await portal.seed((db) => createUser(db, 'harvest_center'))
    for (const gateway of ['authorizenet', 'embedded'])
      await portal.owner.query(`insert into payment_customers values ($1, $2, $3, '1')`, [portal.domainId, userId, gateway])
    await portal.owner.query(`insert into card_deletions values ($1, $2, 'authorizenet', '7')`, [portal.domainId, userId])
    expect(await errorsOf({ api_login_id: 'another' })).toMatchObject([
      422,
      { transaction_key: [expect.stringMatching(/of this account/)] },
    ])
    expect((await admin.patch(SETTINGS, { api_login_id: 'another', transaction_key: 'ffff456789abcdef' })).statusCode).toBe(200)
    const { rows } = await portal.owner.query('select gateway from payment_customers')
    expect(rows).toEqual([{ gateway: 'embedded' }])
  })

  test('keeps the account while a payment is being confirmed', async () => {
    const { portal, connect, admin } = started
    await connect()
    const { caller } = await createBuyer(portal)
    const invoice = await reserveInvoice(caller)
    started.server.failure = 'lost'
    started.server.failingRequest = 'createTransactionRequest'
    const token = { data_descriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', data_value: 'unknown' }
    const paid = await caller.post('/api/v1/transactions/', checkoutForm(invoice, { credit_card: null, opaque_data: token }))
    started.server.failure = undefined
    expect(paid.json()).toMatchObject({ code: 'pending' })
    const other = { api_login_id: 'another', transaction_key: 'ffff456789abcdef' }
    expect(await errorsOf(other)).toMatchObject([422, { api_login_id: [expect.stringMatching(/still being confirmed/)] }])
    expect(await errorsOf({ gateway: 'embedded', transaction_key: '' })).toMatchObject([
      422,
      { transaction_key: [expect.stringMatching(/still being/)] },
    ])
    expect((await admin.patch(SETTINGS, { gateway: 'embedded' })).statusCode).toBe(200)
    await portal.owner.query(`update checkout_attempts set status = 'abandoned'`)
  })

  test('keeps the account while a refund waits for a decision', async () => {
    const { portal, connect, admin } = started
    const sale = await buy(await createBuyer(portal))
    await settleCharges(portal)
    const form = refundForm({ amount: 1 })
    await admin.post(`/api/v1/transactions/${sale.id}/refund/`, form)
    await connect()
    // As if the present account had charged this sale.
    await portal.owner.query(`update checkout_attempts set gateway = 'authorizenet' where invoice_id = $1`, [sale.invoice])
    await portal.owner.query(`update refunds set status = 'review' where id = $1`, [form.id])
    const other = { api_login_id: 'another', transaction_key: 'ffff456789abcdef' }
    expect(await errorsOf(other)).toMatchObject([422, { api_login_id: [expect.stringMatching(/still being confirmed/)] }])
    await portal.owner.query(`update refunds set status = 'done' where id = $1`, [form.id])
    expect((await admin.patch(SETTINGS, other)).statusCode).toBe(200)
  })

  test('refuses other roles, and an unknown gateway', async () => {
    const { portal, admin } = started
    const center = await portal.as(await portal.seed((db) => createUser(db, 'harvest_center')))
    expect((await center.get(SETTINGS)).statusCode).toBe(403)
    expect((await center.patch(SETTINGS, {})).statusCode).toBe(403)
    expect((await center.post(`${SETTINGS}test/`)).statusCode).toBe(403)
    expect((await admin.patch(SETTINGS, { gateway: 'cash' })).statusCode).toBe(422)
    const other = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    await started.connect()
    expect((await other.get(SETTINGS)).json()).toMatchObject({ gateway: 'embedded', api_login_id: '' })
  })
})

test('POST /domain/payment-settings/test/ tries the entered values, which are not stored, or the stored ones', async () => {
  const { admin, connect, server } = started
  const check = async (body: object) => (await admin.post(`${SETTINGS}test/`, { ...body })).json()
  const entered = { api_login_id: ACCOUNT.apiLoginId, transaction_key: ACCOUNT.transactionKey }
  expect(await check({})).toMatchObject({ success: false, message: expect.stringMatching(/Enter the API login ID/) })
  expect(await check({ ...entered, transaction_key: 'wrong' })).toMatchObject({
    success: false,
    message: expect.stringMatching(/did not accept/),
  })
  expect(await check(entered)).toMatchObject({ success: true })
  expect((await admin.get(SETTINGS)).json()).toMatchObject({ has_transaction_key: false })
  await connect()
  if (server.accounts[0]) server.accounts[0].reports = false
  expect(await check({})).toMatchObject({ success: false, message: expect.stringMatching(/Transaction Details API is off/) })
  if (server.accounts[0]) server.accounts[0].reports = true
  expect(await check({})).toMatchObject({ success: true })
})

describe('the browser', () => {
  test('gets only public settings of the gateway', async () => {
    const { portal, connect } = started
    const patient = await portal.as(await portal.seed((db) => createUser(db, 'patient')))
    expect((await patient.post(BROWSER)).json()).toEqual({ gateway: 'embedded' })
    await connect()
    expect((await patient.post(BROWSER)).json()).toEqual({
      ...{ gateway: 'authorizenet', environment: 'sandbox', api_login_id: ACCOUNT.apiLoginId, client_key: CLIENT_KEY },
      script: 'https://jstest.authorize.net/v1/Accept.js',
    })
    expect((await portal.guest.post(BROWSER)).statusCode).toBe(401)
  })

  test('may load the script and send cards only where the domain uses Authorize.Net', async () => {
    const { portal, connect, admin } = started
    const sources = () => portal.seed(findPaymentSources(portal.ports.payments))
    expect(await sources()).toEqual({})
    await connect()
    expect(await sources()).toEqual({
      scripts: ['https://jstest.authorize.net'],
      connections: ['https://jstest.authorize.net', 'https://apitest.authorize.net'],
    })
    await admin.patch(SETTINGS, { environment: 'production', transaction_key: 'ffff456789abcdef' })
    expect(await sources()).toEqual({
      scripts: ['https://js.authorize.net'],
      connections: ['https://js.authorize.net', 'https://api.authorize.net', 'https://api2.authorize.net'],
    })
    expect(await portal.seedOther(findPaymentSources(portal.ports.payments))).toEqual({})
  })
})

test('without a simulator, a domain without an account takes no payments and says so', async () => {
  const { portal, admin } = started
  const { embedded } = portal.ports.payments
  portal.ports.payments.embedded = notSetUpGateway()
  const { caller } = await createBuyer(portal)
  const message = 'Card payments are not set up yet.'
  expect((await caller.post(BROWSER)).json()).toEqual({ gateway: 'none', message })
  expect((await admin.get(SETTINGS)).json()).toMatchObject({ simulates: false })
  const refused = await caller.post('/api/v1/transactions/', checkoutForm(await reserveInvoice(caller)))
  expect(refused.statusCode).toBe(402)
  expect(refused.body).toContain(message)
  portal.ports.payments.embedded = embedded
})
