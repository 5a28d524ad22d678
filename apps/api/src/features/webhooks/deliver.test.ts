/** Deliveries arrive at least once, are repeated with growing waits, and can be repeated by an admin. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addJob } from '#api/testing/add-job.ts'
import { createPatient } from '#api/testing/factories.ts'
import type { TestClient } from '#api/testing/test-portal.ts'
import { addEndpoint, DELIVERIES, ENDPOINTS, openMessage, startWebhooksPortal, type WebhooksPortal } from './webhooks.fixture.ts'
import { sweepDeliveries } from './webhooks.jobs.ts'

let all: WebhooksPortal
let admin: TestClient
let secret: string
let endpoint: number
/** Called after the receiver has answered and before the portal knows. */
let afterAnswer = async () => {}
beforeAll(async () => {
  all = await startWebhooksPortal((real) => ({
    async post(request) {
      const answer = await real.post(request)
      await afterAnswer()
      return answer
    },
  }))
  admin = all.admin
})
afterAll(() => all.close())
beforeEach(async () => {
  afterAnswer = async () => {}
  await all.portal.owner.query('delete from webhook_endpoints')
  await all.runJobs()
  all.receiver.received.length = 0
  all.receiver.answer = (response) => void response.writeHead(204).end()
  const added = await addEndpoint(admin, all.receiver.url)
  secret = added.secret
  endpoint = added.id
})

const answerWith = (status: number) => {
  all.receiver.answer = (response) => void response.writeHead(status).end()
}
const makeReady = async () => {
  const patient = await all.portal.seed((db) => createPatient(db))
  await admin.patch(`/api/v1/users/${patient}/`, { date_vials_ready_to_ship: '2026-03-18' })
  return patient
}
const deliveries = async (query = '') => (await admin.get(`${DELIVERIES}${query}`)).json()
const jobsLeft = async () =>
  (
    await all.portal.owner.query(
      `select round(extract(epoch from run_at - now()))::int as wait
       from graphile_worker.jobs where task_identifier = 'webhooks.deliver'`,
    )
  ).rows
/** As if the wait before the next attempt, or the time until a dead worker is noticed, had passed. */
const runNext = async () => {
  await all.portal.owner.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '1 second', locked_at = null, locked_by = null`,
  )
  await all.runJobs()
}

test('is written with the change: a refused change sends nothing', async () => {
  const patient = await all.portal.seed((db) => createPatient(db))
  const edit = { date_vials_ready_to_ship: '2026-03-18', estimated_date_vials_ready_to_ship: '2026-01-01' }
  expect((await admin.patch(`/api/v1/users/${patient}/`, edit)).statusCode).toBe(422)
  expect(await deliveries()).toEqual({ results: [], newer: null, older: null })
})

test('a delivered event is in the log, and its job does nothing when it runs again', async () => {
  await makeReady()
  expect((await deliveries()).results).toMatchObject([{ state: 'waiting', attempts: 0, status: null, attempted_at: null }])
  await all.runJobs()
  const { results } = await deliveries()
  expect(results).toHaveLength(1)
  expect(results[0]).toMatchObject({
    ...{ endpoint_id: endpoint, url: all.receiver.url, event: 'vials.ready', state: 'delivered', attempts: 1 },
    ...{ status: 204, problem: '', attempted_at: expect.any(String) },
  })
  await addJob(all.portal, 'webhooks.deliver', { delivery_id: results[0].id })
  await all.runJobs()
  expect(all.receiver.received).toHaveLength(1)
})

const MINUTE = 60
const HOUR = 3600
describe('a failed attempt', () => {
  test('is repeated with growing waits, then the delivery has failed', async () => {
    await makeReady()
    answerWith(503)
    for (const wait of [10, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 8 * HOUR, 20 * HOUR]) {
      await runNext()
      const [job] = await jobsLeft()
      // A second of the clock may pass between the answer and this look.
      expect(job.wait).toBeGreaterThan(wait - 9)
      expect(job.wait).toBeLessThanOrEqual(wait)
    }
    expect((await deliveries()).results).toMatchObject([
      { state: 'waiting', attempts: 8, status: 503, problem: 'The server answered with status 503.' },
    ])
    await runNext()
    expect(await jobsLeft()).toEqual([])
    expect((await deliveries('?state=failed')).results).toMatchObject([{ state: 'failed', attempts: 9 }])
    const ids = all.receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([9, 1])
  })

  test('has its problem in words, without what the server sent', async () => {
    await makeReady()
    all.receiver.answer = (response) => void response.writeHead(302, { location: 'https://10.0.0.1/secret' }).end('secret')
    await all.runJobs()
    const [{ problem }] = (await deliveries()).results
    expect(problem).toBe('The server answered with a redirect (302), which is not followed.')
    expect(all.receiver.received).toHaveLength(1)
  })

  test('ends when the webhook is switched off meanwhile', async () => {
    await makeReady()
    answerWith(500)
    await all.runJobs()
    await admin.patch(`${ENDPOINTS}${endpoint}/`, { active: false })
    await runNext()
    expect((await deliveries()).results).toMatchObject([{ state: 'failed', problem: 'The webhook is switched off.' }])
    expect(all.receiver.received).toHaveLength(1)
  })
})

describe('a portal that dies', () => {
  test('in the last attempt of a job leaves a delivery that an admin can send again, and that fails at night', async () => {
    const lose = () => all.portal.owner.query('update graphile_worker._private_jobs set attempts = max_attempts')
    await makeReady()
    await lose()
    const [{ id }] = (await deliveries()).results
    expect((await admin.post(`${DELIVERIES}${id}/redeliver/`)).statusCode).toBe(200)
    expect(await sweepDeliveries.run(all.portal.owner)).toBe(0)
    await all.runJobs()
    await makeReady()
    await lose()
    expect(await sweepDeliveries.run(all.portal.owner)).toBe(1)
    expect((await deliveries()).results).toMatchObject([
      { state: 'failed', problem: 'The attempt was interrupted. Deliver the event again.' },
      { state: 'delivered' },
    ])
  })

  test('after the answer repeats the event with the same id', async () => {
    await makeReady()
    afterAnswer = async () => {
      afterAnswer = async () => {}
      throw new Error('killed')
    }
    await all.runJobs()
    expect((await deliveries()).results).toMatchObject([{ state: 'waiting', attempts: 1 }])
    await runNext()
    expect((await deliveries()).results).toMatchObject([{ state: 'delivered', attempts: 2 }])
    const [first, second] = all.receiver.received.map((request) => openMessage(secret, request))
    expect(second).toEqual(first)
    expect(all.receiver.received).toHaveLength(2)
  })

  test('a late result does not undo what came after it', async () => {
    await makeReady()
    answerWith(500)
    afterAnswer = async () => {
      afterAnswer = async () => {}
      const [{ id }] = (await deliveries()).results
      expect((await admin.post(`${DELIVERIES}${id}/redeliver/`)).statusCode).toBe(200)
      answerWith(204)
    }
    await all.runJobs()
    expect((await deliveries()).results).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })
})

describe('POST /api/v1/webhook-deliveries/{id}/redeliver/', () => {
  test('sends the same event again, and is audited', async () => {
    const patient = await makeReady()
    await all.runJobs()
    const [{ id }] = (await deliveries()).results
    const answer = await admin.post(`${DELIVERIES}${id}/redeliver/`)
    expect(answer.json()).toEqual({ message: 'The event is on its way again.' })
    await all.runJobs()
    const [first, second] = all.receiver.received.map((request) => openMessage(secret, request))
    expect(first).toEqual(second)
    expect(second).toMatchObject({ data: { id: patient } })
    expect((await deliveries()).results).toMatchObject([{ state: 'delivered', attempts: 2 }])
    const { rows } = await all.portal.owner.query(`select subject_id, after from audit_log where type = 'webhook.redelivered'`)
    expect(rows).toContainEqual({ subject_id: endpoint, after: { delivery: id } })
  })

  test('starts a failed delivery from the beginning', async () => {
    await makeReady()
    await all.portal.owner.query(`update webhook_deliveries set state = 'failed', attempts = 9, tries = 9, status = 500`)
    await all.portal.owner.query(`delete from graphile_worker._private_jobs`)
    const [{ id }] = (await deliveries()).results
    await admin.post(`${DELIVERIES}${id}/redeliver/`)
    answerWith(500)
    await all.runJobs()
    expect((await deliveries()).results).toMatchObject([{ state: 'waiting', attempts: 10 }])
    expect(await jobsLeft()).toHaveLength(1)
  })

  test('is refused while the webhook is off, and for an unknown delivery', async () => {
    await makeReady()
    const [{ id }] = (await deliveries()).results
    await admin.patch(`${ENDPOINTS}${endpoint}/`, { active: false })
    const refused = await admin.post(`${DELIVERIES}${id}/redeliver/`)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Switch the webhook on first.'])
    expect((await admin.post(`${DELIVERIES}99999999/redeliver/`)).statusCode).toBe(404)
  })
})

test('the log is filtered by webhook and state, newest first', async () => {
  const other = await addEndpoint(admin, all.receiver.url, ['vials.ready'])
  await makeReady()
  await all.runJobs()
  await makeReady()
  expect((await deliveries()).results.map(({ state }: { state: string }) => state)).toEqual([
    'waiting',
    'waiting',
    'delivered',
    'delivered',
  ])
  const ofOther = await deliveries(`?endpoint_id=${other.id}&state=delivered`)
  expect(ofOther.results.map(({ endpoint_id }: { endpoint_id: number }) => endpoint_id)).toEqual([other.id])
  const ids = all.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
})

test('a page of the log begins at a row', async () => {
  for (let n = 0; n < 3; n++) await makeReady()
  const ids = (await deliveries()).results.map(({ id }: { id: number }) => id)
  const page = async (query: string) => {
    const { results, ...pages } = await deliveries(`?limit=2&state=waiting${query}`)
    return { ids: results.map(({ id }: { id: number }) => id), ...pages }
  }
  expect(await page('')).toEqual({ ids: ids.slice(0, 2), newer: null, older: ids[1] })
  expect(await page(`&before=${ids[1]}`)).toEqual({ ids: [ids[2]], newer: ids[2], older: null })
  expect(await page(`&after=${ids[2]}`)).toEqual({ ids: ids.slice(0, 2), newer: null, older: ids[1] })
})

test('removing a webhook ends its deliveries', async () => {
  await makeReady()
  await admin.delete(`${ENDPOINTS}${endpoint}/`)
  await all.runJobs()
  expect(await deliveries()).toEqual({ results: [], newer: null, older: null })
  expect(all.receiver.received).toEqual([])
})

test('deliveries are kept for 30 days, and longer while they wait', async () => {
  for (let n = 0; n < 3; n++) await makeReady()
  await all.portal.owner.query(
    `update webhook_deliveries d set created_at = now() - make_interval(days => case n when 1 then 29 else 31 end),
       state = case n when 2 then 'waiting' else 'delivered' end
     from (select id, row_number() over (order by id) as n from webhook_deliveries) numbered where numbered.id = d.id`,
  )
  expect(await sweepDeliveries.run(all.portal.owner)).toBe(1)
  expect((await deliveries()).results).toHaveLength(2)
})
