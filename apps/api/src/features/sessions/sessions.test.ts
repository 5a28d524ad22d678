import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const PASSWORD = 'a good password'
let portal: TestPortal
let hash: string

beforeAll(async () => {
  portal = await startTestPortal()
  hash = await hashPassword(PASSWORD)
})
afterAll(() => portal.close())

/** An account that can log in with PASSWORD. */
const createAccount = async (values: { active?: boolean } = {}) => {
  const email = `member-${nextNumber()}@mail.example`
  return { email, id: await portal.seed((db) => createUser(db, 'sales_rep', { email, password_hash: hash, ...values })) }
}
const login = (email: string, password = PASSWORD, caller = portal.guest) => caller.post('/auth/login/', { email, password })
const logInClient = async (email: string, password = PASSWORD) =>
  portal.clientFor('acme', (await login(email, password)).json().token)
const sessionStatus = async (caller: { get: TestPortal['guest']['get'] }) => (await caller.get('/auth/session/')).statusCode
const auditTypesOf = async (subject: number) =>
  (
    await portal.owner.query('select type from audit_log where domain_id = $1 and subject_id = $2 order by id', [
      portal.domainId,
      subject,
    ])
  ).rows.map(({ type }) => type)
const query = (text: string, userId: number) => portal.owner.query(text, [portal.domainId, userId])

describe('POST /auth/login/', () => {
  test('returns a message, a valid token and the user', async () => {
    const { email, id } = await createAccount()
    const answer = await login(` ${email.toUpperCase()}`)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: 'Login successful. Redirecting...', user: { id, email, subscription: 3 } },
    ])
    const { token } = answer.json()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await sessionStatus(portal.clientFor('acme', token))).toBe(200)
    expect(answer.body).not.toContain('argon2')
    expect(await auditTypesOf(id)).toEqual(['session.login'])
    const { rows } = await query('select last_login is not null as saved from users where domain_id = $1 and id = $2', id)
    expect(rows).toEqual([{ saved: true }])
  })

  test('answers the same for a wrong password, an unknown account, an inactive one and one without a password', async () => {
    const { email } = await createAccount()
    const inactive = await createAccount({ active: false })
    const without = await portal.seed((db) => createUser(db, 'patient', { email: 'no-password@mail.example' }))
    const answers = await Promise.all([
      login(email, 'wrong'),
      login('nobody@mail.example'),
      login(inactive.email),
      login('no-password@mail.example'),
    ])
    for (const answer of answers) {
      expect([answer.statusCode, answer.json()]).toEqual([
        401,
        { message: 'Unable to log in with provided credentials.', code: 'wrong_credentials' },
      ])
    }
    expect(await auditTypesOf(without)).toEqual(['session.login_failed'])
  })

  test('accepts many concurrent logins of one account', async () => {
    const { email } = await createAccount()
    const answers = await Promise.all(Array.from({ length: 16 }, () => login(email)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  })

  test('audits a failed login without the password', async () => {
    const { email, id } = await createAccount()
    await login(email, 'not the right one')
    const { rows } = await portal.owner.query(
      `select type, actor_id, to_jsonb(audit_log)::text as line from audit_log where domain_id = $1 and subject_id = $2`,
      [portal.domainId, id],
    )
    expect(rows).toMatchObject([{ type: 'session.login_failed', actor_id: null }])
    expect(rows[0].line).not.toContain('not the right one')
  })

  test('refuses an account of another domain', async () => {
    const { email } = await createAccount()
    expect((await login(email, PASSWORD, portal.clientFor('globex'))).statusCode).toBe(401)
  })

  test.each<[string, object]>([
    ['email', { email: ' ', password: 'x' }],
    ['password', { email: 'a@mail.example', password: '' }],
    ['password', { email: 'a@mail.example', password: 'x'.repeat(201) }],
  ])('refuses an invalid %s by its field', async (field, body) => {
    const answer = await portal.guest.post('/auth/login/', { ...body })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})

describe('GET /auth/session/', () => {
  test('accepts the schemes Token and Bearer, and no other', async () => {
    const { email } = await createAccount()
    const { token } = (await login(email)).json()
    const statusFor = async (authorization: string) => (await portal.guest.get('/auth/session/', { authorization })).statusCode
    expect(await Promise.all([statusFor(`Token ${token}`), statusFor(`Bearer ${token}`), statusFor(`token  ${token}`)])).toEqual([
      200, 200, 200,
    ])
    const wrong = [token, `Basic ${token}`, `Token ${token}x`, 'Token', `Token ${'x'.repeat(5000)}`]
    expect(await Promise.all(wrong.map(statusFor))).toEqual([401, 401, 401, 401, 401])
  })

  test('refuses a token of another domain', async () => {
    const { token } = (await login((await createAccount()).email)).json()
    expect(await sessionStatus(portal.clientFor('globex', token))).toBe(401)
  })

  test('returns the user, the kind of the session and its end', async () => {
    const { email, id } = await createAccount()
    const answer = (await (await logInClient(email)).get('/auth/session/')).json()
    expect(answer).toMatchObject({ user: { id, email }, kind: 'own', behind: null, idle_minutes: 30 })
    expect(Date.parse(answer.expires_at)).toBeGreaterThan(Date.now())
  })

  test.each([
    [
      'was idle too long',
      `update sessions set last_seen_at = now() - interval '31 minutes' where domain_id = $1 and user_id = $2`,
    ],
    ['expired', `update sessions set expires_at = now() - interval '1 second' where domain_id = $1 and user_id = $2`],
    ['belongs to an inactive user', 'update users set active = false where domain_id = $1 and id = $2'],
  ])('refuses a session that %s', async (_, text) => {
    const { email, id } = await createAccount()
    const caller = await logInClient(email)
    await query(text, id)
    expect(await sessionStatus(caller)).toBe(401)
  })

  test('keeps a used session from becoming idle', async () => {
    const { email, id } = await createAccount()
    const caller = await logInClient(email)
    await query(`update sessions set last_seen_at = now() - interval '29 minutes' where domain_id = $1 and user_id = $2`, id)
    expect(await sessionStatus(caller)).toBe(200)
    // A read answers before its commit; the row lock waits for it.
    const { rows } = await query(
      `select last_seen_at > now() - interval '1 minute' as seen from sessions where domain_id = $1 and user_id = $2 for update`,
      id,
    )
    expect(rows).toEqual([{ seen: true }])
  })

  test('stores only a hash of the token', async () => {
    const { email, id } = await createAccount()
    const { token } = (await login(email)).json()
    const { rows } = await query('select sessions::text as line from sessions where domain_id = $1 and user_id = $2', id)
    expect(rows[0].line).not.toContain(token)
    expect(rows[0].line).not.toContain(Buffer.from(token).toString('hex'))
  })
})

describe('POST /auth/logout/', () => {
  test('ends the current session and no other', async () => {
    const { email } = await createAccount()
    const [one, other] = [await logInClient(email), await logInClient(email)]
    expect((await one.post('/auth/logout/')).json()).toEqual({ message: 'You are logged out.' })
    expect([await sessionStatus(one), await sessionStatus(other)]).toEqual([401, 200])
    expect((await one.post('/auth/logout/')).statusCode).toBe(401)
  })

  test('audits many concurrent logouts once', async () => {
    const { email } = await createAccount()
    const caller = await logInClient(email)
    await Promise.all(Array.from({ length: 20 }, () => caller.post('/auth/logout/')))
    const { rows } = await portal.owner.query(
      `select count(*)::int as n from audit_log a join users u on u.domain_id = a.domain_id and u.id = a.actor_id
       where a.domain_id = $1 and a.type = 'session.logout' and u.email = $2`,
      [portal.domainId, email],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('POST /api/v1/users/update-password/{id}/', () => {
  const body = (id: number, values: object = {}) => ({
    user_id: id,
    password_current: PASSWORD,
    password_new: 'another password',
    password_confirmation: 'another password',
    ...values,
  })
  const path = (id: number) => `/api/v1/users/update-password/${id}/`

  test('changes the password and ends all other sessions', async () => {
    const { email, id } = await createAccount()
    const [here, elsewhere] = [await logInClient(email), await logInClient(email)]
    expect((await here.post(path(id), body(id))).json()).toEqual({ message: 'Your password has been changed.' })
    expect([await sessionStatus(here), await sessionStatus(elsewhere)]).toEqual([200, 401])
    expect([(await login(email)).statusCode, (await login(email, 'another password')).statusCode]).toEqual([401, 200])
    expect(await auditTypesOf(id)).toContain('password.changed')
  })

  test.each<[string, object, string]>([
    ['password_current', { password_current: 'wrong' }, 'The current password is not correct.'],
    ['password_new', { password_new: '7 chars', password_confirmation: '7 chars' }, 'Min Length 8'],
    ['password_confirmation', { password_confirmation: 'different one' }, 'New Password and Confirmation Password do not match!'],
  ])('refuses a wrong %s by its field and changes nothing', async (field, values, sentence) => {
    const { email, id } = await createAccount()
    const answer = await (await logInClient(email)).post(path(id), body(id, values))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { [field]: [sentence] }])
    expect((await login(email)).statusCode).toBe(200)
  })

  test('accepts one of many concurrent changes, because the others have an old password', async () => {
    const { email, id } = await createAccount()
    const caller = await logInClient(email)
    const passwords = Array.from({ length: 20 }, (_, n) => `seven brown kettles ${n}`)
    const answers = await Promise.all(
      passwords.map((text) => caller.post(path(id), body(id, { password_new: text, password_confirmation: text }))),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(422)])
  })

  test('refuses to change the password of another user', async () => {
    const [one, other] = [await createAccount(), await createAccount()]
    const caller = await logInClient(one.email)
    expect((await caller.post(path(other.id), body(other.id))).statusCode).toBe(404)
    expect((await caller.post(path(one.id), body(other.id))).statusCode).toBe(404)
    expect((await portal.guest.post(path(one.id), body(one.id))).statusCode).toBe(401)
  })
})
