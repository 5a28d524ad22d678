/** A lookup queues its successor and ends. A process that is killed between the two leaves no job that counts as dead. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  checkoutForm,
  createBuyer,
  makeLookupsDue,
  paymentStateOf,
  reserveInvoice,
} from '#api/features/checkout/checkout.fixture.ts'
import { countJobs } from '#api/main/count-jobs.ts'
import { freeDeadJobs } from '#api/testing/free-dead-jobs.ts'
import { killPortal } from '#api/testing/kill-portal.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let invoice: string

beforeEach(async () => {
  portal = await startTestPortal()
  const buyer = await createBuyer(portal)
  invoice = await reserveInvoice(buyer.caller)
  const request = { token: await portal.tokenOf(buyer.center), identifier: 'acme', path: '/api/v1/transactions/' }
  await killPortal(portal, { requests: [{ ...request, moment: 'before_charge', form: checkoutForm(invoice) }] })
})
afterEach(() => portal.close())

const counts = () => countJobs(portal.worker)()

test.each([
  ['before its time', 'sending', () => portal.owner.query('update graphile_worker._private_jobs set run_at = now()')],
  ['without a result', 'unknown', () => makeLookupsDue(portal)],
])('a lookup %s', async (_, state, makeDue) => {
  await makeDue()
  await killPortal(portal, { moment: 'after_queued_job_commits' })
  expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: [state] })
  expect(await counts()).toEqual({ ready: 0, scheduled: 1, running: 1, dead: 0 })
  await freeDeadJobs(portal)
  expect(await counts()).toEqual({ ready: 0, scheduled: 1, running: 0, dead: 0 })
})

test('a lookup that is killed before its result is saved runs again', async () => {
  await makeLookupsDue(portal)
  await killPortal(portal, { moment: 'before_queued_job_commits' })
  expect(await counts()).toEqual({ ready: 0, scheduled: 0, running: 1, dead: 0 })
  await freeDeadJobs(portal)
  await portal.runJobs()
  expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['unknown'] })
  expect(await counts()).toEqual({ ready: 0, scheduled: 1, running: 0, dead: 0 })
})
