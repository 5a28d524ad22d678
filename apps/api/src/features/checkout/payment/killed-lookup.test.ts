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

/** Without a moment, the request is answered: at this zip nobody can say whether the card was charged. */
async function pay(moment?: 'before_charge'): Promise<void> {
  const { caller, center } = await createBuyer(portal)
  invoice = await reserveInvoice(caller)
  const path = '/api/v1/transactions/'
  const form = checkoutForm(invoice, { zip: '46292' })
  if (moment === undefined) await caller.post(path, form)
  else await killPortal(portal, { requests: [{ moment, token: await portal.tokenOf(center), identifier: 'acme', path, form }] })
}

beforeEach(async () => {
  portal = await startTestPortal()
})
afterEach(() => portal.close())

const counts = () => countJobs(portal.worker)()

test.each([
  [
    'before its time',
    'sending',
    () => pay('before_charge'),
    () => portal.owner.query('update graphile_worker._private_jobs set run_at = now()'),
  ],
  ['without a result', 'unknown', () => pay(), () => makeLookupsDue(portal)],
] as const)('a lookup %s', async (_, state, start, makeDue) => {
  await start()
  await makeDue()
  await killPortal(portal, { moment: 'after_queued_job_commits' })
  expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: [state] })
  expect(await counts()).toEqual({ ready: 0, scheduled: 1, running: 1, dead: 0 })
  await freeDeadJobs(portal)
  expect(await counts()).toEqual({ ready: 0, scheduled: 1, running: 0, dead: 0 })
})

test('a lookup that is killed before its result is saved runs again', async () => {
  await pay()
  await makeLookupsDue(portal)
  await killPortal(portal, { moment: 'before_queued_job_commits' })
  expect(await counts()).toEqual({ ready: 0, scheduled: 0, running: 1, dead: 0 })
  await freeDeadJobs(portal)
  await portal.runJobs()
  expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['unknown'] })
  expect(await counts()).toEqual({ ready: 0, scheduled: 1, running: 0, dead: 0 })
})
