import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLabelOrder } from '#api/adapters/carrier/orders.fixture.ts'
import { buildApp } from '#api/app/app.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { DEV_PARCELS } from './dev-parcels.ts'

let portal: TestPortal
let number: string
beforeAll(async () => {
  portal = await startTestPortal()
  const made = await portal.ports.carrier.make(aLabelOrder(portal.domainId))
  number = made.kind === 'made' ? made.trackingNumber : ''
})
afterAll(() => portal.close())

const appWith = (showsParcels: boolean) => {
  const { pool, ports, log } = portal
  const free = async () => {}
  const limits = { takeAttempt: free, forgiveAttempts: free, isExhausted: async () => false }
  return buildApp({ pool, auditPool: pool, ports: { ...ports }, limits, log, version: 'test', isLocal: true, showsParcels })
}
const ask = async (showsParcels: boolean, domain: string, parcel = number) =>
  (await appWith(showsParcels)).inject({ url: `${DEV_PARCELS}${parcel}`, headers: { domain } })

test('shows where a simulated parcel is and that it is simulated, without personal data', async () => {
  const answer = await ask(true, 'acme')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.body).toContain('Label created')
  expect(answer.body).toContain('This parcel is a simulation')
  expect(answer.body).not.toContain('Harborview')
})

test('answers 404 in another domain, for an unknown parcel, and without the option', async () => {
  expect((await ask(true, 'globex')).statusCode).toBe(404)
  expect((await ask(true, 'acme', 'SIM<b>')).statusCode).toBe(404)
  expect((await ask(false, 'acme')).statusCode).toBe(404)
})
