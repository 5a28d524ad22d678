import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import {
  allowUsedCodes,
  appCode,
  auditTypesOf,
  createAccount,
  createTwoStepAccount,
  isLoggedIn,
  logIn,
  logInClient,
  PASSWORD,
  turnOnTwoStep,
  wrongCode,
} from './two-step.fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const WRONG = [401, { code: 'wrong_code', message: 'This code is incorrect or was already used.' }]
const resultOf = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, answer.json()]
const storedRowOf = async (id: number) =>
  (await portal.owner.query('select two_step_sign_ins::text as line, last_step from two_step_sign_ins where user_id = $1', [id]))
    .rows[0]
const mailsTo = async (email: string) =>
  (await portal.owner.query('select subject from mail_outbox where recipient = $1 order by id', [email])).rows.map(
    ({ subject }) => subject,
  )

describe('POST /auth/two-step/begin/', () => {
  test('returns a secret for the app and changes nothing else', async () => {
    const { email, id } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    const { secret, uri } = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json()
    expect(uri).toContain(`secret=${secret}`)
    expect(decodeURIComponent(uri)).toContain(`Acme Cells:${email}`)
    expect((await logIn(portal, email)).statusCode).toBe(200)
    expect((await caller.get('/auth/two-step/')).json()).toEqual({ enabled: false, demanded: false, recovery_codes_left: 0 })
    const stored = await storedRowOf(id)
    expect(stored.line).not.toContain(secret)
    expect(stored.line).not.toContain(Buffer.from(secret).toString('hex'))
  })

  test('refuses a wrong or missing password by its field', async () => {
    const { email, id } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    const answer = await caller.post('/auth/two-step/begin/', { password: 'not this one' })
    expect(resultOf(answer)).toMatchObject([422, { errors: { password: ['The current password is not correct.'] } }])
    expect((await caller.post('/auth/two-step/begin/', {})).json().errors).toHaveProperty('password')
    expect(await storedRowOf(id)).toBeUndefined()
  })

  test('replaces an unconfirmed secret, and refuses once two-step sign-in is on', async () => {
    const { email } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    const first = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json().secret
    const second = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json().secret
    expect(resultOf(await caller.post('/auth/two-step/confirm/', { code: appCode(first) }))).toEqual(WRONG)
    expect((await caller.post('/auth/two-step/confirm/', { code: appCode(second) })).statusCode).toBe(200)
    expect((await caller.post('/auth/two-step/begin/', { password: PASSWORD })).statusCode).toBe(409)
  })
})

describe('POST /auth/two-step/confirm/', () => {
  test('turns two-step sign-in on, returns ten recovery codes, ends other sessions and notifies the owner', async () => {
    const { email, id } = await createAccount(portal)
    const [here, elsewhere] = [await logInClient(portal, email), await logInClient(portal, email)]
    const { codes } = await turnOnTwoStep(here)
    expect(codes).toHaveLength(10)
    expect([await isLoggedIn(here), await isLoggedIn(elsewhere)]).toEqual([true, false])
    expect((await here.get('/auth/two-step/')).json()).toEqual({ enabled: true, demanded: false, recovery_codes_left: 10 })
    expect(await auditTypesOf(portal, id)).toContain('two_step.enabled')
    await portal.runJobs()
    expect(await mailsTo(email)).toEqual(['Two-step sign-in was turned on'])
    const { line } = await storedRowOf(id)
    for (const code of codes) expect(line).not.toContain(Buffer.from(code.replaceAll('-', '')).toString('hex'))
  })

  test('refuses a login with the code that turned it on', async () => {
    const { email } = await createAccount(portal)
    const { code } = await turnOnTwoStep(await logInClient(portal, email))
    expect(resultOf(await logIn(portal, email, { code }))).toEqual(WRONG)
  })

  test('refuses a wrong code, a missing secret and an old one', async () => {
    const { email, id } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    expect((await caller.post('/auth/two-step/confirm/', { code: '123456' })).statusCode).toBe(409)
    const { secret } = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json()
    expect(resultOf(await caller.post('/auth/two-step/confirm/', { code: wrongCode(secret) }))).toEqual(WRONG)
    expect(Object.keys((await caller.post('/auth/two-step/confirm/', { code: '12' })).json().errors)).toEqual(['code'])
    await portal.owner.query(`update two_step_sign_ins set begun_at = now() - interval '61 minutes' where user_id = $1`, [id])
    expect((await caller.post('/auth/two-step/confirm/', { code: appCode(secret) })).statusCode).toBe(409)
    expect((await logIn(portal, email)).statusCode).toBe(200)
  })

  test('turns it on once in ten concurrent calls', async () => {
    const { email, id } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    const { secret } = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json()
    const code = appCode(secret)
    const answers = await Promise.all(Array.from({ length: 10 }, () => caller.post('/auth/two-step/confirm/', { code })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await auditTypesOf(portal, id)).filter((type) => type === 'two_step.enabled')).toHaveLength(1)
  })
})

describe('POST /auth/login/ with two-step sign-in', () => {
  test('requires a code after the right password and accepts it', async () => {
    const { email, secret } = await createTwoStepAccount(portal)
    expect(resultOf(await logIn(portal, email))).toEqual([
      401,
      { code: 'code_required', message: 'Enter the code from your authenticator app.' },
    ])
    const answer = await logIn(portal, email, { code: appCode(secret) })
    expect(answer.statusCode).toBe(200)
    expect(await isLoggedIn(portal.clientFor('acme', answer.json().token))).toBe(true)
  })

  test('does not reveal two-step sign-in to a wrong password', async () => {
    const { email, secret } = await createTwoStepAccount(portal)
    for (const code of [undefined, appCode(secret), wrongCode(secret)]) {
      const answer = await logIn(portal, email, { password: 'not this one', code })
      expect(resultOf(answer)).toMatchObject([401, { code: 'wrong_credentials' }])
    }
    // The code was not verified, so it is still unused.
    expect((await logIn(portal, email, { code: appCode(secret) })).statusCode).toBe(200)
  })

  test('refuses a wrong code and audits it without the code', async () => {
    const { email, secret, id } = await createTwoStepAccount(portal)
    const code = wrongCode(secret)
    expect(resultOf(await logIn(portal, email, { code }))).toEqual(WRONG)
    const { rows } = await portal.owner.query(
      `select after, (to_jsonb(audit_log) - '{at,hash}'::text[])::text as line from audit_log
        where subject_id = $1 and type = 'session.login_failed'`,
      [id],
    )
    expect(rows).toMatchObject([{ after: { why: 'wrong_code' } }])
    expect(rows[0].line).not.toContain(code)
  })

  test('refuses a used code and every earlier one', async () => {
    const { email, secret } = await createTwoStepAccount(portal)
    const [earlier, now] = [appCode(secret, -1), appCode(secret)]
    expect((await logIn(portal, email, { code: now })).statusCode).toBe(200)
    expect(resultOf(await logIn(portal, email, { code: now }))).toEqual(WRONG)
    expect(resultOf(await logIn(portal, email, { code: earlier }))).toEqual(WRONG)
  })

  test('accepts one of ten concurrent logins with the same code', async () => {
    const { email, secret } = await createTwoStepAccount(portal)
    const code = appCode(secret)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(portal, email, { code })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(401)])
  })

  test('accepts a clock that is 30 s wrong, and no more', async () => {
    const { email, secret, id } = await createTwoStepAccount(portal)
    expect((await logIn(portal, email, { code: appCode(secret, 1) })).statusCode).toBe(200)
    await allowUsedCodes(portal, id)
    expect(resultOf(await logIn(portal, email, { code: appCode(secret, -3) }))).toEqual(WRONG)
    expect(resultOf(await logIn(portal, email, { code: appCode(secret, 3) }))).toEqual(WRONG)
  })

  test('accepts a recovery code once, also in ten concurrent logins', async () => {
    const { email, codes, id } = await createTwoStepAccount(portal)
    const [first = '', second = ''] = codes
    expect((await logIn(portal, email, { code: first.toLowerCase() })).statusCode).toBe(200)
    expect(resultOf(await logIn(portal, email, { code: first }))).toEqual(WRONG)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(portal, email, { code: second })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await auditTypesOf(portal, id)).filter((type) => type === 'two_step.recovery_code_used')).toHaveLength(2)
  })

  test("refuses another user's code, and a code in another domain", async () => {
    const [one, other] = [await createTwoStepAccount(portal), await createTwoStepAccount(portal)]
    expect(resultOf(await logIn(portal, one.email, { code: other.codes[0] }))).toEqual(WRONG)
    expect((await logIn(portal, one.email, { code: appCode(one.secret) }, 'globex')).json().code).toBe('wrong_credentials')
  })

  test('refuses an invalid code by its field', async () => {
    const { email } = await createAccount(portal)
    expect(resultOf(await logIn(portal, email, { code: 'abc' }))).toMatchObject([422, { errors: { code: [expect.any(String)] } }])
  })
})

describe('POST /auth/two-step/disable/', () => {
  test('requires the password and a code, ends other sessions and notifies the owner', async () => {
    const { email, secret, caller, id } = await createTwoStepAccount(portal)
    const elsewhere = await logInClient(portal, email, { code: appCode(secret) })
    await allowUsedCodes(portal, id)
    const off = (password: string, code: string) => caller.post('/auth/two-step/disable/', { password, code })
    expect((await off('not this one', appCode(secret))).json().errors).toHaveProperty('password')
    expect(resultOf(await off(PASSWORD, wrongCode(secret)))).toEqual(WRONG)
    expect((await caller.get('/auth/two-step/')).json().enabled).toBe(true)
    expect(resultOf(await off(PASSWORD, appCode(secret)))).toEqual([200, { message: 'Two-step sign-in is off.' }])
    expect([await isLoggedIn(caller), await isLoggedIn(elsewhere), (await logIn(portal, email)).statusCode]).toEqual([
      true,
      false,
      200,
    ])
    expect(await auditTypesOf(portal, id)).toContain('two_step.disabled')
    await portal.runJobs()
    expect(await mailsTo(email)).toEqual(['Two-step sign-in was turned on', 'Two-step sign-in was turned off'])
  })

  test('refuses every code of an account without two-step sign-in', async () => {
    const { email } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    expect(resultOf(await caller.post('/auth/two-step/disable/', { password: PASSWORD, code: '123456' }))).toEqual(WRONG)
  })
})

describe('POST /auth/two-step/recovery-codes/', () => {
  test('returns ten new codes and invalidates the old ones', async () => {
    const { email, secret, codes, caller, id } = await createTwoStepAccount(portal)
    await logIn(portal, email, { code: codes[0] })
    expect((await caller.get('/auth/two-step/')).json().recovery_codes_left).toBe(9)
    const answer = await caller.post('/auth/two-step/recovery-codes/', { password: PASSWORD, code: appCode(secret) })
    const fresh = answer.json().recovery_codes
    expect((await caller.get('/auth/two-step/')).json().recovery_codes_left).toBe(10)
    expect(resultOf(await logIn(portal, email, { code: codes[1] }))).toEqual(WRONG)
    expect((await logIn(portal, email, { code: fresh[0] })).statusCode).toBe(200)
    expect(await auditTypesOf(portal, id)).toContain('two_step.codes_renewed')
  })

  test('requires the password and a code', async () => {
    const { secret, codes, caller, email } = await createTwoStepAccount(portal)
    const renew = (password: string, code: string) => caller.post('/auth/two-step/recovery-codes/', { password, code })
    expect((await renew('not this one', appCode(secret))).statusCode).toBe(422)
    expect(resultOf(await renew(PASSWORD, wrongCode(secret)))).toEqual(WRONG)
    expect((await logIn(portal, email, { code: codes[0] })).statusCode).toBe(200)
  })
})

describe('POST /api/v1/users/{id}/reset-two-step/', () => {
  const path = (id: number) => `/api/v1/users/${id}/reset-two-step/`
  const newAdmin = async () => portal.as(await portal.seed((db) => createUser(db, 'admin')))

  test('lets an admin turn it off, ends the sessions of the user and notifies the owner', async () => {
    const { id, email, caller } = await createTwoStepAccount(portal)
    const answer = await (await newAdmin()).post(path(id))
    expect(resultOf(answer)).toEqual([200, { message: 'Two-step sign-in is off. The password alone is enough to log in.' }])
    expect([await isLoggedIn(caller), (await logIn(portal, email)).statusCode]).toEqual([false, 200])
    expect(await auditTypesOf(portal, id)).toContain('two_step.disabled')
    await portal.runJobs()
    expect(await mailsTo(email)).toContain('Two-step sign-in was turned off')
    expect((await (await newAdmin()).post(path(id))).json()).toEqual({ message: 'Two-step sign-in was not on.' })
  })

  test('refuses the account of an admin, also the own one', async () => {
    const { id, email, caller } = await createTwoStepAccount(portal, 'admin')
    expect([(await caller.post(path(id))).statusCode, (await (await newAdmin()).post(path(id))).statusCode]).toEqual([409, 409])
    expect((await logIn(portal, email)).json().code).toBe('code_required')
  })

  test('refuses other roles, unknown users and admins of another domain', async () => {
    const { id, email, caller } = await createTwoStepAccount(portal)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect([(await caller.post(path(id))).statusCode, (await theirs.post(path(id))).statusCode]).toEqual([403, 404])
    expect((await (await newAdmin()).post(path(999_999))).statusCode).toBe(404)
    expect((await logIn(portal, email)).json().code).toBe('code_required')
  })
})

describe('a secret that was encrypted with another key', () => {
  test('accepts no code of the app, but still recovery codes', async () => {
    const { email, secret, codes, id } = await createTwoStepAccount(portal)
    const foreign = await createTwoStepAccount(portal)
    // As when SECRET_KEY was lost, or a row was copied from another account.
    await portal.owner.query(
      'update two_step_sign_ins set sealed_secret = (select f.sealed_secret from two_step_sign_ins f where f.user_id = $2) where user_id = $1',
      [id, foreign.id],
    )
    for (const code of [appCode(secret), appCode(foreign.secret)])
      expect((await logIn(portal, email, { code })).json().code).toBe('internal')
    expect((await logIn(portal, email, { code: codes[0] })).statusCode).toBe(200)
  })
})
