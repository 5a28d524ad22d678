/** Faults that only an operator can mend. The caller may try again later; the log says what to mend. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ensureLogin } from '#api/db/migrate.ts'
import { createLog } from '#api/platform/logging/log.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '#api/testing/database.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let database: TestDatabase
let portal: TestPortal

const lines: string[] = []
const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } })
/** The lines about failures, without those of requests. */
const logged = () => lines.splice(0).flatMap((line) => (line.includes('"msg"') ? [JSON.parse(line)] : []))
const question = { name: 'Ada', email: 'ada@mail.example', message: 'Is the disk full?' }
const laterAgain = { message: expect.any(String), code: 'unavailable' }

beforeAll(async () => {
  const created = await createTestDatabase()
  // A role of its own, because other tests log in as the role of the run.
  database = { ...created, appUrl: await ensureLogin('app', created.ownerUrl, 'of the application') }
  portal = await startTestPortal({}, { database, log })
})
afterAll(() => portal.close())

const failWith = (sqlState: string) =>
  queryOnce(
    database.ownerUrl,
    `create function fail_insert() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file' using errcode = '${sqlState}'; end $$;
     create trigger broken before insert on questions for each row execute function fail_insert()`,
  )

const sendQuestion = async () =>
  (await portal.as(await portal.seed((db) => createUser(db, 'patient')))).post('/api/v1/contact/', question)

describe('PostgreSQL', () => {
  afterEach(() => queryOnce(database.ownerUrl, 'drop function fail_insert cascade'))

  test.each([
    ['a full disk', '53100', 'error', 'the disk of PostgreSQL is full'],
    ['no memory', '53200', 'error', 'PostgreSQL has no memory left'],
    ['too few resources of another kind', '53000', 'warn', 'refused'],
  ])('with %s answers 503 with a time to try again, and the log has the reason', async (_, code, level, msg) => {
    await failWith(code)
    const answer = await sendQuestion()
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([503, '2', laterAgain])
    expect(logged()).toEqual([expect.objectContaining({ level, msg, err: expect.objectContaining({ code }) })])
    expect((await portal.owner.query('select from questions')).rowCount).toBe(0)
  })

  test('with a broken disk is an unexpected failure with an incident', async () => {
    await failWith('58030')
    const answer = await sendQuestion()
    const { incident } = answer.json()
    expect(answer.statusCode).toBe(500)
    expect(logged()).toEqual([
      expect.objectContaining({ level: 'error', incident, err: expect.objectContaining({ code: '58030' }) }),
    ])
  })
})

test.each([
  [
    'another password',
    (role: string) => `alter role ${role} password 'changed'`,
    'PostgreSQL refuses the password of the portal',
  ],
  ['no right to log in', (role: string) => `alter role ${role} nologin`, 'PostgreSQL does not let the role of the portal log in'],
])('a role that suddenly has %s answers 503, the log names the reason, and its repair is enough', async (_, change, sentence) => {
  const url = new URL(database.appUrl)
  const role = decodeURIComponent(url.username)
  const guest = () => portal.guest.post('/auth/login/', { email: 'nobody@mail.example', password: 'wrong-password' })
  expect((await guest()).statusCode).toBe(401)
  await queryOnce(database.ownerUrl, change(role))
  await queryOnce(database.ownerUrl, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
  await expect.poll(guest).toMatchObject({ statusCode: 503 })
  logged()
  const answer = await guest()
  expect([answer.statusCode, answer.json()]).toEqual([503, laterAgain])
  expect(logged()).toContainEqual(expect.objectContaining({ level: 'error', msg: expect.stringContaining(sentence) }))
  await queryOnce(database.ownerUrl, `alter role ${role} login password '${decodeURIComponent(url.password)}'`)
  expect((await guest()).statusCode).toBe(401)
})
