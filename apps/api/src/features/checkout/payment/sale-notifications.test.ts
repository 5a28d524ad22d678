/** Notices about payment results. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutForm, createBuyer, makeLookupsDue, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const noticesOf = async (caller: TestClient) => (await caller.get('/api/v1/notices/')).json().results

test('notifies the center once of its purchase, with a link to the receipt', async () => {
  const { caller } = await createBuyer(portal)
  const invoice = await reserveInvoice(caller)
  for (let n = 0; n < 2; n++) await caller.post('/api/v1/transactions/', checkoutForm(invoice))
  const [sale] = (await portal.owner.query('select id from transactions where invoice_id = $1', [invoice])).rows
  expect(await noticesOf(caller)).toMatchObject([
    { kind: 'purchase', title: 'Payment received', path: `/receipt/${sale.id}`, text: expect.stringContaining(invoice) },
  ])
})

test('notifies nobody of a declined card', async () => {
  const { caller } = await createBuyer(portal)
  const answer = await caller.post('/api/v1/transactions/', checkoutForm(await reserveInvoice(caller), { zip: '46282' }))
  expect(answer.statusCode).toBe(402)
  expect(await noticesOf(caller)).toEqual([])
})

test('notifies every admin once of a payment that needs review', async () => {
  const { caller } = await createBuyer(portal)
  const invoice = await reserveInvoice(caller)
  await caller.post('/api/v1/transactions/', checkoutForm(invoice, { zip: '46294' }))
  for (let lookups = 0; lookups < 20; lookups++) {
    await makeLookupsDue(portal)
    await portal.runJobs()
  }
  const [{ status }] = (await portal.owner.query('select status from checkout_attempts where invoice_id = $1', [invoice])).rows
  expect(status).toBe('review')
  expect(await noticesOf(admin)).toMatchObject([
    { kind: 'purchase', title: 'A payment needs review', path: '/payments-to-review', text: expect.stringContaining(invoice) },
  ])
  expect(await noticesOf(caller)).toEqual([])
})
