/** Who is told in the portal what became of a payment. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { aBuyer, aForm, letTimePass, reserve } from './checkout.fixture.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const toldTo = async (caller: TestClient) => (await caller.get('/api/v1/notices/')).json().results

test('the center, that its purchase is recorded, once, with the way to the receipt', async () => {
  const { caller } = await aBuyer(portal)
  const invoice = await reserve(caller)
  for (let n = 0; n < 2; n++) await caller.post('/api/v1/transactions/', aForm(invoice))
  const [sale] = (await portal.owner.query('select id from transactions where invoice_id = $1', [invoice])).rows
  expect(await toldTo(caller)).toMatchObject([
    { kind: 'purchase', title: 'Payment received', path: `/receipt/${sale.id}`, text: expect.stringContaining(invoice) },
  ])
})

test('nobody, of a card that was declined', async () => {
  const { caller } = await aBuyer(portal)
  const answer = await caller.post('/api/v1/transactions/', aForm(await reserve(caller), { zip: '46282' }))
  expect(answer.statusCode).toBe(402)
  expect(await toldTo(caller)).toEqual([])
})

test('every admin, that a payment needs review, once however often it is looked up', async () => {
  const { caller } = await aBuyer(portal)
  const invoice = await reserve(caller)
  await caller.post('/api/v1/transactions/', aForm(invoice, { zip: '46294' }))
  for (let looks = 0; looks < 20; looks++) {
    await letTimePass(portal)
    await portal.runJobs()
  }
  const [{ status }] = (await portal.owner.query('select status from checkout_attempts where invoice_id = $1', [invoice])).rows
  expect(status).toBe('review')
  expect(await toldTo(admin)).toMatchObject([
    { kind: 'purchase', title: 'A payment needs review', path: '/payments-to-review', text: expect.stringContaining(invoice) },
  ])
  expect(await toldTo(caller)).toEqual([])
})
