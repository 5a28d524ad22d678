/** A login while the account changes: the state of the account at the start of the session decides. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { appCode, createAccount, logIn, logInClient, PASSWORD } from './two-step/two-step.fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** The number of connections that wait for a lock of the connection `pid`. */
const countWaiting = async (pid: number) =>
  (await portal.owner.query('select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid])).rowCount ?? 0

/** Locks the account, starts `work`, and makes `change` and commits when `work` waits for the lock. */
async function whileLocked<T>(
  id: number,
  change: (client: pg.PoolClient) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const client = await portal.owner.connect()
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await client.query('begin')
    await client.query('select from users where domain_id = $1 and id = $2 for no key update', [portal.domainId, id])
    const working = work()
    await vi.waitFor(async () => expect(await countWaiting(rows[0].pid)).toBeGreaterThan(0), 60_000)
    await change(client)
    await client.query('commit')
    return await working
  } finally {
    client.release()
  }
}

test.each([
  ['gets another password', `update users set password_hash = 'another' where id = $1`],
  ['becomes inactive', 'update users set active = false where id = $1'],
])('refuses a login with the right password if the account %s meanwhile', async (_, text) => {
  const { id, email } = await createAccount(portal)
  const answer = await whileLocked(
    id,
    (client) => client.query(text, [id]),
    () => logIn(portal, email),
  )
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'wrong_credentials'])
  const { rows } = await portal.owner.query('select id from sessions where user_id = $1', [id])
  expect(rows).toEqual([])
})

test('turning two-step sign-in on waits for running logins and ends their sessions', async () => {
  const { id, email } = await createAccount(portal)
  const caller = await logInClient(portal, email)
  const { secret } = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json()
  const answer = await whileLocked(
    id,
    // The session of a login without a code that was first.
    (client) =>
      client.query(
        `insert into sessions (domain_id, token_hash, user_id, idle_minutes, expires_at) values ($1, 'late', $2, 30, now() + interval '1 hour')`,
        [portal.domainId, id],
      ),
    () => caller.post('/auth/two-step/confirm/', { code: appCode(secret) }),
  )
  expect(answer.statusCode).toBe(200)
  const { rows } = await portal.owner.query(`select ended_at is not null as ended from sessions where token_hash = 'late'`)
  expect(rows).toEqual([{ ended: true }])
})
