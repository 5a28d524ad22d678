import type { Role } from '@vialdesk/contract/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { endStaffSessions } from './end-session.commands.ts'
import { auditTypesOf, createAccount, isLoggedIn, logInClient, PASSWORD } from './two-step.fixture.ts'

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
const a = (role: Role, values = {}) => portal.seed((db) => createUser(db, role, values))
const aStaff = (...centers: number[]) =>
  portal.seed(async (db) => {
    const staff_id = await createUser(db, 'hc_staff', { first_name: 'Sam', last_name: 'Staff' })
    for (const center_id of centers)
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id, center_id }).execute()
    return staff_id
  })
const as = (token: string) => portal.clientFor('acme', token)
/** Enters an account; gives who is in it then. */
async function into(caller: TestClient, user_id: number): Promise<TestClient> {
  const answer = await caller.post(LOGIN_AS, { user_id })
  expect(answer.statusCode).toBe(200)
  return as(answer.json().token)
}
async function intoCenter(caller: TestClient, id: number): Promise<TestClient> {
  const answer = await caller.get(`/api/v1/hc-staff/auth-profile/${id}/`)
  expect(answer.statusCode).toBe(200)
  return as(answer.json().token)
}
const current = async (caller: TestClient) => (await caller.get('/auth/session/')).json()
const change = (text: string, ...values: unknown[]) => portal.owner.query(text, values)
const openSessions = async (userId: number) =>
  (await change('select count(*)::int as n from sessions where user_id = $1 and ended_at is null', userId)).rows[0].n

describe('POST /api/v1/users/login-as-user/', () => {
  test('an admin enters an account, and the record has both', async () => {
    const own = await portal.as(admin)
    const rep = await a('sales_rep', { first_name: 'Rita', last_name: 'Rep' })
    const answer = await own.post(LOGIN_AS, { user_id: rep })
    expect(answer.json()).toMatchObject({ message: 'You are logged in as Rita Rep.', user: { id: rep, subscription: 3 } })
    const inside = as(answer.json().token)
    expect(await current(inside)).toMatchObject({
      user: { id: rep },
      kind: 'impersonation',
      behind: { id: admin, username: 'Ada Min' },
    })
    // What the account may not, whoever is in it may not either.
    expect((await inside.get('/api/v1/users/all/')).statusCode).toBe(403)
    expect(await isLoggedIn(own)).toBe(true)
    expect(await auditTypesOf(portal, rep)).toEqual(['session.entered'])
    expect((await change('select last_login from users where id = $1', rep)).rows).toEqual([{ last_login: null }])
  })

  test('from within, the own account: the child is over, the parent has a fresh token, the record says so', async () => {
    const ownToken = await portal.tokenOf(admin)
    const rep = await a('sales_rep')
    const inside = await into(as(ownToken), rep)
    const answer = await inside.post(LOGIN_AS, { user_id: admin })
    expect(answer.json()).toMatchObject({ message: 'You are back in your own account.', user: { id: admin } })
    const { token } = answer.json()
    expect([await isLoggedIn(inside), await isLoggedIn(as(ownToken)), await isLoggedIn(as(token))]).toEqual([false, false, true])
    expect(await current(as(token))).toMatchObject({ kind: 'own', behind: null, user: { id: admin } })
    expect(await auditTypesOf(portal, rep)).toEqual(['session.entered', 'session.left'])
    const { rows } = await change(
      `select actor_id, impersonator_id from audit_log where type = 'session.left' and subject_id = $1`,
      rep,
    )
    expect(rows).toEqual([{ actor_id: rep, impersonator_id: admin }])
  })

  test('going back twice, or ten times at once, goes back once', async () => {
    const inside = await into(await portal.as(admin), await a('lab'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => inside.post(LOGIN_AS, { user_id: admin })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(401)])
    const token = answers.find(({ statusCode }) => statusCode === 200)?.json().token
    expect(await isLoggedIn(as(token))).toBe(true)
    expect((await inside.post(LOGIN_AS, { user_id: admin })).statusCode).toBe(401)
  })

  test('not an admin, not itself, not who is of another domain, gone or nobody', async () => {
    const own = await portal.as(admin)
    const [other, theirs] = [await a('admin'), await portal.seedOther((db) => createUser(db, 'patient'))]
    const gone = await a('patient', { active: false, removed_at: new Date() })
    for (const user_id of [other, admin]) {
      const answer = await own.post(LOGIN_AS, { user_id })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { user_id: ['You cannot log in as an admin.'] }])
    }
    for (const user_id of [theirs, gone, 999_999]) expect((await own.post(LOGIN_AS, { user_id })).statusCode).toBe(404)
    expect((await own.post(LOGIN_AS, { user_id: 'x' })).json().errors).toHaveProperty('user_id')
    expect([await openSessions(other), await openSessions(theirs), await openSessions(gone)]).toEqual([0, 0, 0])
  })

  test.each<Role>(['lab', 'patient', 'sales_rep', 'sales_manager', 'sales_distributor', 'harvest_center', 'hc_staff'])(
    'a %s enters nobody',
    async (role) => {
      const caller = await portal.as(await a(role))
      expect((await caller.post(LOGIN_AS, { user_id: center })).statusCode).toBe(403)
    },
  )

  test('there is one step only: from within an account no other is entered', async () => {
    const staff = await aStaff(center)
    const inside = await into(await portal.as(admin), staff)
    const deeper = [
      await inside.post(LOGIN_AS, { user_id: center }),
      await inside.get(`/api/v1/hc-staff/auth-profile/${center}/`),
      // Not even what the browser may claim to come from.
      await inside.post(LOGIN_AS, { user_id: staff }),
    ]
    for (const answer of deeper)
      expect([answer.statusCode, answer.json().message]).toEqual([409, 'Go back to your own account first.'])
  })

  test('an admin who is none any more is out of every account', async () => {
    const former = await a('admin')
    const inside = await into(await portal.as(former), center)
    await change('update users set memberships = array[3]::smallint[] where id = $1', former)
    expect(await isLoggedIn(inside)).toBe(false)
  })
})

describe('a child session', () => {
  test('never outlives the one that it was opened from', async () => {
    const ownToken = await portal.tokenOf(admin)
    await change(`update sessions set expires_at = now() + interval '7 minutes' where token_hash = sha256($1)`, ownToken)
    const inside = await into(as(ownToken), center)
    expect(Date.parse((await current(inside)).expires_at) - Date.now()).toBeLessThanOrEqual(7 * 60_000)
  })

  test.each([
    ['ended', 'update sessions set ended_at = now() where token_hash = sha256($1)'],
    ['ran out', `update sessions set expires_at = now() - interval '1 second' where token_hash = sha256($1)`],
    ['was idle too long', `update sessions set last_seen_at = now() - interval '31 minutes' where token_hash = sha256($1)`],
  ])('is over once its parent %s, and there is no way back', async (_, text) => {
    const ownToken = await portal.tokenOf(admin)
    const inside = await into(as(ownToken), center)
    await change(text, ownToken)
    expect((await inside.post(LOGIN_AS, { user_id: admin })).statusCode).toBe(401)
    expect(await isLoggedIn(inside)).toBe(false)
  })

  test('being at work in it keeps its parent from being idle', async () => {
    const ownToken = await portal.tokenOf(admin)
    const inside = await into(as(ownToken), center)
    await change(`update sessions set last_seen_at = now() - interval '29 minutes' where token_hash = sha256($1)`, ownToken)
    await inside.get('/auth/session/')
    const { rows } = await change(
      `select last_seen_at > now() - interval '1 minute' as seen from sessions where token_hash = sha256($1) for update`,
      ownToken,
    )
    expect(rows).toEqual([{ seen: true }])
  })

  test('logging out of it logs out of everything', async () => {
    const ownToken = await portal.tokenOf(admin)
    const [inside, also] = [await into(as(ownToken), center), await into(as(ownToken), await a('lab'))]
    expect((await inside.post('/auth/logout/')).statusCode).toBe(200)
    expect([await isLoggedIn(inside), await isLoggedIn(also), await isLoggedIn(as(ownToken))]).toEqual([false, false, false])
  })

  test('who is made inactive is out of the accounts of others, too', async () => {
    const leaving = await a('admin')
    const inside = await into(await portal.as(leaving), center)
    await change('update users set active = false where id = $1', leaving)
    expect(await isLoggedIn(inside)).toBe(false)
  })

  test('changes no password, no address, no two-step sign-in, and sees no sessions', async () => {
    const user = await a('sales_rep', { email: 'stays@mail.example' })
    const inside = await into(await portal.as(admin), user)
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
    for (const { statusCode } of await Promise.all(refused)) expect(statusCode).toBe(403)
    expect((await inside.patch(`/api/v1/users/${user}/`, { email: 'taken@mail.example' })).statusCode).toBe(422)
    expect((await change('select email from users where id = $1', user)).rows).toEqual([{ email: 'stays@mail.example' }])
  })
})

describe('GET /api/v1/hc-staff/auth-profile/{id}/', () => {
  test('a staff user enters a center that it works for, is the center there, and goes back', async () => {
    const staff = await aStaff(center)
    const answer = await (await portal.as(staff)).get(`/api/v1/hc-staff/auth-profile/${center}/`)
    expect(answer.json()).toMatchObject({ message: 'You are logged in as Harbor Clinic.', user: { id: center } })
    const inside = as(answer.json().token)
    expect(await current(inside)).toMatchObject({ kind: 'staff', behind: { id: staff, username: 'Sam Staff' } })
    expect((await inside.get(`/api/v1/locations/user/${center}/`)).statusCode).toBe(200)
    const back = await inside.post(LOGIN_AS, { user_id: staff })
    expect(await current(as(back.json().token))).toMatchObject({ kind: 'own', user: { id: staff } })
    expect(await auditTypesOf(portal, center)).toEqual(expect.arrayContaining(['session.entered', 'session.left']))
  })

  test('an admin enters any center, and only centers', async () => {
    const own = await portal.as(admin)
    expect(await current(await intoCenter(own, center))).toMatchObject({ kind: 'staff', behind: { id: admin } })
    for (const id of [await a('lab'), await a('patient'), await a('admin'), 999_999])
      expect((await own.get(`/api/v1/hc-staff/auth-profile/${id}/`)).statusCode).toBe(404)
  })

  test("a center that it does not work for, an inactive one, another domain's: there is no such center", async () => {
    const [other, inactive] = await portal.seed(async (db) => [await createCenter(db), await createCenter(db, { active: false })])
    const theirs = await portal.seedOther((db) => createCenter(db))
    const staff = await portal.as(await aStaff(center, inactive))
    for (const id of [other, inactive, theirs, admin])
      expect((await staff.get(`/api/v1/hc-staff/auth-profile/${id}/`)).statusCode).toBe(404)
    expect([await openSessions(other), await openSessions(inactive), await openSessions(theirs)]).toEqual([0, 0, 0])
  })

  test('no other role', async () => {
    expect((await (await portal.as(center)).get(`/api/v1/hc-staff/auth-profile/${center}/`)).statusCode).toBe(403)
    expect((await portal.guest.get(`/api/v1/hc-staff/auth-profile/${center}/`)).statusCode).toBe(401)
  })

  test('removed from the center, it is out at once, and out of no other', async () => {
    const other = await portal.seed((db) => createCenter(db))
    const staff = await aStaff(center, other)
    const own = await portal.as(staff)
    const [here, there] = [await intoCenter(own, center), await intoCenter(own, other)]
    await portal.seed((db) => endStaffSessions(db, staff, center))
    expect([await isLoggedIn(here), await isLoggedIn(there), await isLoggedIn(own)]).toEqual([false, true, true])
    // Whoever takes the center away need not think of it.
    await change('delete from staff_centers where staff_id = $1', staff)
    expect([await isLoggedIn(there), await isLoggedIn(own)]).toEqual([false, true])
  })

  test.each(['staff', 'center'])('when the %s is made inactive, it is out', async (who) => {
    const place = await portal.seed((db) => createCenter(db))
    const staff = await aStaff(place)
    const inside = await intoCenter(await portal.as(staff), place)
    await change('update users set active = false where id = $1', who === 'staff' ? staff : place)
    expect(await isLoggedIn(inside)).toBe(false)
  })

  test('a new password of the staff user, and one of the center, ends it', async () => {
    const account = await createAccount(portal, 'hc_staff')
    const owner = await createAccount(portal, 'harvest_center')
    await portal.seed((db) =>
      db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: account.id, center_id: owner.id }).execute(),
    )
    const renew = (caller: TestClient, id: number) =>
      caller.post(`/api/v1/users/update-password/${id}/`, {
        ...{ user_id: id, password_current: PASSWORD },
        ...{ password_new: 'another password', password_confirmation: 'another password' },
      })
    const own = await logInClient(portal, account.email)
    const first = await intoCenter(own, owner.id)
    expect((await renew(own, account.id)).statusCode).toBe(200)
    expect([await isLoggedIn(first), await isLoggedIn(own)]).toEqual([false, true])
    const second = await intoCenter(own, owner.id)
    expect((await renew(await logInClient(portal, owner.email), owner.id)).statusCode).toBe(200)
    expect([await isLoggedIn(second), await isLoggedIn(own)]).toEqual([false, true])
  })
})
