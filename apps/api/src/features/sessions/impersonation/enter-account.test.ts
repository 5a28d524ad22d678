import type { Role } from '@vialdesk/contract/base/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endStaffSessions } from '#api/features/sessions/end-session.commands.ts'
import {
  auditTypesOf,
  createAccount,
  isLoggedIn,
  logInClient,
  PASSWORD,
} from '#api/features/sessions/two-step/two-step.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: number
let center: number
beforeAll(async () => {
  portal = await startTestPortal()
  ;[admin, center] = await portal.seed(async (db) => [
    await createUser(db, 'admin', { first_name: 'Ada', last_name: 'Min' }),
    await createCenter(db, { company: 'Harbor Clinic' }),
  ])
})
afterAll(() => portal.close())

const LOGIN_AS = '/api/v1/users/login-as-user/'
const create = (role: Role, values = {}) => portal.seed((db) => createUser(db, role, values))
const createStaff = (...centers: number[]) =>
  portal.seed(async (db) => {
    const staff_id = await createUser(db, 'hc_staff', { first_name: 'Sam', last_name: 'Staff' })
    for (const center_id of centers)
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id, center_id }).execute()
    return staff_id
  })
const clientOf = (token: string) => portal.clientFor('acme', token)
/** Enters an account and returns a client of the child session. */
async function enterAccount(caller: TestClient, user_id: number): Promise<TestClient> {
  const answer = await caller.post(LOGIN_AS, { user_id })
  expect(answer.statusCode).toBe(200)
  return clientOf(answer.json().token)
}
async function enterCenter(caller: TestClient, id: number): Promise<TestClient> {
  const answer = await caller.get(`/api/v1/hc-staff/auth-profile/${id}/`)
  expect(answer.statusCode).toBe(200)
  return clientOf(answer.json().token)
}
const current = async (caller: TestClient) => (await caller.get('/auth/session/')).json()
const query = (text: string, ...values: unknown[]) => portal.owner.query(text, values)
const openSessions = async (userId: number) =>
  (await query('select count(*)::int as n from sessions where user_id = $1 and ended_at is null', userId)).rows[0].n

describe('POST /api/v1/users/login-as-user/', () => {
  test('lets an admin enter an account, and audits both users', async () => {
    const own = await portal.as(admin)
    const rep = await create('sales_rep', { first_name: 'Rita', last_name: 'Rep' })
    const answer = await own.post(LOGIN_AS, { user_id: rep })
    expect(answer.json()).toMatchObject({ message: 'You are logged in as Rita Rep.', user: { id: rep, subscription: 3 } })
    const inside = clientOf(answer.json().token)
    expect(await current(inside)).toMatchObject({
      user: { id: rep },
      kind: 'impersonation',
      behind: { id: admin, username: 'Ada Min' },
    })
    // The impersonator has the rights of the account only.
    expect((await inside.get('/api/v1/users/all/')).statusCode).toBe(403)
    expect(await isLoggedIn(own)).toBe(true)
    expect(await auditTypesOf(portal, rep)).toEqual(['session.entered'])
    expect((await query('select last_login from users where id = $1', rep)).rows).toEqual([{ last_login: null }])
  })

  test('returns to the own account: ends the child session, gives the parent a new token, and audits it', async () => {
    const ownToken = await portal.tokenOf(admin)
    const rep = await create('sales_rep')
    const inside = await enterAccount(clientOf(ownToken), rep)
    const answer = await inside.post(LOGIN_AS, { user_id: admin })
    expect(answer.json()).toMatchObject({ message: 'You are back in your own account.', user: { id: admin } })
    const { token } = answer.json()
    expect([await isLoggedIn(inside), await isLoggedIn(clientOf(ownToken)), await isLoggedIn(clientOf(token))]).toEqual([
      false,
      false,
      true,
    ])
    expect(await current(clientOf(token))).toMatchObject({ kind: 'own', behind: null, user: { id: admin } })
    expect(await auditTypesOf(portal, rep)).toEqual(['session.entered', 'session.left'])
    const { rows } = await query(
      `select actor_id, impersonator_id from audit_log where type = 'session.left' and subject_id = $1`,
      rep,
    )
    expect(rows).toEqual([{ actor_id: rep, impersonator_id: admin }])
  })

  test('goes back once in ten concurrent calls', async () => {
    const inside = await enterAccount(await portal.as(admin), await create('lab'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => inside.post(LOGIN_AS, { user_id: admin })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(401)])
    const token = answers.find(({ statusCode }) => statusCode === 200)?.json().token
    expect(await isLoggedIn(clientOf(token))).toBe(true)
    expect((await inside.post(LOGIN_AS, { user_id: admin })).statusCode).toBe(401)
  })

  test('refuses admins, the own account, removed and unknown users, and users of another domain', async () => {
    const own = await portal.as(admin)
    const [other, theirs] = [await create('admin'), await portal.seedOther((db) => createUser(db, 'patient'))]
    const gone = await create('patient', { active: false, removed_at: new Date() })
    for (const user_id of [other, admin]) {
      const answer = await own.post(LOGIN_AS, { user_id })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { user_id: ['You cannot log in as an admin.'] }])
    }
    for (const user_id of [theirs, gone, 999_999]) expect((await own.post(LOGIN_AS, { user_id })).statusCode).toBe(404)
    expect((await own.post(LOGIN_AS, { user_id: 'x' })).json().errors).toHaveProperty('user_id')
    expect([await openSessions(other), await openSessions(theirs), await openSessions(gone)]).toEqual([0, 0, 0])
  })

  test.each<Role>(['lab', 'patient', 'sales_rep', 'sales_manager', 'sales_distributor', 'harvest_center', 'hc_staff'])(
    'refuses a %s',
    async (role) => {
      const caller = await portal.as(await create(role))
      expect((await caller.post(LOGIN_AS, { user_id: center })).statusCode).toBe(403)
    },
  )

  test('refuses to enter another account from a child session', async () => {
    const staff = await createStaff(center)
    const inside = await enterAccount(await portal.as(admin), staff)
    const deeper = [
      await inside.post(LOGIN_AS, { user_id: center }),
      await inside.get(`/api/v1/hc-staff/auth-profile/${center}/`),
      // The account itself is refused, too.
      await inside.post(LOGIN_AS, { user_id: staff }),
    ]
    for (const answer of deeper)
      expect([answer.statusCode, answer.json().message]).toEqual([409, 'Go back to your own account first.'])
  })

  test('ends the child sessions of an admin who gets another role', async () => {
    const former = await create('admin')
    const inside = await enterAccount(await portal.as(former), center)
    await query('update users set memberships = array[3]::smallint[] where id = $1', former)
    expect(await isLoggedIn(inside)).toBe(false)
  })
})

describe('a child session', () => {
  test('ends with its parent session at the latest', async () => {
    const ownToken = await portal.tokenOf(admin)
    await query(`update sessions set expires_at = now() + interval '7 minutes' where token_hash = sha256($1)`, ownToken)
    const inside = await enterAccount(clientOf(ownToken), center)
    expect(Date.parse((await current(inside)).expires_at) - Date.now()).toBeLessThanOrEqual(7 * 60_000)
  })

  test.each([
    ['was ended', 'update sessions set ended_at = now() where token_hash = sha256($1)'],
    ['expired', `update sessions set expires_at = now() - interval '1 second' where token_hash = sha256($1)`],
    ['was idle too long', `update sessions set last_seen_at = now() - interval '31 minutes' where token_hash = sha256($1)`],
  ])('ends when its parent session %s, without a way back', async (_, text) => {
    const ownToken = await portal.tokenOf(admin)
    const inside = await enterAccount(clientOf(ownToken), center)
    await query(text, ownToken)
    expect((await inside.post(LOGIN_AS, { user_id: admin })).statusCode).toBe(401)
    expect(await isLoggedIn(inside)).toBe(false)
  })

  test('keeps its parent session from becoming idle', async () => {
    const ownToken = await portal.tokenOf(admin)
    const inside = await enterAccount(clientOf(ownToken), center)
    await query(`update sessions set last_seen_at = now() - interval '29 minutes' where token_hash = sha256($1)`, ownToken)
    await inside.get('/auth/session/')
    const { rows } = await query(
      `select last_seen_at > now() - interval '1 minute' as seen from sessions where token_hash = sha256($1) for update`,
      ownToken,
    )
    expect(rows).toEqual([{ seen: true }])
  })

  test('ends its parent and all child sessions at a logout', async () => {
    const ownToken = await portal.tokenOf(admin)
    const [inside, also] = [
      await enterAccount(clientOf(ownToken), center),
      await enterAccount(clientOf(ownToken), await create('lab')),
    ]
    expect((await inside.post('/auth/logout/')).statusCode).toBe(200)
    expect([await isLoggedIn(inside), await isLoggedIn(also), await isLoggedIn(clientOf(ownToken))]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('ends when the impersonator becomes inactive', async () => {
    const leaving = await create('admin')
    const inside = await enterAccount(await portal.as(leaving), center)
    await query('update users set active = false where id = $1', leaving)
    expect(await isLoggedIn(inside)).toBe(false)
  })

  test('cannot change the password, the email address or two-step sign-in, and cannot list sessions', async () => {
    const user = await create('sales_rep', { email: 'stays@mail.example' })
    const inside = await enterAccount(await portal.as(admin), user)
    const password = { user_id: user, password_current: 'x', password_new: 'another one', password_confirmation: 'another one' }
    const refused = [
      inside.post(`/api/v1/users/update-password/${user}/`, password),
      inside.get('/auth/sessions/'),
      inside.post('/auth/sessions/1/end/'),
      inside.post('/auth/sessions/end-others/'),
      inside.get('/auth/two-step/'),
      inside.post('/auth/two-step/begin/', { password: 'x' }),
      inside.post('/auth/two-step/confirm/', { code: '123456' }),
      inside.post('/auth/two-step/disable/', { password: 'x', code: '123456' }),
      inside.post('/auth/two-step/recovery-codes/', { password: 'x', code: '123456' }),
    ]
    for (const { statusCode } of await Promise.all(refused)) expect(statusCode).toBe(409)
    expect((await inside.patch(`/api/v1/users/${user}/`, { email: 'taken@mail.example' })).statusCode).toBe(422)
    expect((await query('select email from users where id = $1', user)).rows).toEqual([{ email: 'stays@mail.example' }])
  })
})

describe('GET /api/v1/hc-staff/auth-profile/{id}/', () => {
  test('lets a staff user enter its center, act as the center, and go back', async () => {
    const staff = await createStaff(center)
    const answer = await (await portal.as(staff)).get(`/api/v1/hc-staff/auth-profile/${center}/`)
    expect(answer.json()).toMatchObject({ message: 'You are logged in as Harbor Clinic.', user: { id: center } })
    const inside = clientOf(answer.json().token)
    expect(await current(inside)).toMatchObject({ kind: 'staff', behind: { id: staff, username: 'Sam Staff' } })
    expect((await inside.get(`/api/v1/locations/user/${center}/`)).statusCode).toBe(200)
    const back = await inside.post(LOGIN_AS, { user_id: staff })
    expect(await current(clientOf(back.json().token))).toMatchObject({ kind: 'own', user: { id: staff } })
    expect(await auditTypesOf(portal, center)).toEqual(expect.arrayContaining(['session.entered', 'session.left']))
  })

  test('lets an admin enter any center, but no other account', async () => {
    const own = await portal.as(admin)
    expect(await current(await enterCenter(own, center))).toMatchObject({ kind: 'impersonation', behind: { id: admin } })
    for (const id of [await create('lab'), await create('patient'), await create('admin'), 999_999])
      expect((await own.get(`/api/v1/hc-staff/auth-profile/${id}/`)).statusCode).toBe(404)
  })

  test('answers 404 to staff for inactive centers, other centers and those of another domain', async () => {
    const [other, inactive] = await portal.seed(async (db) => [await createCenter(db), await createCenter(db, { active: false })])
    const theirs = await portal.seedOther((db) => createCenter(db))
    const staff = await portal.as(await createStaff(center, inactive))
    for (const id of [other, inactive, theirs, admin])
      expect((await staff.get(`/api/v1/hc-staff/auth-profile/${id}/`)).statusCode).toBe(404)
    expect([await openSessions(other), await openSessions(inactive), await openSessions(theirs)]).toEqual([0, 0, 0])
  })

  test('refuses centers and guests', async () => {
    expect((await (await portal.as(center)).get(`/api/v1/hc-staff/auth-profile/${center}/`)).statusCode).toBe(403)
    expect((await portal.guest.get(`/api/v1/hc-staff/auth-profile/${center}/`)).statusCode).toBe(401)
  })

  test('ends the sessions in a center that the staff user no longer works for, and in no other', async () => {
    const other = await portal.seed((db) => createCenter(db))
    const staff = await createStaff(center, other)
    const own = await portal.as(staff)
    const [here, there] = [await enterCenter(own, center), await enterCenter(own, other)]
    await portal.seed((db) => endStaffSessions(db, staff, center))
    expect([await isLoggedIn(here), await isLoggedIn(there), await isLoggedIn(own)]).toEqual([false, true, true])
    // Also when the tie is deleted without ending the sessions.
    await query('delete from staff_centers where staff_id = $1', staff)
    expect([await isLoggedIn(there), await isLoggedIn(own)]).toEqual([false, true])
  })

  test.each(['staff', 'center'])('ends the session when the %s becomes inactive', async (inactive) => {
    const place = await portal.seed((db) => createCenter(db))
    const staff = await createStaff(place)
    const inside = await enterCenter(await portal.as(staff), place)
    await query('update users set active = false where id = $1', inactive === 'staff' ? staff : place)
    expect(await isLoggedIn(inside)).toBe(false)
  })

  test('ends the session when the staff user or the center gets a new password', async () => {
    const account = await createAccount(portal, 'hc_staff')
    const owner = await createAccount(portal, 'harvest_center')
    await portal.seed((db) =>
      db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: account.id, center_id: owner.id }).execute(),
    )
    const changePassword = (caller: TestClient, id: number) =>
      caller.post(`/api/v1/users/update-password/${id}/`, {
        ...{ user_id: id, password_current: PASSWORD },
        ...{ password_new: 'another password', password_confirmation: 'another password' },
      })
    const own = await logInClient(portal, account.email)
    const first = await enterCenter(own, owner.id)
    expect((await changePassword(own, account.id)).statusCode).toBe(200)
    expect([await isLoggedIn(first), await isLoggedIn(own)]).toEqual([false, true])
    const second = await enterCenter(own, owner.id)
    expect((await changePassword(await logInClient(portal, owner.email), owner.id)).statusCode).toBe(200)
    expect([await isLoggedIn(second), await isLoggedIn(own)]).toEqual([false, true])
  })
})
