import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser, nextNumber } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { makePasswordLink } from './send-password-link.commands.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const createAccount = async (active = true) => {
  const email = `forgot-${nextNumber()}@mail.example`
  return { email, id: await portal.seed((db) => createUser(db, 'patient', { email, active, first_name: 'Robin' })) }
}
const mailsTo = (recipient: string) => readMails(portal, recipient)
const createLink = async (id: number) => (await portal.seed((db) => makePasswordLink(db, id, 'reset'))).token
const set = (token: string, password = 'my new password', caller = portal.guest) =>
  caller.post('/auth/set-password/', { token, password })
const login = async (email: string, password = 'my new password') =>
  (await portal.guest.post('/auth/login/', { email, password })).statusCode
const forgot = (email: string) => portal.guest.post('/api/v1/users/reset-password/', { email })
const EXPIRED = [410, { message: 'This link has expired or was already used. Request a new one.', code: 'link_expired' }]

describe('POST /api/v1/users/reset-password/', () => {
  test('writes the same for known, inactive and unknown accounts, so that each takes the same time', async () => {
    const countWritten = async () => {
      const { rows } = await portal.owner.query(
        `select (select count(*) from audit_log)::int as audits, (select count(*) from graphile_worker._private_jobs)::int as jobs`,
      )
      return rows[0] as { audits: number; jobs: number }
    }
    const { email } = await createAccount()
    const inactive = await createAccount(false)
    for (const each of [email, inactive.email, 'nobody-at-all@mail.example']) {
      const before = await countWritten()
      await forgot(each)
      const after = await countWritten()
      expect([after.audits - before.audits, after.jobs - before.jobs], each).toEqual([1, 1])
    }
    await portal.runJobs()
    expect((await mailsTo('nobody-at-all@mail.example')).length + (await mailsTo(inactive.email)).length).toBe(0)
  })

  test('mails a link that sets a password, and stores no token', async () => {
    const { email, id } = await createAccount()
    await forgot(email.toUpperCase())
    await portal.runJobs()
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Set a new password')
    const token = /\/set-password#([\w-]{43})/.exec(mail?.text ?? '')?.[1] as string
    const { rows } = await portal.owner.query('select password_links::text as line from password_links where user_id = $1', [id])
    expect(rows[0].line).not.toContain(token)
    expect((await set(token)).json()).toEqual({ message: 'Your password has been set. You can log in now.' })
    expect(await login(email)).toBe(200)
  })

  test('answers the same for all addresses, and mails active accounts only', async () => {
    const [active, inactive] = [await createAccount(), await createAccount(false)]
    const answers = await Promise.all([forgot(active.email), forgot('nobody-here@mail.example'), forgot(inactive.email)])
    await portal.runJobs()
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect([await mailsTo(active.email), await mailsTo(inactive.email), await mailsTo('nobody-here@mail.example')]).toMatchObject(
      [[{}], [], []],
    )
  })

  test('refuses an invalid email address by its field', async () => {
    const answer = await forgot('nonsense')
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['email']])
  })
})

test.each([
  ['reset', 24],
  ['welcome', 7 * 24],
] as const)('a link of the kind %s works for %i hours', async (reason, hours) => {
  const { id } = await createAccount()
  const { token } = await portal.seed((db) => makePasswordLink(db, id, reason))
  const pass = (minutes: number) =>
    portal.owner.query(`update password_links set expires_at = expires_at - $2 * interval '1 minute' where user_id = $1`, [
      id,
      minutes,
    ])
  await pass(hours * 60 - 10)
  const wrong = await set(token, '7 chars')
  expect(wrong.statusCode, 'the link is valid, the password is not').toBe(422)
  await pass(10)
  expect((await set(token)).statusCode).toBe(410)
})

describe('POST /auth/set-password/', () => {
  test('accepts a link once', async () => {
    const { id, email } = await createAccount()
    const token = await createLink(id)
    expect((await set(token)).statusCode).toBe(200)
    const again = await set(token, 'a second password')
    expect([again.statusCode, again.json()]).toEqual(EXPIRED)
    expect(await login(email)).toBe(200)
  })

  test('sets one password in ten concurrent calls', async () => {
    const token = await createLink((await createAccount()).id)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => set(token, `password number ${n}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('refuses expired and invented links, and those of inactive accounts', async () => {
    const [late, gone] = [await createAccount(), await createAccount()]
    const [lateLink, goneLink] = [await createLink(late.id), await createLink(gone.id)]
    await portal.owner.query(`update password_links set expires_at = now() - interval '1 second' where user_id = $1`, [late.id])
    await portal.owner.query('update users set active = false where domain_id = $1 and id = $2', [portal.domainId, gone.id])
    for (const token of [lateLink, goneLink, 'made-up-made-up-made-up']) {
      const answer = await set(token)
      expect([answer.statusCode, answer.json()]).toEqual(EXPIRED)
    }
  })

  test('refuses a link of another domain', async () => {
    const { id } = await createAccount()
    const token = await createLink(id)
    expect((await set(token, 'my new password', portal.clientFor('globex'))).statusCode).toBe(410)
    expect((await set(token)).statusCode).toBe(200)
  })

  test('ends all sessions and invalidates all other links', async () => {
    const { id } = await createAccount()
    const caller = await portal.as(id)
    const [one, other] = [await createLink(id), await createLink(id)]
    await set(one)
    expect((await caller.get('/auth/session/')).statusCode).toBe(401)
    expect((await set(other)).statusCode).toBe(410)
  })

  test('refuses a short password by its field and keeps the link valid', async () => {
    const token = await createLink((await createAccount()).id)
    const answer = await set(token, '7 chars')
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { password: ['Min Length 8'] }])
    expect((await set(token)).statusCode).toBe(200)
  })
})
