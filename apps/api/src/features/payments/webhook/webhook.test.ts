/** The webhook of Authorize.Net, with a fake gateway and the real queue. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '#api/adapters/payments/orders.fixture.ts'
import { gatewayReference } from '#api/platform/ports/payments.ts'
import { createUser } from '#api/testing/factories.ts'
import { checkoutForm, createBuyer, reserveInvoice } from '../../checkout/checkout.fixture.ts'
import { account, noticeOf, SETTINGS, SIGNATURE_KEY, sign, startAuthorizenetPortal } from '../payments.fixture.ts'

let started: Awaited<ReturnType<typeof startAuthorizenetPortal>>
beforeAll(async () => {
  started = await startAuthorizenetPortal()
  await started.connect()
})
afterAll(() => started.close())

const rows = async (text: string, values: unknown[] = []) => (await started.portal.owner.query(text, values)).rows
const notices = () => rows('select event_id, applied_at from payment_webhook_events')
const jobs = () => rows(`select 1 from graphile_worker.jobs where task_identifier = 'payments.apply_notice'`)

/** Pays with a token. The billing zip decides at the fake gateway, too. */
async function pay(zip?: string) {
  const { portal, server } = started
  const { caller } = await createBuyer(portal)
  const invoice = await reserveInvoice(caller)
  const { descriptor, value } = server.tokenize(aCard())
  const answer = await caller.post(
    '/api/v1/transactions/',
    checkoutForm(invoice, { zip, credit_card: null, opaque_data: { data_descriptor: descriptor, data_value: value } }),
  )
  return { invoice, answer }
}
const attemptOf = async (invoice: string) =>
  (await rows('select status, gateway, gateway_trans_id from checkout_attempts where invoice_id = $1', [invoice]))[0]

describe('a checkout at Authorize.Net', () => {
  test('takes a token, charges once and records the sale with the displayable part of the card', async () => {
    const { invoice, answer } = await pay()
    expect(answer.json()).toMatchObject({ code: 'success', invoice_id: invoice })
    expect(await attemptOf(invoice)).toMatchObject({ status: 'approved', gateway: 'authorizenet' })
    expect(await rows('select card_brand, card_last4 from transactions where invoice_id = $1', [invoice])).toEqual([
      { card_brand: 'Visa', card_last4: '1111' },
    ])
    const reference = gatewayReference(started.portal.domainId, invoice)
    expect(started.server.accounts[0]?.transactions.filter((one) => one.invoiceNumber === reference)).toHaveLength(1)
  })

  test('tells the payer why a card was declined', async () => {
    const { answer } = await pay('46282')
    expect([answer.statusCode, answer.json().message]).toEqual([402, expect.stringMatching(/declined/)])
  })

  test('refuses a card number', async () => {
    const { caller } = await createBuyer(started.portal)
    const before = started.server.requests.length
    const answer = await caller.post('/api/v1/transactions/', checkoutForm(await reserveInvoice(caller)))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { credit_card: [expect.stringContaining('not accepted')] }])
    expect(started.server.requests).toHaveLength(before)
  })
})

describe('a signed notice', () => {
  test('of an approved review completes the held payment', async () => {
    const { portal, post, server } = started
    const { invoice, answer } = await pay('46294')
    expect(answer.json()).toMatchObject({ code: 'pending' })
    const { gateway_trans_id: transId, status } = await attemptOf(invoice)
    expect(status).toBe('held')
    const held = server.accounts[0]?.transactions.find((one) => one.transId === transId)
    Object.assign(held as object, { status: 'capturedPendingSettlement' })
    const body = noticeOf(transId)
    expect((await post(body, sign(body))).json()).toEqual({ success: true })
    await portal.runJobs()
    expect(await attemptOf(invoice)).toMatchObject({ status: 'approved' })
    expect(await rows('select 1 from transactions where invoice_id = $1', [invoice])).toHaveLength(1)
  })

  test.each(['review', 'abandoned'])('of a charge reaches a payment that was left as %s', async (status) => {
    const { portal, post, server } = started
    const { invoice } = await pay('46294')
    const { gateway_trans_id: transId } = await attemptOf(invoice)
    await portal.owner.query(
      `update checkout_attempts set status = $2, next_check_at = null, review_note = case when $2 = 'review' then 'Look' end
       where invoice_id = $1`,
      [invoice, status],
    )
    Object.assign(server.accounts[0]?.transactions.find((one) => one.transId === transId) as object, {
      status: 'capturedPendingSettlement',
    })
    const body = noticeOf(transId, { event: 'net.authorize.payment.fraud.approved' })
    await post(body, sign(body))
    await portal.runJobs()
    const [attempt] = await rows('select status, review_note, next_check_at from checkout_attempts where invoice_id = $1', [
      invoice,
    ])
    expect(attempt).toEqual(
      status === 'review'
        ? { status: 'approved', review_note: null, next_check_at: null }
        : { status: 'abandoned', review_note: expect.stringContaining('Void or refund it there'), next_check_at: null },
    )
  })

  test('finds a payment whose answer was lost, by the reference of the transaction', async () => {
    const { portal, post, server } = started
    server.failure = 'lost'
    server.failingRequest = 'createTransactionRequest'
    const { invoice, answer } = await pay()
    server.failure = undefined
    expect(answer.json()).toMatchObject({ code: 'pending' })
    const charged = server.accounts[0]?.transactions.find(
      (one) => one.invoiceNumber === gatewayReference(portal.domainId, invoice),
    )
    const body = noticeOf(charged?.transId ?? '', { event: 'net.authorize.payment.authcapture.created' })
    await post(body, sign(body, Buffer.from(SIGNATURE_KEY, 'hex')))
    await portal.runJobs()
    expect(await attemptOf(invoice)).toMatchObject({ status: 'approved', gateway_trans_id: charged?.transId })
  })

  test('makes the portal look up a refund whose answer was lost', async () => {
    const { portal, post, server } = started
    const { invoice } = await pay()
    const [sale] = await rows('select id, payer_id from transactions where invoice_id = $1', [invoice])
    server.settle()
    const charge = server.accounts[0]?.transactions.find(
      (one) => one.invoiceNumber === gatewayReference(portal.domainId, invoice),
    )
    const refId = `${gatewayReference(portal.domainId, invoice)}-R1`
    await portal.owner.query(
      `insert into refunds (domain_id, id, transaction_id, ref_id, kind, amount_cents, status, note, user_id, lease_until, next_check_at)
       values ($1, gen_random_uuid(), $2, $3, 'refund', 100, 'unknown', 'A test', $4, now(), now() + interval '1 hour')`,
      [portal.domainId, sale.id, refId, sale.payer_id],
    )
    const order = { domainId: portal.domainId, transId: charge?.transId ?? '', refId, last4: '1111', amountCents: 100 }
    const refunded = await portal.ports.payments.authorizenet.refund(order)
    const body = noticeOf(refunded.kind === 'approved' ? refunded.transId : '', { event: 'net.authorize.payment.refund.created' })
    await post(body, sign(body))
    await portal.runJobs()
    expect(await rows('select status from refunds where ref_id = $1', [refId])).toEqual([{ status: 'done' }])
  })

  test('is applied once, however often it is repeated', async () => {
    const { portal, post, server } = started
    const { invoice } = await pay()
    const { gateway_trans_id: transId } = await attemptOf(invoice)
    const body = noticeOf(transId, { id: 'repeated' })
    expect((await post(body, sign(body))).statusCode).toBe(200)
    await portal.runJobs()
    const asked = server.requests.length
    expect((await post(body, sign(body))).statusCode).toBe(200)
    await portal.runJobs()
    expect(server.requests).toHaveLength(asked)
    expect((await notices()).filter(({ event_id }) => event_id === 'repeated')).toMatchObject([{ applied_at: expect.anything() }])
  })

  test('waits while the gateway does not answer', async () => {
    const { portal, post, server } = started
    const { invoice } = await pay()
    const { gateway_trans_id: transId } = await attemptOf(invoice)
    server.failure = 'html'
    server.failingRequest = undefined
    const body = noticeOf(transId, { id: 'early' })
    await post(body, sign(body))
    await portal.runJobs()
    server.failure = undefined
    expect(await jobs()).toHaveLength(1)
    await portal.owner.query(`update graphile_worker._private_jobs set run_at = now()`)
    await portal.runJobs()
    expect(await jobs()).toHaveLength(0)
  })
})

describe('the webhook', () => {
  test.each<[string, (body: string) => Record<string, string>]>([
    ['no signature', () => ({})],
    ['the signature of another body', () => sign('{}')],
    ['another key', (body) => sign(body, 'other')],
  ])('answers 401 to %s, and stores nothing', async (_what, headers) => {
    const before = await notices()
    const body = noticeOf('1')
    expect((await started.post(body, headers(body))).statusCode).toBe(401)
    expect(await notices()).toEqual(before)
    expect(await jobs()).toEqual([])
  })

  test('answers 401 for an unknown domain, a domain without a key, and a body that is no notice', async () => {
    const { post, portal } = started
    const body = noticeOf('1')
    expect((await post(body, sign(body), 'nowhere')).statusCode).toBe(401)
    expect((await post(body, sign(body), 'globex')).statusCode).toBe(401)
    const other = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    await other.patch(SETTINGS, { ...account, signature_key: 'theirs' })
    expect((await post(body, sign(body), 'globex')).statusCode).toBe(401)
    for (const text of ['', 'no JSON', '{}']) expect((await post(text, sign(text))).statusCode).toBe(401)
  })

  test('refuses a body that is too large', async () => {
    expect((await started.post('x'.repeat(100_000), {})).statusCode).toBe(413)
  })
})
