/** Calls that hand out much data or power ask again who is there, ten minutes after the last proof. */
import { contract } from '@vialdesk/contract'
import type { Call } from '@vialdesk/contract/call'
import { machineCalls } from '@vialdesk/contract/machine-calls'
import { membershipIds } from '@vialdesk/contract/roles'
import { PROOF_MINUTES } from '@vialdesk/contract/sessions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { inDomain } from '#api/db/transaction.ts'
import { sendForm } from '#api/features/branding/branding.fixture.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import {
  allowUsedCodes,
  appCode,
  auditTypesOf,
  createAccount,
  createTwoStepAccount,
  logInClient,
  PASSWORD,
} from './two-step/two-step.fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const calls = (Object.values(contract) as Record<string, Call>[]).flatMap((feature) => Object.values(feature))
const protectedCalls = calls.filter(({ needsRecentProof }) => needsRecentProof)
const required = { message: 'Confirm that it is you to continue.', code: 'proof_required' }

/** Moves the proof of all sessions of a user into the past. */
const ageProof = (userId: number, age: string) =>
  portal.owner.query('update sessions set proved_at = now() - $3::interval where domain_id = $1 and user_id = $2', [
    portal.domainId,
    userId,
    age,
  ])

interface Ids {
  rep: number
  center: number
  webhook: number
}
type Request = (ids: Ids) => { path?: string; body?: Record<string, unknown> }

const newEmail = () => `changed-${nextNumber()}@mail.example`
const person = () => ({ first_name: 'Ada', last_name: 'Stone', email: newEmail() })
const address = { address1: '1 Main Street', city: 'Austin', state_desc: 'TX', country_desc: 'United States', zip_code: '78701' }

/** A request of each protected call that succeeds. */
const requests: Record<string, Request> = {
  'POST /api/v1/users/login-as-user/': ({ rep }) => ({ body: { user_id: rep } }),
  'GET /api/v1/hc-staff/auth-profile/{id}/': ({ center }) => ({ path: `/api/v1/hc-staff/auth-profile/${center}/` }),
  'GET /api/v1/users/export-csv/': () => ({}),
  'GET /api/v1/audit/export-csv/': () => ({}),
  'GET /api/v1/transactions/export-csv/': () => ({}),
  'GET /api/v1/transactions/export-xlsx/': () => ({}),
  'GET /api/v1/commissions/export-csv/': () => ({}),
  'POST /api/v1/list-exports/': () => ({ body: { list: 'GET /api/v1/users/patient/list/' } }),
  'POST /api/v1/users/change-password/': ({ rep }) => ({
    body: { user_id: rep, new_password_change: 'three brown kettles' },
  }),
  'POST /api/v1/users/{id}/reset-two-step/': ({ rep }) => ({ path: `/api/v1/users/${rep}/reset-two-step/` }),
  'PATCH /domain/payment-settings/': () => ({ body: { gateway: 'embedded' } }),
  'POST /api/v1/users/invite-admin/': () => ({ body: person() }),
  'POST /api/v1/utilities/reset-user-password/': ({ rep }) => ({ body: { user_id: rep } }),
  'POST /api/v1/webhook-endpoints/': () => ({ body: { url: 'https://hooks.example.org/x', events: ['vials.ready'] } }),
  'POST /api/v1/webhook-endpoints/{id}/rotate-secret/': ({ webhook }) => ({
    path: `/api/v1/webhook-endpoints/${webhook}/rotate-secret/`,
  }),
  'POST /api/v1/access-tokens/': () => ({
    body: {
      name: 'Reports',
      calls: ['GET /api/v1/users/all/'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  }),
}

/** Requests that need a recent proof because of what they change. Their calls do other things without one. */
const changes: Record<string, Request> = {
  'PATCH /api/v1/users/{id}/ with the email of another': ({ rep }) => ({
    path: `/api/v1/users/${rep}/`,
    body: { email: newEmail() },
  }),
  'PUT /api/v1/users/{id}/ with the email of another': ({ rep }) => ({
    path: `/api/v1/users/${rep}/`,
    body: { email: newEmail() },
  }),
  'POST /api/v1/users/update/{id}/ with the email of another': ({ rep }) => ({
    path: `/api/v1/users/update/${rep}/`,
    body: { email: newEmail() },
  }),
  'POST /api/v1/users/ with a new admin': () => ({
    path: '/api/v1/users/',
    body: { ...person(), ...address, subscription: membershipIds.admin },
  }),
}

const send = (client: TestClient, method: string, path: string, { path: url = path, body }: ReturnType<Request>) => {
  if (method === 'GET') return client.get(url)
  if (method === 'POST') return client.post(url, body)
  return method === 'PATCH' ? client.patch(url, body ?? {}) : client.put(url, body ?? {})
}

test('the calls that need a recent proof are these', () => {
  expect(protectedCalls.map(({ key }) => key).toSorted()).toEqual(Object.keys(requests).toSorted())
  expect(protectedCalls.filter(({ needsRecentProof }) => needsRecentProof === 'admin').map(({ key }) => key)).toEqual([
    'GET /api/v1/hc-staff/auth-profile/{id}/',
  ])
})

test.each(Object.entries({ ...requests, ...changes }))('%s asks ten minutes after the last proof', async (name, request) => {
  const [method = '', path = ''] = name.split(' ')
  const admin = await createAccount(portal, 'admin')
  const client = await portal.as(admin.id)
  const hook = { url: 'https://hooks.example.org/old', events: ['vials.ready'] }
  const webhook = (await client.post('/api/v1/webhook-endpoints/', hook)).json().id
  const ids = await portal.seed(async (db) => ({
    rep: await createUser(db, 'sales_rep'),
    center: await createUser(db, 'harvest_center'),
    webhook,
  }))
  await ageProof(admin.id, '10 minutes 1 second')
  const refused = await send(client, method, path, request(ids))
  expect([refused.statusCode, refused.json()]).toEqual([428, required])

  await ageProof(admin.id, '9 minutes 30 seconds')
  expect((await send(client, method, path, request(ids))).statusCode).toBeLessThan(300)
  await client.delete(`/api/v1/webhook-endpoints/${webhook}/`)
})

test('the same calls with other changes, or with what is so already, are not asked', async () => {
  const admin = await createAccount(portal, 'admin')
  const client = await portal.as(admin.id)
  const { id, email } = await createAccount(portal)
  await ageProof(admin.id, '1 hour')
  const answers = [
    await client.patch(`/api/v1/users/${id}/`, { city: 'Dallas', email }),
    await client.post('/api/v1/users/', { ...person(), ...address, subscription: membershipIds.lab, company: 'A lab' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 201])
})

test.each([
  ['the password of the domain', { admin_form_password: 'four grey pigeons' }],
  ['two-step sign-in of the domain', { two_step_memberships: String(membershipIds.lab) }],
])('the form of the settings asks when it changes %s, and else not', async (_, form) => {
  const admin = await createAccount(portal, 'admin')
  const token = await portal.tokenOf(admin.id)
  const before = (await portal.clientFor('acme', token).get('/domain/settings/')).json().two_step_memberships
  await ageProof(admin.id, '10 minutes 1 second')
  const same = { description: 'Cells', two_step_memberships: before.join() }
  expect((await sendForm(portal, token, same)).statusCode).toBe(200)
  const refused = await sendForm(portal, token, form)
  expect([refused.statusCode, refused.json()]).toEqual([428, required])
  await ageProof(admin.id, '9 minutes 30 seconds')
  expect((await sendForm(portal, token, form)).statusCode).toBe(200)
})

test('switching the own two-step sign-in off asks for password and code itself, however recent the proof is', async () => {
  const { caller, secret, id } = await createTwoStepAccount(portal)
  const disable = (body: object) => caller.post('/auth/two-step/disable/', { ...body })
  expect((await disable({ code: appCode(secret) })).statusCode).toBe(422)
  expect((await disable({ password: PASSWORD, code: '' })).statusCode).toBe(422)
  await ageProof(id, '1 hour')
  expect((await disable({ password: PASSWORD, code: appCode(secret) })).statusCode).toBe(200)
})

test('the proof is recent for exactly ten minutes', async () => {
  const { id } = await createAccount(portal, 'admin')
  const token = await portal.tokenOf(id)
  // The time of the database stands still in a transaction.
  const isRecentAfter = (age: string) =>
    inDomain(portal.owner, portal.domainId, async (db) => {
      await db.rows('update sessions set proved_at = now() - $3::interval where domain_id = $1 and user_id = $2', [
        portal.domainId,
        id,
        age,
      ])
      const found = await db.rows<{ recently_proved: boolean }>(
        `select recently_proved from resolve_session($1, sha256($2::bytea))`,
        [portal.domainId, Buffer.from(token)],
      )
      return found.map(({ recently_proved }) => recently_proved)
    })
  expect(PROOF_MINUTES).toBe(10)
  expect(await isRecentAfter('9 minutes 59.999 seconds')).toEqual([true])
  expect(await isRecentAfter('10 minutes')).toEqual([false])
})

test('other calls, and roles whose daily work it is, are not asked', async () => {
  const [staff, center] = await portal.seed(async (db) => {
    const made = [await createUser(db, 'hc_staff'), await createUser(db, 'harvest_center')] as const
    await db.rows('insert into staff_centers (domain_id, staff_id, center_id) values ($1, $2, $3)', [db.domainId, ...made])
    return made
  })
  const client = await portal.as(staff)
  await ageProof(staff, '1 hour')
  expect((await client.get('/auth/session/')).statusCode).toBe(200)
  expect((await client.get(`/api/v1/hc-staff/auth-profile/${center}/`)).statusCode).toBe(200)
})

const EXPORT = '/api/v1/users/export-csv/'

describe('POST /auth/confirm/', () => {
  test('renews the proof of this session only, with the password, and is audited', async () => {
    const { id, email } = await createAccount(portal, 'admin')
    const [one, other] = [await logInClient(portal, email), await logInClient(portal, email)]
    await ageProof(id, '1 hour')
    expect((await one.get('/auth/session/')).json().confirms_with).toBe('password')
    expect((await one.post('/auth/confirm/', { password: PASSWORD })).json()).toEqual({
      message: 'Thank you. You can continue.',
    })
    expect([(await one.get(EXPORT)).statusCode, (await other.get(EXPORT)).statusCode]).toEqual([200, 428])
    expect(await auditTypesOf(portal, id)).toContain('session.confirmed')
  })

  test('refuses a wrong or missing password, and audits it', async () => {
    const { id } = await createAccount(portal, 'admin')
    const client = await portal.as(id)
    await ageProof(id, '1 hour')
    for (const body of [{ password: 'another password' }, {}]) {
      const answer = await client.post('/auth/confirm/', body)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['password']])
    }
    expect((await client.get(EXPORT)).statusCode).toBe(428)
    expect(await auditTypesOf(portal, id)).toEqual(['session.confirm_failed', 'session.confirm_failed'])
  })

  test('asks for a code where two-step sign-in is on: the password is not enough', async () => {
    const { id, caller, secret } = await createTwoStepAccount(portal, 'admin')
    await ageProof(id, '1 hour')
    expect((await caller.get('/auth/session/')).json().confirms_with).toBe('code')
    const refused = await caller.post('/auth/confirm/', { password: PASSWORD })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['code']])
    expect((await caller.post('/auth/confirm/', { code: appCode(secret) })).statusCode).toBe(200)
    expect((await caller.get(EXPORT)).statusCode).toBe(200)
    // A code works once.
    expect((await caller.post('/auth/confirm/', { code: appCode(secret) })).json().code).toBe('wrong_code')
    await allowUsedCodes(portal, id)
  })

  test('in another account asks for the password of the person who acts; going back never asks', async () => {
    const admin = await createAccount(portal, 'admin')
    const rep = await createAccount(portal, 'sales_rep')
    const child = await portal.asImpersonator(rep.id, admin.id)
    await portal.owner.query(`update users set password_hash = 'none' where domain_id = $1 and id = $2`, [
      portal.domainId,
      rep.id,
    ])
    await ageProof(admin.id, '1 hour')
    const sales = '/api/v1/transactions/export-csv/'
    expect((await child.get(sales)).json()).toEqual(required)
    expect((await child.post('/auth/confirm/', { password: PASSWORD })).statusCode).toBe(200)
    expect((await child.get(sales)).statusCode).toBe(200)
    await ageProof(admin.id, '1 hour')
    expect((await child.post('/api/v1/users/login-as-user/', { user_id: admin.id })).statusCode).toBe(200)
  })

  test('is not for machines: a token makes only the calls that an admin chose', async () => {
    expect(machineCalls).not.toContain('POST /auth/confirm/')
    const { id } = await createAccount(portal, 'admin')
    const client = await portal.as(id)
    const { token } = (
      await client.post('/api/v1/access-tokens/', {
        name: 'Export',
        calls: ['GET /api/v1/users/export-csv/'],
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      })
    ).json()
    await ageProof(id, '1 hour')
    const machine = portal.clientFor('acme', token)
    expect((await machine.get(EXPORT)).statusCode).toBe(200)
    expect((await machine.post('/auth/confirm/', { password: PASSWORD })).statusCode).toBe(403)
  })

  test('limits guesses by the person, in all sessions and in other accounts', async () => {
    const admin = await createAccount(portal, 'admin')
    const rep = await createAccount(portal, 'sales_rep')
    const { pool, ports, log } = portal
    const limited = await buildApp({ pool, auditPool: pool, ports, limits: rateLimits(pool, 0.2), log, version: 'test' })
    const guess = async (token: string) => {
      const headers = { domain: 'acme', authorization: `Token ${token}` }
      const payload = { password: 'a wrong password' }
      return (await limited.inject({ method: 'POST', url: '/auth/confirm/', payload, headers })).statusCode
    }
    const own = await portal.tokenOf(admin.id)
    const child = (await (await portal.as(admin.id)).post('/api/v1/users/login-as-user/', { user_id: rep.id })).json().token
    expect([await guess(own), await guess(child), await guess(child), await guess(own)]).toEqual([422, 422, 429, 429])
    await limited.close()
  })
})
