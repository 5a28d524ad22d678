/** The background jobs of all domains, for admins of the installation. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const JOBS = '/api/v1/jobs/'
let portal: TestPortal
let admin: TestClient
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  await appoint(adminId)
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from graphile_worker._private_jobs'))

/** As the console does. */
const appoint = (user_id: number) =>
  portal.seed((db) => db.insertInto('installation_admins').values({ domain_id: db.domainId, user_id }).execute())
const dismiss = (user_id: number) =>
  portal.seed((db) => db.deleteFrom('installation_admins').where('user_id', '=', user_id).execute())

/** Sets columns of the newest job. */
async function setNewest(set: string, values: unknown[] = []): Promise<number> {
  const text = `update graphile_worker._private_jobs set ${set}
    where id = (select max(id) from graphile_worker._private_jobs) returning id`
  return Number((await portal.owner.query(text, values)).rows[0].id)
}

async function aDeadJob(error = '[ECONNREFUSED] connect to the mail server for ada@patients.example'): Promise<number> {
  await portal.seedOther((db) => db.enqueue('sessions.send_password_link', { user_id: 4711, reason: 'reset' }))
  return setNewest(`attempts = max_attempts, last_error = $1`, [error])
}

const list = async (query = '') => (await admin.get(JOBS + query)).json()
const rowsOf = (page: { results: { id: number }[] }) => page.results.map(({ id }) => id)

describe('the list of jobs', () => {
  test('shows the jobs of all domains, dead ones first, without their data and the texts of their errors', async () => {
    await portal.seed((db) => db.enqueue('accounts.mail_password_changed', { user_id: adminId }))
    const waiting = await setNewest('run_at = run_at')
    const dead = await aDeadJob()
    const answer = await admin.get(JOBS)
    const page = answer.json()
    expect(page).toMatchObject({ count: 2, waiting: 1, running: 0, dead: 1 })
    expect(rowsOf(page)).toEqual([dead, waiting])
    expect(page.results[0]).toEqual({
      id: dead,
      task: 'sessions.send_password_link',
      domain: { id: portal.otherDomainId, name: 'Globex Cells' },
      state: 'dead',
      attempts: 12,
      max_attempts: 12,
      created_at: expect.any(String),
      run_at: expect.any(String),
      error: 'ECONNREFUSED',
    })
    expect(page.results[1]).toMatchObject({ state: 'waiting', error: '', domain: { name: 'Acme Cells' } })
    expect(answer.body).not.toMatch(/4711|reset|ada@|mail server/)
  })

  test('names an unknown error only as an error, and a job of the installation without a domain', async () => {
    await portal.owner.query(`select graphile_worker.add_job('sessions.sweep', '{}')`)
    await setNewest(`attempts = 1, last_error = 'Ada Lovelace has no lab'`)
    expect((await list()).results).toMatchObject([{ domain: null, error: 'Error', state: 'waiting', attempts: 1 }])
  })

  test('is filtered by state and by a part of the task, and has pages', async () => {
    const dead = await aDeadJob()
    await portal.seed((db) => db.enqueue('accounts.mail_password_changed', { user_id: adminId }))
    const running = await setNewest(`locked_at = now(), locked_by = 'a worker', attempts = 1`)
    expect(await list()).toMatchObject({ waiting: 0, running: 1, dead: 1 })
    expect(rowsOf(await list('?state=dead'))).toEqual([dead])
    expect(rowsOf(await list('?state=running'))).toEqual([running])
    expect(rowsOf(await list('?task=MAIL_password'))).toEqual([running])
    expect(await list('?limit=1&offset=1')).toMatchObject({ count: 2, results: [{ id: running }] })
    expect(await list('?limit=1&offset=9')).toMatchObject({ count: 2, results: [] })
    expect((await admin.get(`${JOBS}?state=gone`)).json().errors).toHaveProperty('state')
  })
})

describe('a retry', () => {
  const jobIn = async (id: number) =>
    (await portal.owner.query('select attempts, run_at <= now() as due from graphile_worker._private_jobs where id = $1', [id]))
      .rows[0]
  const retry = (id: number) => admin.post(`${JOBS}${id}/retry/`)

  test('gives a dead job all its attempts, and is audited', async () => {
    const dead = await aDeadJob()
    expect((await retry(dead)).json()).toEqual({ message: 'The job will run again now.' })
    expect(await jobIn(dead)).toEqual({ attempts: 0, due: true })
    expect((await list()).results).toMatchObject([{ id: dead, state: 'waiting' }])
    const { rows } = await portal.owner.query(`select actor_id, after from audit_log where type = 'job.retried'`)
    const after = { job: dead, task: 'sessions.send_password_link', domain: portal.otherDomainId }
    expect(rows).toEqual([{ actor_id: adminId, after }])
  })

  test('lets a job that waits for its next attempt run now, and counts its attempts on', async () => {
    await portal.seed((db) => db.enqueue('accounts.mail_password_changed', { user_id: adminId }))
    const waiting = await setNewest(`attempts = 3, run_at = now() + interval '1 hour'`)
    expect((await retry(waiting)).statusCode).toBe(200)
    expect(await jobIn(waiting)).toEqual({ attempts: 3, due: true })
  })

  test('refuses a job that is running or gone', async () => {
    const dead = await aDeadJob()
    await setNewest(`locked_at = now(), locked_by = 'a worker'`)
    for (const id of [dead, dead + 1])
      expect((await retry(id)).json()).toMatchObject({ code: 'not_found', message: 'This job is running or has finished.' })
  })
})

describe('jobs do not exist', () => {
  test('for other admins, in this domain and in another one', async () => {
    const dead = await aDeadJob()
    const others = [
      await portal.as(await portal.seed((db) => createUser(db, 'admin'))),
      await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin'))),
    ]
    for (const other of others)
      for (const answer of [await other.get(JOBS), await other.post(`${JOBS}${dead}/retry/`)]) expect(answer.statusCode).toBe(404)
  })

  test('for an admin who was removed from the admins of the installation, or is no admin any more', async () => {
    const id = await portal.seed((db) => createUser(db, 'admin'))
    const former = await portal.as(id)
    await appoint(id)
    expect((await former.get(JOBS)).statusCode).toBe(200)
    await dismiss(id)
    expect((await former.get(JOBS)).statusCode).toBe(404)
    await appoint(id)
    await portal.owner.query('update users set memberships = $1 where id = $2', [[1], id])
    expect((await former.get(JOBS)).statusCode).toBe(403)
    expect((await former.get('/auth/session/')).json().user.runs_installation).toBe(false)
  })

  test('for the application itself: the database refuses the functions, and rows in its list of admins', async () => {
    const asApp = (text: string) => portal.pool.query(`set local app.domain_id = '${portal.domainId}'; ${text}`)
    for (const text of [
      'select find_jobs(null, null, 10, 0)',
      'select * from retry_job(1)',
      `insert into installation_admins (domain_id, user_id) values (${portal.domainId}, ${adminId})`,
      'delete from installation_admins',
      'select * from graphile_worker._private_jobs',
    ])
      await expect(asApp(text), text).rejects.toMatchObject({ code: '42501' })
  })
})
