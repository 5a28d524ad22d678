/** Two domains of one business may charge with one account of the gateway. Ids and invoices start at 1 in each of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCard } from '#api/adapters/payments/orders.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { checkoutForm, makeLookupsDue, reserveInvoice } from '../checkout/checkout.fixture.ts'
import { account, SETTINGS, startAuthorizenetPortal } from './payments.fixture.ts'

type DomainOf = 'as' | 'asOther'

let started: Awaited<ReturnType<typeof startAuthorizenetPortal>>
let center: number
let admin: number
beforeAll(async () => {
  started = await startAuthorizenetPortal({ withEqualIds: true })
  const { portal } = started
  await portal.seedOther((db) => createUser(db, 'admin'))
  admin = await portal.seed((db) => createUser(db, 'admin'))
  expect(await portal.seedOther((db) => createUser(db, 'admin'))).toBe(admin)
  center = await portal.seed((db) => createCenter(db))
  expect(await portal.seedOther((db) => createCenter(db))).toBe(center)
  for (const domain of ['as', 'asOther'] as const)
    expect((await (await portal[domain](admin)).patch(SETTINGS, account)).statusCode).toBe(200)
})
afterAll(() => started.close())

async function pay(domain: DomainOf) {
  const { portal, server } = started
  const caller = await portal[domain](center)
  const invoice = await reserveInvoice(caller)
  const { descriptor, value } = server.tokenize(aCard())
  const form = { credit_card: null, opaque_data: { data_descriptor: descriptor, data_value: value } }
  return { invoice, answer: await caller.post('/api/v1/transactions/', checkoutForm(invoice, form)) }
}

const transactions = () => started.server.accounts[0]?.transactions ?? []

test('a payment that never arrived does not take the charge of the other domain', async () => {
  const { portal, server } = started
  const paid = await pay('asOther')
  expect(paid.answer.json()).toMatchObject({ code: 'success' })
  server.failure = 'html'
  server.failingRequest = 'createTransactionRequest'
  const lost = await pay('as')
  server.failure = undefined
  expect([lost.invoice, lost.answer.json().code]).toEqual([paid.invoice, 'pending'])
  await makeLookupsDue(portal)
  await portal.runJobs()
  const { rows } = await portal.owner.query('select domain_id, status, outcome_code from checkout_attempts order by status')
  expect(rows).toEqual([
    { domain_id: portal.otherDomainId, status: 'approved', outcome_code: '1' },
    { domain_id: portal.domainId, status: 'unknown', outcome_code: 'not_found' },
  ])
})

test('the same card pays the same amount in both domains, and both give it back', async () => {
  const { portal, server } = started
  const before = transactions().length
  const [one, other] = [await pay('as'), await pay('asOther')]
  expect([one.answer.json().code, other.answer.json().code]).toEqual(['success', 'success'])
  expect(transactions()).toHaveLength(before + 2)
  server.settle()
  for (const [domain, { answer }] of [
    ['as', one],
    ['asOther', other],
  ] as const) {
    const caller = await portal[domain](admin)
    const refund = { id: crypto.randomUUID(), kind: 'refund', amount: 10, note: 'Ordered twice' }
    const given = await caller.post(`/api/v1/transactions/${answer.json().transaction_id}/refund/`, refund)
    expect([given.statusCode, given.body]).toEqual([200, expect.any(String)])
  }
  const refunds = transactions().filter(({ type }) => type === 'refundTransaction')
  expect(new Set(refunds.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(2)
})
