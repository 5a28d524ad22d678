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

/** Someone with a password, and an address of its own. */
const anAccount = async (values: { active?: boolean } = {}) => {
  const email = `member-${nextNumber()}@mail.example`
  return { email, id: await portal.seed((db) => createUser(db, 'sales_rep', { email, password_hash: hash, ...values })) }
}
const login = (email: string, password = PASSWORD, caller = portal.guest) => caller.post('/auth/login/', { email, password })
const enter = async (email: string, password = PASSWORD) => portal.clientFor('acme', (await login(email, password)).json().token)
const session = async (caller: { get: TestPortal['guest']['get'] }) => (await caller.get('/auth/session/')).statusCode
const events = async (subject: number) =>
  (
    await portal.owner.query('select type from audit_log where domain_id = $1 and subject_id = $2 order by id', [
      portal.domainId,
      subject,
    ])
  ).rows.map(({ type }) => type)
const change = (text: string, userId: number) => portal.owner.query(text, [portal.domainId, userId])

describe('POST /auth/login/', () => {
  test('with the right password: the message, a token that works, and who it is', async () => {
    const { email, id } = await anAccount()
    const answer = await login(` ${email.toUpperCase()}`)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: 'Login successful. Redirecting...', user: { id, email, subscription: 3 } },
    ])
    const { token } = answer.json()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await session(portal.clientFor('acme', token))).toBe(200)
    expect(answer.body).not.toContain('argon2')
    expect(await events(id)).toEqual(['session.login'])
    const { rows } = await change('select last_login is not null as noted from users where domain_id = $1 and id = $2', id)
    expect(rows).toEqual([{ noted: true }])
  })

  test('a wrong password, an unknown account, an inactive one and one without a password answer the same', async () => {
    const { email } = await anAccount()
    const inactive = await anAccount({ active: false })
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
    expect(await events(without)).toEqual(['session.login_failed'])
  })

  test('many log-ins of one account at the same moment all succeed', async () => {
    const { email } = await anAccount()
    const answers = await Promise.all(Array.from({ length: 16 }, () => login(email)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  })

  test('a failure is in the record, without the password', async () => {
    const { email, id } = await anAccount()
    await login(email, 'not the right one')
    const { rows } = await portal.owner.query(
      `select type, actor_id, to_jsonb(audit_log)::text as line from audit_log where domain_id = $1 and subject_id = $2`,
      [portal.domainId, id],
    )
    expect(rows).toMatchObject([{ type: 'session.login_failed', actor_id: null }])
    expect(rows[0].line).not.toContain('not the right one')
  })

  test('an account of one domain is nobody in another', async () => {
    const { email } = await anAccount()
    expect((await login(email, PASSWORD, portal.clientFor('globex'))).statusCode).toBe(401)
  })

  test.each<[string, object]>([
    ['email', { email: ' ', password: 'x' }],
    ['password', { email: 'a@mail.example', password: '' }],
    ['password', { email: 'a@mail.example', password: 'x'.repeat(201) }],
  ])('a bad %s names the field', async (field, body) => {
    const answer = await portal.guest.post('/auth/login/', { ...body })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})

describe('GET /auth/session/', () => {
  test('Token and Bearer are taken alike; anything else is nobody', async () => {
    const { email } = await anAccount()
    const { token } = (await login(email)).json()
    const asked = async (authorization: string) => (await portal.guest.get('/auth/session/', { authorization })).statusCode
    expect(await Promise.all([asked(`Token ${token}`), asked(`Bearer ${token}`), asked(`token  ${token}`)])).toEqual([
      200, 200, 200,
    ])
    const wrong = [token, `Basic ${token}`, `Token ${token}x`, 'Token', `Token ${'x'.repeat(5000)}`]
    expect(await Promise.all(wrong.map(asked))).toEqual([401, 401, 401, 401, 401])
  })

  test('a token is worth nothing in another domain', async () => {
    const { token } = (await login((await anAccount()).email)).json()
    expect(await session(portal.clientFor('globex', token))).toBe(401)
  })

  test('says who, of which kind and until when', async () => {
    const { email, id } = await anAccount()
    const answer = (await (await enter(email)).get('/auth/session/')).json()
    expect(answer).toMatchObject({ user: { id, email }, kind: 'own', behind: null, idle_minutes: 30 })
    expect(Date.parse(answer.expires_at)).toBeGreaterThan(Date.now())
  })

  test.each([
    ['too long idle', `update sessions set last_seen_at = now() - interval '31 minutes' where domain_id = $1 and user_id = $2`],
    ['past its last hour', `update sessions set expires_at = now() - interval '1 second' where domain_id = $1 and user_id = $2`],
    ['of someone who was made inactive', 'update users set active = false where domain_id = $1 and id = $2'],
  ])('a session %s is over', async (_, text) => {
    const { email, id } = await anAccount()
    const caller = await enter(email)
    await change(text, id)
    expect(await session(caller)).toBe(401)
  })

  test('being used keeps it from being idle', async () => {
    const { email, id } = await anAccount()
    const caller = await enter(email)
    await change(`update sessions set last_seen_at = now() - interval '29 minutes' where domain_id = $1 and user_id = $2`, id)
    expect(await session(caller)).toBe(200)
    // The call does not wait for its commit; the lock does.
    const { rows } = await change(
      `select last_seen_at > now() - interval '1 minute' as seen from sessions where domain_id = $1 and user_id = $2 for update`,
      id,
    )
    expect(rows).toEqual([{ seen: true }])
  })

  test('only a hash of the token is kept', async () => {
    const { email, id } = await anAccount()
    const { token } = (await login(email)).json()
    const { rows } = await change('select sessions::text as line from sessions where domain_id = $1 and user_id = $2', id)
    expect(rows[0].line).not.toContain(token)
    expect(rows[0].line).not.toContain(Buffer.from(token).toString('hex'))
  })
})

describe('POST /auth/logout/', () => {
  test('ends this session and no other', async () => {
    const { email } = await anAccount()
    const [one, other] = [await enter(email), await enter(email)]
    expect((await one.post('/auth/logout/')).json()).toEqual({ message: 'You are logged out.' })
    expect([await session(one), await session(other)]).toEqual([401, 200])
    expect((await one.post('/auth/logout/')).statusCode).toBe(401)
  })

  test('many at once end it once', async () => {
    const { email } = await anAccount()
    const caller = await enter(email)
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

  test('changes it, and every other session ends', async () => {
    const { email, id } = await anAccount()
    const [here, elsewhere] = [await enter(email), await enter(email)]
    expect((await here.post(path(id), body(id))).json()).toEqual({ message: 'Your password has been changed.' })
    expect([await session(here), await session(elsewhere)]).toEqual([200, 401])
    expect([(await login(email)).statusCode, (await login(email, 'another password')).statusCode]).toEqual([401, 200])
    expect(await events(id)).toContain('password.changed')
  })

  test.each<[string, object, string]>([
    ['password_current', { password_current: 'wrong' }, 'The current password is not correct.'],
    ['password_new', { password_new: 'short', password_confirmation: 'short' }, 'Min Length 8'],
    ['password_confirmation', { password_confirmation: 'different one' }, 'New Password and Confirmation Password do not match!'],
  ])('a wrong %s names the field, and nothing changes', async (field, values, sentence) => {
    const { email, id } = await anAccount()
    const answer = await (await enter(email)).post(path(id), body(id, values))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { [field]: [sentence] }])
    expect((await login(email)).statusCode).toBe(200)
  })

  test('of many at once only the first has the current password right', async () => {
    const { email, id } = await anAccount()
    const caller = await enter(email)
    const given = Array.from({ length: 20 }, (_, n) => `password ${n}`)
    const answers = await Promise.all(
      given.map((text) => caller.post(path(id), body(id, { password_new: text, password_confirmation: text }))),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(422)])
  })

  test("nobody changes another's", async () => {
    const [one, other] = [await anAccount(), await anAccount()]
    const caller = await enter(one.email)
    expect((await caller.post(path(other.id), body(other.id))).statusCode).toBe(404)
    expect((await caller.post(path(one.id), body(other.id))).statusCode).toBe(404)
    expect((await portal.guest.post(path(one.id), body(one.id))).statusCode).toBe(401)
  })
})
