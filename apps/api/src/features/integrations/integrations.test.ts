/** Access tokens: what an admin makes, what a machine may do with one, and when a token loses its power. */
import { allCalls } from '@vialdesk/contract'
import { TOKEN_REVOKED } from '@vialdesk/contract/business/integrations'
import { ACCOUNT_TYPE_UNAVAILABLE } from '@vialdesk/contract/people/onboarding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetTwoStep } from '#api/cli/commands/two-step-reset.ts'
import { makePasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { createCenter, createPatient, createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { addToken as addTokenAs, inDays, tokenForm } from './integrations.fixture.ts'

const path = '/api/v1/access-tokens/'
const LIST_USERS = 'GET /api/v1/users/all/'
const ADD_USER = 'POST /api/v1/users/'
const EDIT_USER = 'PATCH /api/v1/users/{id}/'

const listed = allCalls.filter(({ machine: isForMachines }) => isForMachines)
const machineCalls = listed.map(({ key }) => key)

let portal: TestPortal
let admin: TestClient
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin', { first_name: 'Ada', last_name: 'Byron' }))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())

const form = (values: Record<string, unknown> = {}) => ({ ...tokenForm([LIST_USERS]), ...values })
const addToken = (calls = [LIST_USERS], by = admin) => addTokenAs(by, calls)
const machine = (token: string, domain = 'acme') => portal.clientFor(domain, token)
const statusOf = async (token: string) => (await machine(token).get('/api/v1/users/all/')).statusCode
const owned = (text: string, values: unknown[]) => portal.owner.query(text, values)
const auditOf = async (type: string, subject: number) =>
  (
    await owned('select actor_id, before, after from audit_log where domain_id = $1 and type = $2 and subject_id = $3', [
      portal.domainId,
      type,
      subject,
    ])
  ).rows
async function newAdmin() {
  const id = await portal.seed((db) => createUser(db, 'admin'))
  return { id, client: await portal.as(id) }
}
async function newAdminWithToken() {
  const { id, client } = await newAdmin()
  return { id, token: (await addToken([LIST_USERS], client)).token }
}

describe('an admin', () => {
  test('makes a token, whose text is answered once, stored as a hash only and audited without it', async () => {
    const answer = await admin.post(path, form({ name: ' Warehouse ', calls: [LIST_USERS, LIST_USERS] }))
    const { token, ...made } = answer.json()
    expect(made).toMatchObject({
      ...{ name: 'Warehouse', calls: [LIST_USERS], prefix: token.slice(0, 10), created_by: { id: adminId, name: 'Ada Byron' } },
      ...{ last_used_at: null, revoked_at: null },
    })
    const list = await admin.get(path)
    expect(list.json().results[0]).toEqual(made)
    expect(list.body).not.toContain(token)
    const { rows } = await owned('select row_to_json(t)::text as row from access_tokens t where id = $1', [made.id])
    expect(rows[0].row).not.toContain(token.slice(10))
    const [entry] = await auditOf('access_token.added', made.id)
    expect(entry).toMatchObject({ actor_id: adminId, after: { name: 'Warehouse', calls: [LIST_USERS] } })
    expect(JSON.stringify(entry)).not.toContain(token.slice(10))
  })

  test('reads the calls to choose from, and can choose each of them', async () => {
    const groups = (await admin.get(`${path}calls/`)).json() as { title: string; calls: { call: string; summary: string }[] }[]
    const calls = groups.flatMap((group) => group.calls.map(({ call }) => call))
    expect(calls.sort()).toEqual([...machineCalls].sort())
    expect(groups.every(({ title, calls: own }) => title !== '' && own.every(({ summary }) => summary !== ''))).toBe(true)
    expect((await admin.post(path, form({ calls }))).statusCode).toBe(201)
  })

  test.each([
    ['calls', form({ calls: [] })],
    ['calls', form({ calls: ['GET /api/v1/nothing/'] })],
    ['calls', form({ calls: [LIST_USERS, 'POST /api/v1/users/login-as-user/'] })],
    ['name', form({ name: ' ' })],
    ['expires_at', form({ expires_at: inDays(-1) })],
    ['expires_at', form({ expires_at: inDays(400) })],
    ['expires_at', form({ expires_at: '9999-12-31T00:00:00Z' })],
    ['expires_at', form({ expires_at: 'tomorrow' })],
  ])('is told about a wrong %s', async (field, body) => {
    const answer = await admin.post(path, body)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })

  test('tells all admins of a new token', async () => {
    const { id } = await newAdmin()
    await addToken()
    const { rows } = await owned('select title, path from notices where user_id = $1', [id])
    expect(rows).toEqual([{ title: 'A new access token', path: '/integrations' }])
  })

  test('revokes a token at once, also the token of another admin, and a second time without effect', async () => {
    const { id, token } = await addToken()
    expect(await statusOf(token)).toBe(200)
    for (const { client } of [await newAdmin(), { client: admin }])
      expect((await client.post(`${path}${id}/revoke/`)).json()).toEqual({ message: TOKEN_REVOKED })
    expect(await statusOf(token)).toBe(401)
    expect((await admin.get(path)).json().results.find((row: { id: number }) => row.id === id).revoked_at).not.toBeNull()
    expect(await auditOf('access_token.revoked', id)).toHaveLength(1)
  })

  test('of another domain sees and revokes nothing', async () => {
    const { id, token } = await addToken()
    const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await foreign.get(path)).json().count).toBe(0)
    expect((await foreign.post(`${path}${id}/revoke/`)).statusCode).toBe(404)
    expect((await machine(token, 'globex').get('/api/v1/users/all/')).statusCode).toBe(401)
    expect(await statusOf(token)).toBe(200)
  })
})

describe('a machine', () => {
  test('makes its calls for the admin, and the audit names the token', async () => {
    const { id, token } = await addToken([LIST_USERS, ADD_USER])
    const email = `machine-${nextNumber()}@mail.example`
    const added = await machine(token).post('/api/v1/users/', { subscription: 2, first_name: 'Nora', last_name: 'Reyes', email })
    expect(added.statusCode).toBe(201)
    const found = await machine(token).get(`/api/v1/users/all/?search=${email}`)
    expect(found.json().results[0]).toMatchObject({ id: added.json().id, email })
    const [created] = await auditOf('account.created', added.json().id)
    expect(created).toMatchObject({ actor_id: adminId, after: { access_token: id } })
    const reads = await owned(`select from audit_log where type = 'patients.listed' and (after->>'access_token')::int = $1`, [id])
    expect(reads.rowCount).toBe(1)
    const [row] = (await admin.get(path)).json().results
    expect(row.last_used_at).not.toBeNull()
  })

  test('is refused every other call, also calls that need no session', async () => {
    const { token } = await addToken()
    for (const other of ['/api/v1/coupon-codes/', '/api/v1/memberships/', '/auth/session/', path])
      expect([other, (await machine(token).get(other)).statusCode]).toEqual([other, 403])
    expect((await machine(token).post('/api/v1/users/', {})).statusCode).toBe(403)
    expect((await machine(token).post('/auth/login/', { email: 'a@mail.example', password: 'x' })).statusCode).toBe(403)
  })

  test('cannot make a token, log in as a user or change a password, even if its row names these calls', async () => {
    const { id, token } = await addToken()
    const patient = await portal.seed((db) => createPatient(db))
    const forbidden: [string, string, Record<string, unknown>][] = [
      ['POST /api/v1/access-tokens/', path, form()],
      ['POST /api/v1/users/login-as-user/', '/api/v1/users/login-as-user/', { user_id: patient }],
      [
        'POST /api/v1/users/change-password/',
        '/api/v1/users/change-password/',
        { user_id: patient, new_password_change: 'a new one' },
      ],
    ]
    await owned('update access_tokens set calls = $2 where id = $1', [id, [LIST_USERS, ...forbidden.map(([key]) => key)]])
    for (const [, url, body] of forbidden) expect((await machine(token).post(url, body)).statusCode).toBe(403)
    expect(await statusOf(token)).toBe(200)
  })

  test("changes a user's data, but neither the email that opens the account nor who has access", async () => {
    const { token } = await addToken([EDIT_USER, ADD_USER])
    const patient = await portal.seed((db) => createPatient(db))
    expect((await machine(token).patch(`/api/v1/users/${patient}/`, { city: 'Reno' })).statusCode).toBe(200)
    for (const id of [patient, adminId]) {
      const email = `mine-${nextNumber()}@mail.example`
      const answer = await machine(token).patch(`/api/v1/users/${id}/`, { email, password_current: 'x' })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['email']])
    }
    const center = await portal.seed((db) => createCenter(db))
    for (const access of [{ harvest_center_id: center }, { tags: [1] }]) {
      const answer = await machine(token).patch(`/api/v1/users/${patient}/`, access)
      expect([answer.statusCode, answer.json().message]).toEqual([403, 'An access token may not change who has access.'])
    }
    const person = () => ({ first_name: 'Eve', last_name: 'Moss', email: `eve-${nextNumber()}@mail.example` })
    for (const more of [
      { subscription: 7 },
      { subscription: 9, staff_hc_ids: [center] },
      { subscription: 1, company: 'A lab' },
    ]) {
      const answer = await machine(token).post('/api/v1/users/', { ...person(), ...more })
      expect(answer.json().errors).toEqual({ subscription: [ACCOUNT_TYPE_UNAVAILABLE] })
    }
    expect((await machine(token).post('/api/v1/users/', { ...person(), subscription: 2, tags: [1] })).statusCode).toBe(201)
  })

  test('is told 401 with a token that nobody made, and after the token expired', async () => {
    const { id, token } = await addToken()
    expect(await statusOf(`vdk.${'x'.repeat(43)}`)).toBe(401)
    expect((await machine(`vdk.${'x'.repeat(43)}`).get('/api/v1/memberships/')).statusCode).toBe(401)
    await owned(`update access_tokens set expires_at = now() - interval '1 second' where id = $1`, [id])
    expect(await statusOf(token)).toBe(401)
  })

  test('opens no file by its token, because only calls of the contract accept it', async () => {
    const { token } = await addToken([...machineCalls])
    expect((await machine(token).get(`/media/${'a'.repeat(40)}.pdf`)).statusCode).toBe(401)
  })

  test('waits for its admin to set up two-step sign-in where the domain asks for it', async () => {
    const { token } = await addToken()
    await owned('update domains set two_step_memberships = $2 where id = $1', [portal.domainId, [7]])
    try {
      expect((await machine(token).get('/api/v1/users/all/')).json().code).toBe('two_step_required')
    } finally {
      await owned('update domains set two_step_memberships = $2 where id = $1', [portal.domainId, []])
    }
  })
})

describe('a token loses its power for good when its admin', () => {
  test('is deactivated, and does not get it back', async () => {
    const { id, token } = await newAdminWithToken()
    expect((await admin.get(`/api/v1/users/set/inactive/${id}/`)).statusCode).toBe(200)
    expect(await statusOf(token)).toBe(401)
    expect((await admin.get(`/api/v1/users/set/active/${id}/`)).statusCode).toBe(200)
    expect(await statusOf(token)).toBe(401)
  })

  test('is removed', async () => {
    const { id, token } = await newAdminWithToken()
    await admin.get(`/api/v1/users/set/inactive/${id}/`)
    expect((await admin.delete(`/api/v1/users/delete-inactive/${id}/`)).statusCode).toBeLessThan(300)
    expect(await statusOf(token)).toBe(401)
  })

  test('is no longer an admin, and does not get it back as an admin', async () => {
    const { id, token } = await newAdminWithToken()
    await owned('update users set memberships = $2 where id = $1', [id, [1]])
    expect(await statusOf(token)).toBe(401)
    await owned('update users set memberships = $2 where id = $1', [id, [7]])
    expect(await statusOf(token)).toBe(401)
  })

  test('is signed out everywhere', async () => {
    const { id, token } = await newAdminWithToken()
    expect((await admin.post(`/api/v1/users/${id}/end-sessions/`)).statusCode).toBe(200)
    expect(await statusOf(token)).toBe(401)
  })

  test('sets a password by a mailed link', async () => {
    const { id, token } = await newAdminWithToken()
    const link = await portal.seed((db) => makePasswordLink(db, id, 'reset'))
    expect(await statusOf(token)).toBe(200)
    expect((await portal.guest.post('/auth/set-password/', { token: link.token, password: 'my new password' })).statusCode).toBe(
      200,
    )
    expect(await statusOf(token)).toBe(401)
  })

  test('is freed of two-step sign-in on the console', async () => {
    const { id, token } = await newAdminWithToken()
    const { rows } = await owned('select email from users where id = $1', [id])
    await resetTwoStep(portal.owner, 'acme', rows[0].email)
    expect(await statusOf(token)).toBe(401)
  })

  test('is inactive while the row of the token was not revoked', async () => {
    const { id, token } = await newAdminWithToken()
    await owned('update users set active = false where id = $1', [id])
    await owned('update access_tokens set revoked_at = null where user_id = $1', [id])
    expect(await statusOf(token)).toBe(401)
  })
})

test('the calls for machines are calls of admins, and never open an account, a secret or the money', () => {
  expect(listed.every(({ access }) => access === 'public' || (access !== 'session' && access.admin === 'domain'))).toBe(true)
  expect(listed.filter(({ hasCardData }) => hasCardData)).toEqual([])
  const never =
    /password|login|auth\/|two-step\/|sessions|access-tokens|secret|sign-up-link|referral-link|copy-link|edit-link|refund|\/pay\/|settings|config|invite|bulk|set\/(in)?active|delete-inactive|webhook-endpoints|GET .*webhook/
  expect(machineCalls.filter((key) => never.test(key))).toEqual([])
})
