/** A sign-up becomes an account when the mailed link is opened. Until then, the address blocks nobody. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { sweepSignUps } from './refuse-sign-up.commands.ts'
import { centerInput, openLink, PASSWORD, personInput, verificationToken, verifyEmail } from './sign-up.fixture.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const input = (values: object = {}) => personInput({ subscription: 3, password: PASSWORD, ...values })
const signUp = (body: object = input()) => portal.guest.post('/api/v1/users/', { ...body })
const logIn = (email: string, password = PASSWORD) => portal.guest.post('/auth/login/', { email, password })
const sendAgain = (email: string, password = PASSWORD) => portal.guest.post('/auth/verify-email/send/', { email, password })
const usersWith = async (email: string) =>
  (await portal.owner.query('select id from users where email_key = lower($1)', [email])).rowCount
const waitingWith = async (email: string) =>
  (await portal.owner.query('select id from sign_ups where email_key = lower($1) and user_id is null', [email])).rowCount
const mailedToken = async (email: string) => {
  await portal.runJobs()
  return /\/verify-email#([\w-]{43})/.exec((await readMails(portal, email)).at(-1)?.text ?? '')?.[1] ?? ''
}
const ENDED = {
  code: 'link_expired',
  message: 'This link has expired or was already used. If you have confirmed your email before, log in.',
}

describe('a sign-up whose email is not verified', () => {
  test('is no account: no list, no option and no check of an email knows it', async () => {
    const body = input({ last_name: 'Unverified' })
    await signUp(body)
    expect(await usersWith(body.email)).toBe(0)
    expect((await admin.get('/api/v1/users/all/?search=Unverified')).json()).toMatchObject({ count: 0 })
    expect((await portal.guest.post('/api/v1/users/email-exists/', { email: body.email })).json()).toEqual({ exists: false })
    expect((await admin.get('/api/v1/sign-ups/?status=pending')).json().results[0]).toMatchObject({
      subscription: 3,
      name: 'Ida Unverified',
      email: body.email,
      status: 'pending',
      can: { refuse: true },
    })
  })

  test('tells only the holder of the password to open the link', async () => {
    const { email } = (await signUp()).json()
    const right = await logIn(email.toUpperCase())
    expect([right.statusCode, right.json()]).toEqual([
      401,
      { code: 'email_not_verified', message: 'Your email is not confirmed yet. Open the link in the email that we sent you.' },
    ])
    const [wrong, unknown] = [await logIn(email, 'a guess of mine'), await logIn('nobody@mail.example', 'a guess of mine')]
    expect([wrong.statusCode, wrong.json()]).toEqual([unknown.statusCode, unknown.json()])
    expect(wrong.json().code).toBe('wrong_credentials')
  })

  test('mails the link again to the holder of the password only', async () => {
    const { email } = (await signUp()).json()
    const first = await mailedToken(email)
    expect((await sendAgain(email, 'a guess of mine')).json()).toEqual((await sendAgain('nobody@mail.example')).json())
    expect((await sendAgain(email)).statusCode).toBe(200)
    const second = await mailedToken(email)
    expect(second).not.toBe(first)
    expect((await openLink(portal, first)).statusCode, 'both links work, and once').toBe(200)
    expect((await openLink(portal, second)).json()).toMatchObject(ENDED)
    expect((await sendAgain(email)).json().code, 'nothing waits any more').toBe('wrong_credentials')
  })

  test('gets its link again when its password is forgotten', async () => {
    const { email } = (await signUp()).json()
    await portal.guest.post('/api/v1/users/reset-password/', { email })
    await portal.runJobs()
    expect((await readMails(portal, email)).map(({ subject }) => subject)).toEqual(['Confirm your email', 'Confirm your email'])
  })

  test('blocks neither another sign-up nor an account of an admin', async () => {
    const body = input()
    expect([(await signUp(body)).statusCode, (await signUp({ ...body, subscription: 6 })).statusCode]).toEqual([201, 201])
    const token = await verificationToken(portal, body.email)
    const added = await admin.post('/api/v1/users/', personInput({ email: body.email, subscription: 3 }))
    expect(added.statusCode).toBe(201)
    const answer = await openLink(portal, token)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This email already has an account. Log in, or choose Forgot password to set a new password.',
    ])
    expect(await usersWith(body.email)).toBe(1)
    expect((await logIn(body.email)).json().code).toBe('wrong_credentials')
  })
})

describe('several sign-ups with one address', () => {
  const THEIRS = 'the password of a stranger'
  const arrange = async () => {
    const body = input()
    await signUp(body)
    const own = await verificationToken(portal, body.email)
    await signUp({ ...body, subscription: 6, password: THEIRS })
    const { email } = body
    return { email, own, theirs: await verificationToken(portal, email) }
  }

  test('do not displace each other: each password is known, and gets the link of its own form', async () => {
    const { email, own } = await arrange()
    for (const password of [PASSWORD, THEIRS]) expect((await logIn(email, password)).json().code).toBe('email_not_verified')
    expect((await sendAgain(email)).statusCode).toBe(200)
    const again = await mailedToken(email)
    expect((await openLink(portal, again, THEIRS)).statusCode).toBe(422)
    expect((await openLink(portal, own)).statusCode).toBe(200)
    expect((await logIn(email)).json().user.subscription).toBe(3)
    expect((await logIn(email, THEIRS)).statusCode).toBe(401)
  })

  test('the owner of the address cannot activate the form of a stranger without its password', async () => {
    const { email, own, theirs } = await arrange()
    const refused = await openLink(portal, theirs, PASSWORD)
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { password: ['This is not the password that was chosen in this sign-up. If you do not know it, sign up again.'] },
    ])
    expect([await usersWith(email), await waitingWith(email)]).toEqual([0, 2])
    expect((await openLink(portal, own)).statusCode, 'the own link still works').toBe(200)
    expect((await openLink(portal, theirs, THEIRS)).statusCode).toBe(410)
  })

  test('are told apart by the mails, which a forgotten password sends for each of them', async () => {
    const { email } = await arrange()
    await portal.runJobs()
    const before = (await readMails(portal, email)).length
    await portal.guest.post('/api/v1/users/reset-password/', { email })
    await portal.runJobs()
    const texts = (await readMails(portal, email)).slice(before).map(({ text }) => text)
    expect(
      texts
        .map((text) => /Account type: ([\w ]+)\. Signed up: \w{3} \d{1,2}, 20\d\d, [\d:]+ [AP]M E[DS]T\./.exec(text)?.[1])
        .sort(),
    ).toEqual(['Sales Manager', 'Sales Rep'])
  })
})

describe('POST /auth/verify-email/', () => {
  test('activates the account once, and audits it', async () => {
    const body = input({ email: 'Ida.Capital@mail.example' })
    await signUp(body)
    const token = await mailedToken(body.email)
    const answer = await openLink(portal, token)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Your email is confirmed. You can log in now.' }])
    const login = await logIn(body.email)
    expect(login.json().user).toMatchObject({ email: body.email, subscription: 3 })
    const again = await openLink(portal, token)
    expect([again.statusCode, again.json()]).toEqual([410, ENDED])
    const { rows } = await portal.owner.query('select type from audit_log where subject_id = $1 order by id', [
      login.json().user.id,
    ])
    expect(rows.map(({ type }) => type)).toEqual(['account.created', 'session.login'])
    const account = await portal.owner.query('select email_verified_at from users where email = $1', [body.email])
    expect(account.rows[0].email_verified_at).not.toBeNull()
  })

  test('lets one of several simultaneous requests with one link win', async () => {
    const { email } = (await signUp()).json()
    const token = await verificationToken(portal, email)
    const answers = await Promise.all([1, 2, 3].map(() => openLink(portal, token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
    expect(await usersWith(email)).toBe(1)
  })

  test('makes one account of two sign-ups that verify one email at once, and deletes the other', async () => {
    const body = input()
    const tokens = []
    for (const subscription of [3, 6]) {
      await signUp({ ...body, subscription })
      tokens.push(await verificationToken(portal, body.email))
    }
    const answers = await Promise.all(tokens.map((token) => openLink(portal, token)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect([await usersWith(body.email), await waitingWith(body.email)]).toEqual([1, 0])
  })

  test('refuses a link of another domain, an expired link and a bad token', async () => {
    const { email } = (await signUp()).json()
    const token = await verificationToken(portal, email)
    expect((await portal.clientFor('globex').post('/auth/verify-email/', { token, password: PASSWORD })).statusCode).toBe(410)
    await portal.owner.query('update sign_up_links set expires_at = now()')
    expect((await openLink(portal, token)).statusCode).toBe(410)
    for (const bad of ['', 'short', 'x'.repeat(5000), '1 or 1=1 -- 00000000000'])
      expect((await openLink(portal, bad)).json().errors).toEqual({ token: [expect.any(String)] })
    expect(await usersWith(email)).toBe(0)
  })

  test('refuses a center whose sales rep has become inactive, and changes nothing', async () => {
    const rep = await portal.seed((db) => createUser(db, 'sales_rep'))
    const body = centerInput(rep, { password: PASSWORD })
    expect((await portal.guest.post('/api/v1/harvest-centers/', body)).statusCode).toBe(201)
    const token = await verificationToken(portal, body.email)
    await portal.owner.query('update users set active = false where id = $1', [rep])
    const answer = await openLink(portal, token)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The link that you signed up with is no longer valid. Ask for a new link and sign up again.',
    ])
    expect([await usersWith(body.email), await waitingWith(body.email)]).toEqual([0, 1])
  })
})

test('the nightly sweep deletes old sign-ups and those whose email has an account, and no others', async () => {
  const [old, taken, fresh, active] = [input(), input(), input(), input()]
  for (const body of [old, taken, fresh, active]) await signUp(body)
  await verifyEmail(portal, active.email)
  await admin.post('/api/v1/users/', personInput({ email: taken.email, subscription: 3 }))
  await portal.owner.query(`update sign_ups set created_at = now() - interval '8 days' where email = $1`, [old.email])
  expect((await openLink(portal, await verificationToken(portal, old.email))).statusCode, 'no link is made').toBe(410)
  await sweepSignUps.run(portal.worker)
  expect(await Promise.all([old, taken, fresh].map(({ email }) => waitingWith(email)))).toEqual([0, 0, 1])
  expect(await usersWith(active.email)).toBe(1)
})

describe('GET /api/v1/sign-ups/', () => {
  test('shows sales reps the centers of their links, without a person, and centers who used theirs', async () => {
    const ids = await portal.seed(async (db) => {
      const rep = await createUser(db, 'sales_rep')
      return { rep, center: await createCenter(db, { sales_rep_id: rep }), other: await createUser(db, 'sales_rep') }
    })
    const body = centerInput(ids.rep, { password: PASSWORD, company: 'Harbor Clinic' })
    await portal.guest.post('/api/v1/harvest-centers/', body)
    await verifyEmail(portal, body.email)
    const { link } = (await (await portal.as(ids.center)).get(`/api/v1/harvest-centers/${ids.center}/referral-link/`)).json()
    const named = { password: PASSWORD, subscription: 5, zip_code: '5003', hc_id: ids.center }
    const referral = centerInput(ids.rep, { ...named, company: 'Quay Practice', key: new URL(link).hash.slice(1) })
    expect((await signUp(referral)).statusCode).toBe(201)
    const rep = await portal.as(ids.rep)
    const answer = (await rep.get('/api/v1/sign-ups/')).json()
    const row = { id: expect.any(Number), signed_up_at: expect.any(String), can: { refuse: false } }
    expect(answer).toEqual({
      count: 2,
      results: [
        { ...row, subscription: 5, name: 'Quay Practice', status: 'pending' },
        { ...row, subscription: 4, name: 'Harbor Clinic', status: 'active' },
      ],
    })
    const ofCenter = (await (await portal.as(ids.center)).get('/api/v1/sign-ups/?subscription=5')).json()
    expect(ofCenter.results).toMatchObject([{ name: 'Quay Practice', email: referral.email, can: { refuse: true } }])
    expect((await (await portal.as(ids.other)).get('/api/v1/sign-ups/')).json()).toEqual({ count: 0, results: [] })
    const stranger = centerInput(ids.rep, named)
    expect((await signUp(stranger)).statusCode).toBe(201)
    const unchanged = (await (await portal.as(ids.center)).get('/api/v1/sign-ups/')).json()
    expect(unchanged.count, 'a form that names the center without its link').toBe(1)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await theirs.get('/api/v1/sign-ups/')).json()).toEqual({ count: 0, results: [] })
    for (const query of ['status=gone', 'subscription=x'])
      expect((await rep.get(`/api/v1/sign-ups/?${query}`)).statusCode).toBe(422)
  })
})

describe('POST /api/v1/sign-ups/{id}/refuse/', () => {
  const arrange = async () => {
    const ids = await portal.seed(async (db) => {
      const rep = await createUser(db, 'sales_rep')
      return { rep, center: await createCenter(db, { sales_rep_id: rep }), other: await createCenter(db) }
    })
    const link = (await (await portal.as(ids.center)).get(`/api/v1/hc-staff/${ids.center}/sign-up-link/`)).json().link
    const body = input({ subscription: 9, staff_hc_ids: [ids.center], key: new URL(link).hash.slice(1) })
    expect((await signUp(body)).statusCode).toBe(201)
    const [row] = (await (await portal.as(ids.center)).get('/api/v1/sign-ups/?subscription=9')).json().results
    return { ids, body, path: `/api/v1/sign-ups/${row.id}/refuse/`, row }
  }

  test('ends the sign-up of a center for good, and audits it', async () => {
    const { ids, body, path, row } = await arrange()
    const token = await verificationToken(portal, body.email)
    expect((await (await portal.as(ids.center)).post(path)).json()).toEqual({ message: 'The sign-up has been refused.' })
    expect((await openLink(portal, token)).statusCode).toBe(410)
    expect((await signUp({ ...body })).json().errors, 'the link stays used').toEqual({ key: [expect.any(String)] })
    const { rows } = await portal.owner.query(
      `select actor_id, after from audit_log where type = 'sign_up.refused' order by id desc`,
    )
    expect(rows[0]).toEqual({ actor_id: ids.center, after: { sign_up: row.id, subscription: 9 } })
  })

  test('is not found by other centers and domains, forbidden to reps, and too late after the email is verified', async () => {
    const { ids, body, path } = await arrange()
    expect((await (await portal.as(ids.other)).post(path)).statusCode).toBe(404)
    expect((await (await portal.as(ids.rep)).post(path)).statusCode).toBe(403)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await theirs.post(path)).statusCode).toBe(404)
    await verifyEmail(portal, body.email)
    expect((await (await portal.as(ids.center)).post(path)).statusCode).toBe(409)
    expect(await usersWith(body.email)).toBe(1)
  })
})
