/** A job knows the request that queued it, so that the log of both can be found by one id. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { origin } from '#api/db/origin.ts'
import { createLog } from '#api/platform/logging/log.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let token: string
const lines: Record<string, unknown>[] = []
const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(JSON.parse(line)) } })

beforeAll(async () => {
  portal = await startTestPortal({}, { log })
  token = await portal.tokenOf(await portal.seed((db) => createUser(db, 'admin', { email: 'ada@mail.example' })))
})
afterAll(() => portal.close())
beforeEach(async () => {
  lines.length = 0
  await portal.owner.query('delete from graphile_worker._private_jobs')
})

const queued = async () =>
  (
    await portal.owner.query<{ task: string; id: string | null }>(
      `select task_identifier as task, payload ->> 'request_id' as id
       from graphile_worker._private_jobs j join (select id, identifier as task_identifier from graphile_worker._private_tasks) t on t.id = j.task_id
       order by j.id`,
    )
  ).rows

const ask = (id: string, message: string, by = token) =>
  portal.app.inject({
    method: 'POST',
    url: '/api/v1/contact/',
    headers: { domain: 'acme', authorization: `Token ${by}`, 'x-request-id': id },
    payload: { name: 'Ada', email: 'ada@mail.example', message },
  })

test('the jobs of a request carry its id, and nothing else of it', async () => {
  const answer = await ask('request-0001', 'Where is my parcel?')
  expect(answer.statusCode).toBe(200)
  expect(await queued()).toEqual([{ task: 'notices.send_question', id: 'request-0001' }])
  expect(JSON.stringify((await portal.owner.query('select payload from graphile_worker._private_jobs')).rows)).not.toContain(
    'Ada',
  )
})

test('each of many requests at once gives its jobs its own id', async () => {
  // Each user may ask a few questions only.
  const tokens: string[] = []
  for (let n = 0; n < 20; n++) tokens.push(await portal.tokenOf(await portal.seed((db) => createUser(db, 'admin'))))
  const ids = Array.from({ length: 20 }, (_, n) => `request-1${String(n).padStart(3, '0')}`)
  expect((await Promise.all(ids.map((id, n) => ask(id, id, tokens[n])))).map(({ statusCode }) => statusCode)).toEqual(
    ids.map(() => 200),
  )
  const { rows } = await portal.owner.query(
    `select q.message, payload ->> 'request_id' as id
     from graphile_worker._private_jobs j join questions q on q.id = (payload -> 'data' ->> 'question_id')::bigint
     where q.message like 'request-1%'`,
  )
  expect(rows).toHaveLength(20)
  for (const { message, id } of rows) expect(id).toBe(message)
})

test('the log of a failed job has the id of the request', async () => {
  await origin.run({ requestId: 'request-2001' }, () =>
    portal.seed((db) => db.enqueue('documents.revoke', { document_id: 'none' })),
  )
  await portal.runJobs()
  expect(lines.filter(({ msg }) => msg === 'job failed')).toEqual([
    expect.objectContaining({ req_id: 'request-2001', task: 'documents.revoke' }),
  ])
})

test('a job that nobody asked for has none, and neither has the next transaction of a connection', async () => {
  const pool = portal.owner
  await origin.run({ requestId: 'request-3001' }, () => portal.seed((db) => db.enqueue('documents.revoke', { document_id: 1 })))
  await portal.seed((db) => db.enqueue('documents.revoke', { document_id: 2 }))
  expect((await queued()).map(({ id }) => id)).toEqual(['request-3001', null])
  expect((await pool.query(`select current_setting('app.request_id', true) as id`)).rows[0].id ?? '').toBe('')
})
