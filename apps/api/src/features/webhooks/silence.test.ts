/** An endpoint that does not answer costs little, and delays no other one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPatient } from '#api/testing/factories.ts'
import type { TestClient } from '#api/testing/test-portal.ts'
import { addEndpoint, DELIVERIES, ENDPOINTS, startWebhooksPortal, type WebhooksPortal } from './webhooks.fixture.ts'

const MINUTE = 60

let all: WebhooksPortal
let admin: TestClient
let endpoint: number
/** The URLs whose server does not answer, and how often each was tried. */
const dead = new Map<string, number>()
beforeAll(async () => {
  all = await startWebhooksPortal((real) => ({
    async post(request) {
      const tried = dead.get(request.url)
      if (tried === undefined) return real.post(request)
      dead.set(request.url, tried + 1)
      return { problem: 'The server did not answer in time.' }
    },
  }))
  admin = all.admin
})
afterAll(() => all.close())
beforeEach(async () => {
  dead.clear()
  await all.portal.owner.query('delete from webhook_endpoints')
  endpoint = (await addEndpoint(admin, all.receiver.url)).id
})

const makeReady = async () => {
  const patient = await all.portal.seed((db) => createPatient(db))
  await admin.patch(`/api/v1/users/${patient}/`, { date_vials_ready_to_ship: '2026-03-18' })
}
const deliveries = async (query = '') => (await admin.get(`${DELIVERIES}${query}`)).json()
const runNext = async () => {
  await all.portal.owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`)
  await all.runJobs()
}
const silence = async () => {
  const { rows } = await all.portal.owner.query(
    'select extract(epoch from silent_until - now())::int as seconds from webhook_endpoints where id = $1',
    [endpoint],
  )
  return rows[0].seconds
}
const afterSilence = async () => {
  await all.portal.owner.query('update webhook_endpoints set silent_until = now() where silent_until is not null')
  await runNext()
}
const killServer = async () => {
  const url = `${all.receiver.url}dead`
  await admin.patch(`${ENDPOINTS}${endpoint}/`, { url })
  dead.set(url, 0)
  return url
}

test('is asked once for all that waits, then less and less, and delays no other endpoint', async () => {
  const url = await killServer()
  const other = await addEndpoint(admin, all.receiver.url)
  for (let n = 0; n < 4; n++) await makeReady()
  await all.runJobs()
  expect(dead.get(url)).toBe(1)
  expect((await deliveries(`?endpoint_id=${other.id}&state=delivered`)).results).toHaveLength(4)
  const [{ problem }] = (await deliveries(`?endpoint_id=${endpoint}`)).results
  expect(problem).toBe('Not sent, because the server did not answer shortly before.')
  for (const [index, seconds] of [10, MINUTE, 5 * MINUTE, 30 * MINUTE, 30 * MINUTE].entries()) {
    expect(dead.get(url)).toBe(index + 1)
    // Some seconds of the clock may pass between the answer and this look.
    expect(await silence()).toBeGreaterThan(seconds - 9)
    expect(await silence()).toBeLessThanOrEqual(seconds)
    await afterSilence()
  }
})

test('waits in a queue of its own', async () => {
  await addEndpoint(admin, all.receiver.url)
  await makeReady()
  const { rows } = await all.portal.owner.query(
    `select distinct queue_name from graphile_worker.jobs
     where task_identifier = 'webhooks.deliver' and run_at <= now()`,
  )
  expect(rows).toHaveLength(2)
})

test('gets everything once it answers, and at once when an admin asks for it', async () => {
  const url = await killServer()
  for (let n = 0; n < 3; n++) await makeReady()
  await all.runJobs()
  dead.delete(url)
  const [{ id }] = (await deliveries()).results
  await admin.post(`${DELIVERIES}${id}/redeliver/`)
  await all.runJobs()
  expect((await deliveries('?state=delivered')).results).toHaveLength(1)
  await runNext()
  expect((await deliveries('?state=delivered')).results).toHaveLength(3)
})
