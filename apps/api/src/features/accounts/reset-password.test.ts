import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createUser, nextNumber, type UserValues } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())

const NEW = 'what the admin chose'
const setPassword = (user_id: unknown, password = NEW, caller = admin) =>
  caller.post('/api/v1/users/change-password/', { user_id, new_password_change: password })
const mailLink = (user_id: unknown, caller = admin) => caller.post('/api/v1/utilities/reset-user-password/', { user_id })
const logIn = async (email: string, password: string) => (await portal.guest.post('/auth/login/', { email, password })).statusCode
const createRep = async (values: UserValues = {}, password?: string) => {
  const email = `someone-${nextNumber()}@mail.example`
  const password_hash = password ? await hashPassword(password) : null
  return { email, id: await portal.seed((db) => createUser(db, 'sales_rep', { email, password_hash, ...values })) }
}
const subjectsTo = async (email: string) => {
  await portal.runJobs()
  const text = 'select subject from mail_outbox where domain_id = $1 and recipient = $2 order by id'
  return (await portal.owner.query(text, [portal.domainId, email])).rows.map((row) => row.subject)
}
const lastEvent = async (id: number) => {
  const text = `
    select type, actor_id, before, after
    from audit_log
    where domain_id = $1
      and subject_id = $2
      and type ~ '^password'
    order by id desc
    limit 1`
  return (await portal.owner.query(text, [portal.domainId, id])).rows[0]
}
const createUnreachableUsers = async () => [
  await portal.seedOther((db) => createUser(db, 'sales_rep')),
  (await createRep({ active: false })).id,
  999_999,
]
const CHOOSE_ACTIVE = { user_id: ['Choose an active user.'] }

describe('POST /api/v1/users/change-password/', () => {
  test('accepts only the new password and mails the user', async () => {
    const { id, email } = await createRep({}, 'the old password')
    const answer = await setPassword(id)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'The password has been changed.' }])
    expect([await logIn(email, 'the old password'), await logIn(email, NEW)]).toEqual([401, 200])
    expect(await subjectsTo(email)).toEqual(['Your password was changed'])
    expect(await lastEvent(id)).toEqual({ type: 'password.set_by_admin', actor_id: adminId, before: null, after: null })
  })

  test('ends every session and password link of the user', async () => {
    const { id } = await createRep()
    const session = await portal.as(id)
    const { token } = await portal.seed((db) => makePasswordLink(db, id, 'welcome'))
    await setPassword(id)
    expect((await session.get('/auth/session/')).statusCode).toBe(401)
    expect((await portal.guest.post('/auth/set-password/', { token, password: 'a third password' })).statusCode).toBe(410)
  })

  test('writes neither the password nor its hash into the mail, the queue or the audit', async () => {
    const { id, email } = await createRep()
    await setPassword(id, 'not to be found anywhere')
    await subjectsTo(email)
    const { rows } = await portal.owner.query(
      `select
         (select string_agg(text || html, '') from mail_outbox where domain_id = $1)
         || (select string_agg(a::text, '') from audit_log a)
         || coalesce((select string_agg(payload::text, '') from graphile_worker._private_jobs), '') as all`,
      [portal.domainId],
    )
    expect(rows[0].all).not.toMatch(/not to be found|argon2/)
  })

  test.each([
    ['another admin', () => portal.seed((db) => createUser(db, 'admin'))],
    ['the admin itself', async () => adminId],
  ])('refuses the password of %s', async (_, createTarget) => {
    const id = await createTarget()
    const before = await portal.owner.query('select password_hash from users where id = $1', [id])
    const answer = await setPassword(id)
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { user_id: ['You cannot set the password of another admin. Send a password link instead.'] },
    ])
    expect((await portal.owner.query('select password_hash from users where id = $1', [id])).rows).toEqual(before.rows)
  })

  test('refuses inactive users and users of another domain', async () => {
    for (const id of await createUnreachableUsers()) {
      const answer = await setPassword(id)
      expect([answer.statusCode, answer.json().errors]).toEqual([422, CHOOSE_ACTIVE])
    }
  })

  test.each([
    ['user_id', ['x', NEW]],
    ['new_password_change', [1, '']],
    ['new_password_change', [1, 'short']],
    ['new_password_change', [1, 'x'.repeat(201)]],
    ['new_password_change', [1, 'with a \0 in it']],
  ] as const)('refuses an invalid %s and names the field', async (field, [id, password]) => {
    const { id: real, email } = await createRep({}, 'the old password')
    const answer = await setPassword(id === 1 ? real : id, password)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await logIn(email, 'the old password')).toBe(200)
  })

  test('is forbidden to other roles', async () => {
    const { id } = await createRep()
    expect((await setPassword(id, NEW, await portal.as(id))).statusCode).toBe(403)
    expect((await setPassword(id, NEW, portal.guest)).statusCode).toBe(401)
  })
})

describe('POST /api/v1/utilities/reset-user-password/', () => {
  test('mails a link, and the old password works until the link is used', async () => {
    const { id, email } = await createRep({}, 'the old password')
    const answer = await mailLink(id)
    expect([answer.statusCode, answer.json().message]).toEqual([200, `We emailed a link to set a new password to ${email}.`])
    expect(await subjectsTo(email)).toEqual(['Set a new password'])
    expect(await logIn(email, 'the old password')).toBe(200)
    expect(await lastEvent(id)).toMatchObject({ type: 'password.reset_requested', actor_id: adminId })
  })

  test('welcomes a user who never had a password', async () => {
    const { id, email } = await createRep()
    await mailLink(id)
    expect(await subjectsTo(email)).toEqual(['Your account is ready'])
  })

  test('mails a link to another admin', async () => {
    const email = `admin-${nextNumber()}@mail.example`
    const colleague = await portal.seed((db) => createUser(db, 'admin', { email }))
    expect((await mailLink(colleague)).statusCode).toBe(200)
    expect(await subjectsTo(email)).toHaveLength(1)
  })

  test('mails no link to inactive users or users of another domain', async () => {
    for (const id of await createUnreachableUsers()) {
      const answer = await mailLink(id)
      expect([answer.statusCode, answer.json().errors]).toEqual([422, CHOOSE_ACTIVE])
    }
  })

  test('refuses an invalid id and names the field; is forbidden to other roles', async () => {
    const { id } = await createRep()
    expect(Object.keys((await mailLink('x')).json().errors)).toEqual(['user_id'])
    expect((await mailLink(id, await portal.as(id))).statusCode).toBe(403)
    expect((await mailLink(id, portal.guest)).statusCode).toBe(401)
  })
})
