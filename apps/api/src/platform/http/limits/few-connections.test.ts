/** Each pool has one connection. A call that held it and asked for another would wait for itself. */
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutForm, createBuyer, paymentStateOf, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'

let portal: TestPortal
let adminId: number
beforeAll(async () => {
  portal = await startTestPortal({}, { connections: 1 })
  adminId = await portal.seed((db) => createUser(db, 'admin'))
})
afterAll(async () => {
  portal.app.server.closeAllConnections()
  await portal.close()
})

const statusesOf = async (answers: Promise<LightMyRequestResponse>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode)
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

test('answers reads, refused calls, reports and exports at once', async () => {
  const admin = await portal.as(adminId)
  const { caller } = await createBuyer(portal)
  const allowed = [
    '/api/v1/users/patient/list/',
    `/api/v1/users/${adminId}/`,
    '/api/v1/dashboards/admin/',
    '/api/v1/users/export-csv/',
  ]
  const answers = allowed.flatMap((path) => times(6, () => admin.get(path)))
  const refused = times(6, () => caller.get('/api/v1/dashboards/admin/'))
  expect(await statusesOf(answers)).toEqual(answers.map(() => 200))
  expect(await statusesOf(refused)).toEqual(refused.map(() => 403))
  expect((await admin.get('/api/v1/transactions/export-csv/')).statusCode).toBe(200)
})

test('charges each of several payments at once', async () => {
  const buyers = await Promise.all(times(5, () => createBuyer(portal)))
  const orders = await Promise.all(buyers.map(async ({ caller }) => ({ caller, invoice: await reserveInvoice(caller) })))
  expect(await statusesOf(orders.map(({ caller, invoice }) => caller.post(PAY, checkoutForm(invoice))))).toEqual(
    orders.map(() => 200),
  )
  for (const { invoice } of orders) expect(await paymentStateOf(portal, invoice)).toMatchObject({ charges: 1, sales: 1 })
  await portal.runJobs()
})
