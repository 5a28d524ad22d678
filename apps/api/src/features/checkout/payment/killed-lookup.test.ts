/** A lookup queues its successor and ends. A process that is killed between the two leaves no job that counts as dead. */
import { afterAll, beforeAll, expect, test } from 'vitest'
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
/** The request of this payment may still be at work, so its lookup has nothing to do yet. */
let early: string
/** The provider has no answer for this one. */
let unclear: string

beforeAll(async () => {
  portal = await startTestPortal()
  const { caller } = await createBuyer(portal)
  const pay = async () => {
    const invoice = await reserveInvoice(caller)
    // At this zip nobody can say whether the card was charged.
    await caller.post('/api/v1/transactions/', checkoutForm(invoice, { zip: '46292' }))
    return invoice
  }
  ;[early, unclear] = [await pay(), await pay()]
  await portal.owner.query(
    `update checkout_attempts set status = 'sending', lease_until = now() + interval '1 hour' where invoice_id = $1`,
    [early],
  )
})
afterAll(() => portal.close())

const counts = () => countJobs(portal.worker)()

test('lookups before their time and without a result leave only their successors when they are killed', async () => {
  await makeLookupsDue(portal, unclear)
  // Both lookups have reached the moment when the process is killed.
  await killPortal(portal, { moment: 'after_queued_job_commits', stops: 2 })
  expect(await counts()).toEqual({ ready: 0, scheduled: 2, running: 2, dead: 0 })
  await freeDeadJobs(portal)
  const undecided = { charges: 0, sales: 0 }
  expect(await paymentStateOf(portal, early)).toEqual({ ...undecided, states: ['sending'] })
  expect(await paymentStateOf(portal, unclear)).toEqual({ ...undecided, states: ['unknown'] })
  expect(await counts()).toEqual({ ready: 0, scheduled: 2, running: 0, dead: 0 })
})
