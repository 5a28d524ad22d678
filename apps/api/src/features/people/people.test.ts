import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createPatient, createUser, nextNumber } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const PASSWORD = 'a password of theirs'
let portal: TestPortal
let admin: TestClient
let adminId: number
let passwordHash: string

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.owner.query('update domains set two_step_memberships = $2 where id = $1', [portal.domainId, [6]])
  passwordHash = await hashPassword(PASSWORD)
  adminId = await portal.seed((db) => createUser(db, 'admin', { password_hash: passwordHash }))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())

const newEmail = () => `person-${nextNumber()}@mail.example`
const mailsTo = async (recipient: string) => {
  await portal.runJobs()
  return readMails(portal, recipient)
}
const tokenIn = (text: string | undefined) => /\/set-password#([\w-]{43})/.exec(text ?? '')?.[1]
const setPassword = (token: string | undefined) => portal.guest.post('/auth/set-password/', { token, password: PASSWORD })
const logIn = (email: string) => portal.guest.post('/auth/login/', { email, password: PASSWORD })
const eventsOf = async (subject: number) => {
  const text = 'select type, actor_id, patient_id from audit_log where domain_id = $1 and subject_id = $2 order by id'
  return (await portal.owner.query(text, [portal.domainId, subject])).rows
}

describe('POST /api/v1/users/invite-admin/', () => {
  const invite = (body: Record<string, unknown>, caller = admin) => caller.post('/api/v1/users/invite-admin/', body)

  test('mails a link that sets a password, and notifies the other admins', async () => {
    const email = newEmail()
    const answer = await invite({ first_name: 'Nora', last_name: 'Lund', email })
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { message: `We emailed an invitation to ${email}.`, id: expect.any(Number) },
    ])
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Your account is ready')
    expect((await setPassword(tokenIn(mail?.text))).statusCode).toBe(200)
    expect((await logIn(email)).json().user.subscription).toBe(7)
    const notices = (await admin.get('/api/v1/notices/')).json().results
    expect(notices[0]).toMatchObject({ title: 'A new admin', text: 'Another admin invited Nora Lund as an admin.' })
    expect((await eventsOf(answer.json().id))[0]).toMatchObject({ type: 'account.created', actor_id: adminId })
  })

  test('refuses a used email, a missing name and other roles', async () => {
    const email = newEmail()
    await portal.seed((db) => createUser(db, 'lab', { email }))
    const used = await invite({ first_name: 'Nora', last_name: 'Lund', email: email.toUpperCase() })
    expect([used.statusCode, used.json().code]).toEqual([409, 'duplicate_email'])
    expect(used.json().errors).toEqual({ email: ['A user with this email already exists.'] })
    expect(Object.keys((await invite({ first_name: ' ', email: 'nobody' })).json().errors)).toEqual([
      'first_name',
      'last_name',
      'email',
    ])
    const lab = await portal.as(await portal.seed((db) => createUser(db, 'lab')))
    const body = { first_name: 'Nora', last_name: 'Lund', email: newEmail() }
    expect((await invite(body, lab)).statusCode).toBe(403)
    expect((await invite(body, portal.guest)).statusCode).toBe(401)
  })
})

describe('POST /api/v1/users/{id}/remind/', () => {
  const passInvitationTime = (id: number, time: string) =>
    portal.owner.query('update password_links set created_at = created_at - $2::interval where user_id = $1', [id, time])
  const remind = (id: number, caller = admin) => caller.post(`/api/v1/users/${id}/remind/`)

  test('mails the invitation again until the user has set a password', async () => {
    const email = newEmail()
    const { id } = (await admin.post('/api/v1/users/invite-admin/', { first_name: 'Nora', last_name: 'Lund', email })).json()
    expect((await admin.get(`/api/v1/users/${id}/`)).json().invited.state).toBe('sent')
    await portal.runJobs()
    await passInvitationTime(id, '1 hour')
    expect((await remind(id)).json()).toEqual({ message: `We emailed an invitation to ${email}.` })
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account is ready', 'Your account is ready'])
    expect((await setPassword(tokenIn(mails[1]?.text))).statusCode).toBe(200)
    const late = await remind(id)
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'This user has set a password already. Send a password link instead.',
    ])
    expect((await admin.get(`/api/v1/users/${id}/`)).json().invited.state).toBe('used')
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(expect.arrayContaining(['account.invited_again']))
  })

  test('refuses an inactive user, and finds no user of another domain', async () => {
    const inactive = await portal.seed((db) => createUser(db, 'lab', { active: false }))
    const theirs = await portal.seedOther((db) => createUser(db, 'lab'))
    expect((await remind(inactive)).statusCode).toBe(409)
    expect((await remind(theirs)).statusCode).toBe(404)
    const lab = await portal.as(await portal.seed((db) => createUser(db, 'lab')))
    expect((await remind(inactive, lab)).statusCode).toBe(403)
  })
})

describe('sessions of a user', () => {
  const sessionsOf = (id: number, caller = admin) => caller.get(`/api/v1/users/${id}/sessions/`)
  const endSessionsOf = (id: number, caller = admin) => caller.post(`/api/v1/users/${id}/end-sessions/`)

  test('lists the devices of a user, and signs the user out on all of them at once', async () => {
    const email = newEmail()
    const id = await portal.seed((db) => createPatient(db, { email, password_hash: passwordHash }))
    const [first, second] = [await portal.as(id), await portal.as(id)]
    const shown = (await sessionsOf(id)).json()
    expect(shown).toMatchObject({
      user_id: id,
      sessions: [
        { kind: 'own', current: false },
        { kind: 'own', current: false },
      ],
    })
    expect((await endSessionsOf(id)).json()).toEqual({ message: 'The user is signed out everywhere.' })
    expect([(await first.get('/auth/session/')).statusCode, (await second.get('/auth/session/')).statusCode]).toEqual([401, 401])
    expect((await sessionsOf(id)).json().sessions).toEqual([])
    expect((await logIn(email)).statusCode).toBe(200)
    const event = { actor_id: adminId, patient_id: id }
    expect(await eventsOf(id)).toEqual(
      expect.arrayContaining([
        { ...event, type: 'patient.seen' },
        { ...event, type: 'session.ended_by_admin' },
      ]),
    )
  })

  test('also ends the sessions of others in the account', async () => {
    const id = await portal.seed((db) => createUser(db, 'sales_rep'))
    const { token } = (await admin.post('/api/v1/users/login-as-user/', { user_id: id })).json()
    expect((await portal.clientFor('acme', token).get('/auth/session/')).statusCode).toBe(200)
    await endSessionsOf(id)
    expect((await portal.clientFor('acme', token).get('/auth/session/')).statusCode).toBe(401)
  })

  test("keeps the admin's own session", async () => {
    const other = await portal.as(adminId)
    expect((await endSessionsOf(adminId)).json()).toEqual({ message: 'You are signed out on all other devices.' })
    expect((await other.get('/auth/session/')).statusCode).toBe(401)
    expect((await sessionsOf(adminId)).json().sessions).toMatchObject([{ current: true }])
  })

  test('finds no user of another domain, and is refused to the user itself', async () => {
    const theirs = await portal.seedOther((db) => createUser(db, 'lab'))
    expect([(await sessionsOf(theirs)).statusCode, (await endSessionsOf(theirs)).statusCode]).toEqual([404, 404])
    const id = await portal.seed((db) => createUser(db, 'lab'))
    const lab = await portal.as(id)
    expect([(await sessionsOf(id, lab)).statusCode, (await endSessionsOf(id, lab)).statusCode]).toEqual([403, 403])
  })
})

describe('GET /api/v1/users/two-step-status/', () => {
  const statusOf = async (membership: number) =>
    (await admin.get('/api/v1/users/two-step-status/'))
      .json()
      .find((row: { membership: { id: number } }) => row.membership.id === membership)

  test('counts the active users of each membership, and those with two-step sign-in', async () => {
    const before = await statusOf(6)
    await portal.seed(async (db) => {
      const users = [await createUser(db, 'sales_manager'), await createUser(db, 'sales_manager')]
      users.push(await createUser(db, 'sales_manager', { active: false }))
      const [confirmed, begun, inactive] = users as [number, number, number]
      const row = { domain_id: db.domainId, sealed_secret: Buffer.from('sealed') }
      await db
        .insertInto('two_step_sign_ins')
        .values([
          { ...row, user_id: confirmed, confirmed_at: new Date() },
          { ...row, user_id: begun },
          { ...row, user_id: inactive, confirmed_at: new Date() },
        ])
        .execute()
    })
    expect(await statusOf(6)).toEqual({
      membership: { id: 6, name: 'Sales Manager' },
      users: before.users + 2,
      with_two_step: before.with_two_step + 1,
      required: true,
    })
    expect(await statusOf(8)).toMatchObject({ required: false })
  })
})
