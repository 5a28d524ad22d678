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
const said = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, answer.json()]
const keptOf = async (id: number) =>
  (await portal.owner.query('select two_step_sign_ins::text as line, last_step from two_step_sign_ins where user_id = $1', [id]))
    .rows[0]
const mailsTo = async (email: string) =>
  (await portal.owner.query('select subject from mail_outbox where recipient = $1 order by id', [email])).rows.map(
    ({ subject }) => subject,
  )

describe('POST /auth/two-step/begin/', () => {
  test('gives a secret for the app, and changes nothing', async () => {
    const { email, id } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    const { secret, uri } = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json()
    expect(uri).toContain(`secret=${secret}`)
    expect(decodeURIComponent(uri)).toContain(`Acme Cells:${email}`)
    expect((await logIn(portal, email)).statusCode).toBe(200)
    expect((await caller.get('/auth/two-step/')).json()).toEqual({ enabled: false, demanded: false, recovery_codes_left: 0 })
    const kept = await keptOf(id)
    expect(kept.line).not.toContain(secret)
    expect(kept.line).not.toContain(Buffer.from(secret).toString('hex'))
  })

  test('asks the password, naming its field', async () => {
    const { email, id } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    const answer = await caller.post('/auth/two-step/begin/', { password: 'not this one' })
    expect(said(answer)).toMatchObject([422, { errors: { password: ['The current password is not correct.'] } }])
    expect((await caller.post('/auth/two-step/begin/', {})).json().errors).toHaveProperty('password')
    expect(await keptOf(id)).toBeUndefined()
  })

  test('a second time it forgets the first secret; once it is on it begins no more', async () => {
    const { email } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    const first = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json().secret
    const second = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json().secret
    expect(said(await caller.post('/auth/two-step/confirm/', { code: appCode(first) }))).toEqual(WRONG)
    expect((await caller.post('/auth/two-step/confirm/', { code: appCode(second) })).statusCode).toBe(200)
    expect((await caller.post('/auth/two-step/begin/', { password: PASSWORD })).statusCode).toBe(409)
  })
})

describe('POST /auth/two-step/confirm/', () => {
  test('turns it on, gives ten codes, ends other sessions, tells the owner', async () => {
    const { email, id } = await createAccount(portal)
    const [here, elsewhere] = [await logInClient(portal, email), await logInClient(portal, email)]
    const { codes } = await turnOnTwoStep(here)
    expect(codes).toHaveLength(10)
    expect([await isLoggedIn(here), await isLoggedIn(elsewhere)]).toEqual([true, false])
    expect((await here.get('/auth/two-step/')).json()).toEqual({ enabled: true, demanded: false, recovery_codes_left: 10 })
    expect(await auditTypesOf(portal, id)).toContain('two_step.enabled')
    await portal.runJobs()
    expect(await mailsTo(email)).toEqual(['Two-step sign-in was turned on'])
    const { line } = await keptOf(id)
    for (const code of codes) expect(line).not.toContain(Buffer.from(code.replaceAll('-', '')).toString('hex'))
  })

  test('the code that turned it on does not log in', async () => {
    const { email } = await createAccount(portal)
    const { secret } = await turnOnTwoStep(await logInClient(portal, email))
    expect(said(await logIn(portal, email, { code: appCode(secret) }))).toEqual(WRONG)
  })

  test('a wrong code, no secret, or one from long ago turn nothing on', async () => {
    const { email, id } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    expect((await caller.post('/auth/two-step/confirm/', { code: '123456' })).statusCode).toBe(409)
    const { secret } = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json()
    expect(said(await caller.post('/auth/two-step/confirm/', { code: wrongCode(secret) }))).toEqual(WRONG)
    expect(Object.keys((await caller.post('/auth/two-step/confirm/', { code: '12' })).json().errors)).toEqual(['code'])
    await portal.owner.query(`update two_step_sign_ins set begun_at = now() - interval '61 minutes' where user_id = $1`, [id])
    expect((await caller.post('/auth/two-step/confirm/', { code: appCode(secret) })).statusCode).toBe(409)
    expect((await logIn(portal, email)).statusCode).toBe(200)
  })

  test('of ten at once one turns it on', async () => {
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
  test('asks for the code once the password is right, and takes it', async () => {
    const { email, secret } = await createTwoStepAccount(portal)
    expect(said(await logIn(portal, email))).toEqual([
      401,
      { code: 'code_required', message: 'Enter the code from your authenticator app.' },
    ])
    const answer = await logIn(portal, email, { code: appCode(secret) })
    expect(answer.statusCode).toBe(200)
    expect(await isLoggedIn(portal.clientFor('acme', answer.json().token))).toBe(true)
  })

  test('with a wrong password says nothing of a second step, whatever the code', async () => {
    const { email, secret } = await createTwoStepAccount(portal)
    for (const code of [undefined, appCode(secret), wrongCode(secret)]) {
      const answer = await logIn(portal, email, { password: 'not this one', code })
      expect(said(answer)).toMatchObject([401, { code: 'wrong_credentials' }])
    }
    // It was looked at by nobody, so it still counts.
    expect((await logIn(portal, email, { code: appCode(secret) })).statusCode).toBe(200)
  })

  test('a wrong code is refused and recorded, without the code', async () => {
    const { email, secret, id } = await createTwoStepAccount(portal)
    const code = wrongCode(secret)
    expect(said(await logIn(portal, email, { code }))).toEqual(WRONG)
    const { rows } = await portal.owner.query(
      `select after, (to_jsonb(audit_log) - '{at,hash}'::text[])::text as line from audit_log
        where subject_id = $1 and type = 'session.login_failed'`,
      [id],
    )
    expect(rows).toMatchObject([{ after: { why: 'wrong_code' } }])
    expect(rows[0].line).not.toContain(code)
  })

  test('a code is taken once, and none that is older than it', async () => {
    const { email, secret } = await createTwoStepAccount(portal)
    const [earlier, now] = [appCode(secret, -1), appCode(secret)]
    expect((await logIn(portal, email, { code: now })).statusCode).toBe(200)
    expect(said(await logIn(portal, email, { code: now }))).toEqual(WRONG)
    expect(said(await logIn(portal, email, { code: earlier }))).toEqual(WRONG)
  })

  test('of ten log-ins at once with one code one comes in', async () => {
    const { email, secret } = await createTwoStepAccount(portal)
    const code = appCode(secret)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(portal, email, { code })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(401)])
  })

  test('a clock that is one step off is forgiven, two are not', async () => {
    const { email, secret, id } = await createTwoStepAccount(portal)
    expect((await logIn(portal, email, { code: appCode(secret, 1) })).statusCode).toBe(200)
    await allowUsedCodes(portal, id)
    expect(said(await logIn(portal, email, { code: appCode(secret, -3) }))).toEqual(WRONG)
    expect(said(await logIn(portal, email, { code: appCode(secret, 3) }))).toEqual(WRONG)
  })

  test('a recovery code comes in once, also of ten at once', async () => {
    const { email, codes, id } = await createTwoStepAccount(portal)
    const [first = '', second = ''] = codes
    expect((await logIn(portal, email, { code: first.toLowerCase() })).statusCode).toBe(200)
    expect(said(await logIn(portal, email, { code: first }))).toEqual(WRONG)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(portal, email, { code: second })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await auditTypesOf(portal, id)).filter((type) => type === 'two_step.recovery_code_used')).toHaveLength(2)
  })

  test("another's code is no code, and a code is worth nothing in another domain", async () => {
    const [one, other] = [await createTwoStepAccount(portal), await createTwoStepAccount(portal)]
    expect(said(await logIn(portal, one.email, { code: other.codes[0] }))).toEqual(WRONG)
    expect((await logIn(portal, one.email, { code: appCode(one.secret) }, 'globex')).json().code).toBe('wrong_credentials')
  })

  test('what is no code names the field', async () => {
    const { email } = await createAccount(portal)
    expect(said(await logIn(portal, email, { code: 'abc' }))).toMatchObject([422, { errors: { code: [expect.any(String)] } }])
  })
})

describe('POST /auth/two-step/disable/', () => {
  test('needs the password and a code; then the password is enough, others are out, the owner is told', async () => {
    const { email, secret, caller, id } = await createTwoStepAccount(portal)
    const elsewhere = await logInClient(portal, email, { code: appCode(secret) })
    await allowUsedCodes(portal, id)
    const off = (password: string, code: string) => caller.post('/auth/two-step/disable/', { password, code })
    expect((await off('not this one', appCode(secret))).json().errors).toHaveProperty('password')
    expect(said(await off(PASSWORD, wrongCode(secret)))).toEqual(WRONG)
    expect((await caller.get('/auth/two-step/')).json().enabled).toBe(true)
    expect(said(await off(PASSWORD, appCode(secret)))).toEqual([200, { message: 'Two-step sign-in is off.' }])
    expect([await isLoggedIn(caller), await isLoggedIn(elsewhere), (await logIn(portal, email)).statusCode]).toEqual([
      true,
      false,
      200,
    ])
    expect(await auditTypesOf(portal, id)).toContain('two_step.disabled')
    await portal.runJobs()
    expect(await mailsTo(email)).toEqual(['Two-step sign-in was turned on', 'Two-step sign-in was turned off'])
  })

  test('where it was never on there is no code that is right', async () => {
    const { email } = await createAccount(portal)
    const caller = await logInClient(portal, email)
    expect(said(await caller.post('/auth/two-step/disable/', { password: PASSWORD, code: '123456' }))).toEqual(WRONG)
  })
})

describe('POST /auth/two-step/recovery-codes/', () => {
  test('gives ten new ones, and the old ones are worth nothing', async () => {
    const { email, secret, codes, caller, id } = await createTwoStepAccount(portal)
    await logIn(portal, email, { code: codes[0] })
    expect((await caller.get('/auth/two-step/')).json().recovery_codes_left).toBe(9)
    const answer = await caller.post('/auth/two-step/recovery-codes/', { password: PASSWORD, code: appCode(secret) })
    const fresh = answer.json().recovery_codes
    expect((await caller.get('/auth/two-step/')).json().recovery_codes_left).toBe(10)
    expect(said(await logIn(portal, email, { code: codes[1] }))).toEqual(WRONG)
    expect((await logIn(portal, email, { code: fresh[0] })).statusCode).toBe(200)
    expect(await auditTypesOf(portal, id)).toContain('two_step.codes_renewed')
  })

  test('needs the password and a code', async () => {
    const { secret, codes, caller, email } = await createTwoStepAccount(portal)
    const renew = (password: string, code: string) => caller.post('/auth/two-step/recovery-codes/', { password, code })
    expect((await renew('not this one', appCode(secret))).statusCode).toBe(422)
    expect(said(await renew(PASSWORD, wrongCode(secret)))).toEqual(WRONG)
    expect((await logIn(portal, email, { code: codes[0] })).statusCode).toBe(200)
  })
})

describe('POST /api/v1/users/{id}/reset-two-step/', () => {
  const path = (id: number) => `/api/v1/users/${id}/reset-two-step/`
  const anAdmin = async () => portal.as(await portal.seed((db) => createUser(db, 'admin')))

  test('an admin turns it off for who lost the app: sessions end, the owner is told', async () => {
    const { id, email, caller } = await createTwoStepAccount(portal)
    const answer = await (await anAdmin()).post(path(id))
    expect(said(answer)).toEqual([200, { message: 'Two-step sign-in is off. The password alone is enough to log in.' }])
    expect([await isLoggedIn(caller), (await logIn(portal, email)).statusCode]).toEqual([false, 200])
    expect(await auditTypesOf(portal, id)).toContain('two_step.disabled')
    await portal.runJobs()
    expect(await mailsTo(email)).toContain('Two-step sign-in was turned off')
    expect((await (await anAdmin()).post(path(id))).json()).toEqual({ message: 'Two-step sign-in was not on.' })
  })

  test('not for another admin and not for itself', async () => {
    const { id, email, caller } = await createTwoStepAccount(portal, 'admin')
    expect([(await caller.post(path(id))).statusCode, (await (await anAdmin()).post(path(id))).statusCode]).toEqual([409, 409])
    expect((await logIn(portal, email)).json().code).toBe('code_required')
  })

  test("nobody but an admin, and not another domain's", async () => {
    const { id, email, caller } = await createTwoStepAccount(portal)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect([(await caller.post(path(id))).statusCode, (await theirs.post(path(id))).statusCode]).toEqual([403, 404])
    expect((await (await anAdmin()).post(path(999_999))).statusCode).toBe(404)
    expect((await logIn(portal, email)).json().code).toBe('code_required')
  })
})

describe('a secret that was sealed with another key', () => {
  test('takes no code of the app; a recovery code still comes in', async () => {
    const { email, secret, codes, id } = await createTwoStepAccount(portal)
    const foreign = await createTwoStepAccount(portal)
    // As after SECRET_KEY was lost, or a row was copied over from another account.
    await portal.owner.query(
      'update two_step_sign_ins set sealed_secret = (select f.sealed_secret from two_step_sign_ins f where f.user_id = $2) where user_id = $1',
      [id, foreign.id],
    )
    for (const code of [appCode(secret), appCode(foreign.secret)])
      expect((await logIn(portal, email, { code })).json().code).toBe('internal')
    expect((await logIn(portal, email, { code: codes[0] })).statusCode).toBe(200)
  })
})
