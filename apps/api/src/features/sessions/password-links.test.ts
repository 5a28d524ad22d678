import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { makePasswordLink } from './send-password-link.commands.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const anAccount = async (active = true) => {
  const email = `forgot-${nextNumber()}@mail.example`
  return { email, id: await portal.seed((db) => createUser(db, 'patient', { email, active, first_name: 'Robin' })) }
}
const mailsTo = async (recipient: string) =>
  (
    await portal.owner.query('select subject, text from mail_outbox where domain_id = $1 and recipient = $2 order by id', [
      portal.domainId,
      recipient,
    ])
  ).rows
const aLink = async (id: number) => (await portal.seed((db) => makePasswordLink(db, id, 'reset'))).token
const set = (token: string, password = 'my new password', caller = portal.guest) =>
  caller.post('/auth/set-password/', { token, password })
const login = async (email: string, password = 'my new password') =>
  (await portal.guest.post('/auth/login/', { email, password })).statusCode
const forgot = (email: string) => portal.guest.post('/api/v1/users/reset-password/', { email })
const EXPIRED = [410, { message: 'This link has expired or was already used. Request a new one.', code: 'link_expired' }]

describe('POST /api/v1/users/reset-password/', () => {
  test('writes as much for nobody as for somebody, so that it takes as long', async () => {
    const written = async () => {
      const { rows } = await portal.owner.query(
        `select (select count(*) from audit_log)::int as records, (select count(*) from graphile_worker._private_jobs)::int as jobs`,
      )
      return rows[0] as { records: number; jobs: number }
    }
    const { email } = await anAccount()
    const inactive = await anAccount(false)
    for (const each of [email, inactive.email, 'nobody-at-all@mail.example']) {
      const before = await written()
      await forgot(each)
      const after = await written()
      expect([after.records - before.records, after.jobs - before.jobs], each).toEqual([1, 1])
    }
    await portal.runJobs()
    expect((await mailsTo('nobody-at-all@mail.example')).length + (await mailsTo(inactive.email)).length).toBe(0)
  })

  test('mails a link that sets a password; nobody else can read it anywhere', async () => {
    const { email, id } = await anAccount()
    await forgot(email.toUpperCase())
    await portal.runJobs()
    const [mail] = await mailsTo(email)
    expect(mail.subject).toBe('Set a new password')
    const token = /\/set-password#([\w-]{43})/.exec(mail.text)?.[1] as string
    const { rows } = await portal.owner.query('select password_links::text as line from password_links where user_id = $1', [id])
    expect(rows[0].line).not.toContain(token)
    expect((await set(token)).json()).toEqual({ message: 'Your password has been set. You can log in now.' })
    expect(await login(email)).toBe(200)
  })

  test('answers the same for an account, for none and for an inactive one; only the first gets a mail', async () => {
    const [active, inactive] = [await anAccount(), await anAccount(false)]
    const answers = await Promise.all([forgot(active.email), forgot('nobody-here@mail.example'), forgot(inactive.email)])
    await portal.runJobs()
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect([await mailsTo(active.email), await mailsTo(inactive.email), await mailsTo('nobody-here@mail.example')]).toMatchObject(
      [[{}], [], []],
    )
  })

  test('what is no address names the field', async () => {
    const answer = await forgot('nonsense')
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['email']])
  })
})

describe('POST /auth/set-password/', () => {
  test('a link works once', async () => {
    const { id, email } = await anAccount()
    const token = await aLink(id)
    expect((await set(token)).statusCode).toBe(200)
    const again = await set(token, 'a second password')
    expect([again.statusCode, again.json()]).toEqual(EXPIRED)
    expect(await login(email)).toBe(200)
  })

  test('of ten at once one sets the password', async () => {
    const token = await aLink((await anAccount()).id)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => set(token, `password number ${n}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('an expired link, a made-up one, and that of someone who became inactive do nothing', async () => {
    const [late, gone] = [await anAccount(), await anAccount()]
    const [lateLink, goneLink] = [await aLink(late.id), await aLink(gone.id)]
    await portal.owner.query(`update password_links set expires_at = now() - interval '1 second' where user_id = $1`, [late.id])
    await portal.owner.query('update users set active = false where domain_id = $1 and id = $2', [portal.domainId, gone.id])
    for (const token of [lateLink, goneLink, 'made-up-made-up-made-up']) {
      const answer = await set(token)
      expect([answer.statusCode, answer.json()]).toEqual(EXPIRED)
    }
  })

  test('a link of one domain does nothing in another', async () => {
    const { id } = await anAccount()
    const token = await aLink(id)
    expect((await set(token, 'my new password', portal.clientFor('globex'))).statusCode).toBe(410)
    expect((await set(token)).statusCode).toBe(200)
  })

  test('a new password ends every session and every other link', async () => {
    const { id } = await anAccount()
    const caller = await portal.as(id)
    const [one, other] = [await aLink(id), await aLink(id)]
    await set(one)
    expect((await caller.get('/auth/session/')).statusCode).toBe(401)
    expect((await set(other)).statusCode).toBe(410)
  })

  test('a short password names the field, and the link stays good', async () => {
    const token = await aLink((await anAccount()).id)
    const answer = await set(token, 'short')
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { password: ['Min Length 8'] }])
    expect((await set(token)).statusCode).toBe(200)
  })
})
