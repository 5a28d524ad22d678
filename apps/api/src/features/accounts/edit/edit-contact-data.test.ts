import type { UserEdit } from '@vialdesk/contract/people/accounts'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { markEmailVerified } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { createAccount, PASSWORD } from '#api/features/sessions/two-step/two-step.fixture.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: Record<'admin' | 'center' | 'rep', number>

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin'),
    center: await createCenter(db, { phone_number: 'call the desk' }),
    rep: await createUser(db, 'sales_rep'),
  }))
})
afterAll(() => portal.close())

const edit = async (editor: number, id: number, body: UserEdit) => (await portal.as(editor)).patch(`/api/v1/users/${id}/`, body)
const REQUIRED = ['This field is required.']
const NO_PHONE = ['Enter a valid phone number; include the country code if outside the US.']

describe('the phone number', () => {
  test.each<[string, string]>([
    ['(555) 010-2233', 'United States'],
    ['555.010.2233 ext. 12', 'united states'],
    ['+47 22 01 02 03', 'United States'],
    ['22 01 02 03', 'Norway'],
    ['020 7946 0123', 'United Kingdom'],
    ['12345', 'a country of our own'],
    ['1234567', ''],
  ])('keeps %s as it was typed, for the country %s', async (phone_number, country_desc) => {
    const answer = await edit(ids.rep, ids.rep, { phone_number, country_desc })
    expect([answer.statusCode, answer.json().phone_number]).toEqual([200, phone_number])
  })

  test.each<[string, string]>([
    ['call me', 'United States'],
    ['12', ''],
    ['555 010', 'United States'],
    ['22 01 02', 'Norway'],
    ['+999 123', 'Norway'],
    ['+1 555 010 2233; drop', 'United States'],
    ['١٢٣٤٥٦٧', ''],
  ])('refuses %s for the country %s', async (phone_number, country_desc) => {
    const answer = await edit(ids.rep, ids.rep, { phone_number, country_desc, first_name: 'Unchanged' })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { phone_number: NO_PHONE }])
    expect((await (await portal.as(ids.rep)).get(`/api/v1/users/${ids.rep}/`)).json().first_name).not.toBe('Unchanged')
  })

  test('is required from the user itself, but not from an admin', async () => {
    expect((await edit(ids.rep, ids.rep, { phone_number: ' ' })).json().errors).toEqual({ phone_number: REQUIRED })
    expect((await edit(ids.admin, ids.rep, { phone_number: '' })).statusCode).toBe(200)
  })

  test('may stay invalid when another field is changed', async () => {
    expect((await edit(ids.center, ids.center, { phone_number: 'call the desk', city: 'Oslo' })).statusCode).toBe(200)
  })
})

describe('a changed email', () => {
  const mailsTo = async (recipient: string) =>
    (
      await portal.owner.query('select subject, text from mail_outbox where domain_id = $1 and recipient = $2', [
        portal.domainId,
        recipient,
      ])
    ).rows
  const password_current = PASSWORD

  test('notifies the old email once, and the session shows the new one at once', async () => {
    const { id, email } = await createAccount(portal)
    const caller = await portal.as(id)
    expect((await caller.patch(`/api/v1/users/${id}/`, { email: `new-${email}`, password_current })).statusCode).toBe(200)
    expect((await caller.get('/auth/session/')).json().user.email).toBe(`new-${email}`)
    await portal.runJobs()
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['The email of your account was changed'])
    expect(mails[0].text).not.toContain(`new-${email}`)
    await edit(ids.admin, id, { email: `newer-${email}` })
    await portal.runJobs()
    const subjectsTo = async (recipient: string) => (await mailsTo(recipient)).map(({ subject }) => subject)
    expect(await subjectsTo(`new-${email}`)).toEqual(['Confirm your email', 'The email of your account was changed'])
    expect([await subjectsTo(`newer-${email}`), (await mailsTo(email)).length]).toEqual([['Confirm your email'], 1])
  })

  test('notifies each old email when several changes share one request id', async () => {
    const { id, email } = await createAccount(portal)
    const headers = {
      domain: 'acme',
      authorization: `Token ${await portal.tokenOf(id)}`,
      'x-request-id': 'chosen-by-the-caller',
    }
    for (const to of [`second-${email}`, `third-${email}`]) {
      const url = `/api/v1/users/${id}/`
      expect(
        (await portal.app.inject({ method: 'PATCH', url, headers, payload: { email: to, password_current } })).statusCode,
      ).toBe(200)
    }
    await portal.runJobs()
    expect([(await mailsTo(email)).length, (await mailsTo(`second-${email}`)).length]).toEqual([1, 1])
  })

  test('notifies only the new email of an account that was never used', async () => {
    const { id, email } = await createAccount(portal, 'sales_rep', { password_hash: null })
    await edit(ids.admin, id, { email: `right-${email}` })
    await portal.runJobs()
    expect([await mailsTo(email), (await mailsTo(`right-${email}`)).length]).toEqual([[], 1])
  })

  test('writes neither email into the job queue', async () => {
    const { id, email } = await createAccount(portal)
    expect((await edit(id, id, { email: `quiet-${email}`, password_current })).statusCode).toBe(200)
    const { rows } = await portal.owner.query('select payload::text from graphile_worker._private_jobs')
    expect(rows.map(({ payload }) => payload).join()).not.toContain(email)
    await portal.runJobs()
  })
})

describe('the own email', () => {
  const url = (id: number) => `/api/v1/users/${id}/`
  const emailOf = async (id: number) => (await (await portal.as(ids.admin)).get(url(id))).json().email
  const WRONG = 'The current password is not correct.'
  const MISSING = 'Enter your current password.'
  const calls: [string, (caller: TestClient, id: number, body: UserEdit) => Promise<LightMyRequestResponse>][] = [
    ['PATCH users/{id}/', (caller, id, body) => caller.patch(url(id), body)],
    ['PUT users/{id}/', (caller, id, body) => caller.put(url(id), body)],
    ['POST users/update/{id}/', (caller, id, body) => caller.post(`/api/v1/users/update/${id}/`, body)],
  ]

  describe.each(calls)('by %s', (_, change) => {
    test('is changed with the current password, which is stored nowhere', async () => {
      const { id, email } = await createAccount(portal)
      const answer = await change(await portal.as(id), id, { email: `new-${email}`, password_current: PASSWORD })
      expect([answer.statusCode, await emailOf(id)]).toEqual([200, `new-${email}`])
      expect(answer.body).not.toContain(PASSWORD)
      const { rows } = await portal.owner.query(`select before, after from audit_log where subject_id = $1`, [id])
      expect(rows).toEqual([{ before: { email }, after: { email: `new-${email}` } }])
    })

    test.each<[string, object, string]>([
      ['no password', {}, MISSING],
      ['an empty password', { password_current: '' }, MISSING],
      ['a wrong password', { password_current: 'not this one' }, WRONG],
    ])('is not changed with %s, nor are the other fields', async (_, given, sentence) => {
      const { id, email } = await createAccount(portal)
      const answer = await change(await portal.as(id), id, { email: `new-${email}`, city: 'Elsewhere', ...given })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { password_current: [sentence] }])
      const { email: still, city } = (await (await portal.as(ids.admin)).get(url(id))).json()
      expect([still, city]).toEqual([email, ''])
    })

    test('needs no password when it stays the same', async () => {
      const { id, email } = await createAccount(portal)
      expect((await change(await portal.as(id), id, { email, city: 'Oslo' })).statusCode).toBe(200)
      expect((await change(await portal.as(id), id, { city: 'Bergen', password_current: '' })).statusCode).toBe(200)
    })
  })

  test('needs the password when only the letter case changes', async () => {
    const { id, email } = await createAccount(portal)
    expect((await edit(id, id, { email: email.toUpperCase() })).statusCode).toBe(422)
  })

  test('needs the password of an admin for the own email, but not for the emails of others', async () => {
    const [admin, other] = [await createAccount(portal, 'admin'), await createAccount(portal)]
    expect((await edit(admin.id, admin.id, { email: `new-${admin.email}` })).statusCode).toBe(422)
    expect((await edit(admin.id, other.id, { email: `new-${other.email}` })).statusCode).toBe(200)
  })

  test('does not verify the password when the caller may not change the email', async () => {
    const { id, email } = await createAccount(portal, 'harvest_center')
    const inside = await portal.asImpersonator(id, ids.admin)
    const answer = await inside.patch(url(id), { email: `new-${email}`, password_current: PASSWORD })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { email: ['You may not change this.'] }])
  })
})

describe('the current password in an edit', () => {
  let limited: Awaited<ReturnType<typeof buildApp>>
  beforeAll(async () => {
    const { pool, ports, log } = portal
    // Half of the usual limit: five attempts per account.
    limited = await buildApp({ pool, auditPool: pool, ports, limits: rateLimits(pool, 0.5), log, version: 'test' })
  })
  afterAll(() => limited.close())

  test('is limited like logins across all sessions; edits without a password are not limited', async () => {
    const { id, email } = await createAccount(portal)
    await portal.seed((db) => markEmailVerified(db, id))
    const change = async (payload: UserEdit) => {
      const headers = { domain: 'acme', authorization: `Token ${await portal.tokenOf(id)}` }
      const { statusCode } = await limited.inject({ method: 'PATCH', url: `/api/v1/users/${id}/`, payload, headers })
      return statusCode
    }
    const seen: number[] = []
    for (let n = 0; n < 6; n++) seen.push(await change({ email: `new-${email}`, password_current: `guess ${n}` }))
    expect(seen).toEqual([422, 422, 422, 422, 422, 429])
    for (let n = 0; n < 6; n++) expect(await change({ city: `City ${n}` })).toBe(200)
    expect(await change({ email: `new-${email}`, password_current: PASSWORD })).toBe(429)
  })
})
