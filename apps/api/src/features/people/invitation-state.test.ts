/** The state of an invitation, for those who may invite: sent, opened, used, expired. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createPatient, createUser, nextNumber } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const PASSWORD = 'a password of theirs'
const EXPIRED = 'This link has expired or was already used. Request a new one.'
let portal: TestPortal
let ids: Record<'admin' | 'center' | 'referral' | 'other' | 'lab' | 'staff' | 'rep', number>
let admin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => {
    const lab = await createUser(db, 'lab')
    const rep = await createUser(db, 'sales_rep')
    const center = await createCenter(db, { lab_id: lab, sales_rep_id: rep })
    const staff = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    const referral = await createUser(db, 'referral_harvest_center', { sales_rep_id: rep })
    return { admin: await createUser(db, 'admin'), center, referral, other: await createCenter(db), lab, staff, rep }
  })
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

/** A patient who was just invited by an admin. The mail is written when the jobs run. */
async function invitePatient(values: Record<string, unknown> = { harvest_center_id: ids.center }) {
  const email = `invited-${nextNumber()}@mail.example`
  const patient = { first_name: 'Ida', last_name: 'Berg', email, subscription: 2, ...values }
  const { id } = (await admin.post('/api/v1/users/', patient)).json()
  return { id: id as number, email }
}
const newestToken = async (email: string) => {
  await portal.runJobs()
  return /set-password#([\w-]{43})/.exec((await readMails(portal, email)).at(-1)?.text ?? '')?.[1] as string
}
const invitedOf = async (id: number, viewer = admin) => (await viewer.get(`/api/v1/users/${id}/`)).json().invited
const stateOf = async (id: number) => (await invitedOf(id))?.state
const open = (token: string, caller = portal.guest) => caller.post('/auth/set-password/open/', { token })
const setPassword = (token: string) => portal.guest.post('/auth/set-password/', { token, password: PASSWORD })
const logIn = (email: string) => portal.guest.post('/auth/login/', { email, password: PASSWORD })
const remind = (id: number, caller = admin) => caller.post(`/api/v1/users/${id}/remind/`)
const eventsOf = async (id: number) =>
  (await portal.owner.query<{ type: string }>('select type, patient_id from audit_log where subject_id = $1 order by id', [id]))
    .rows
/** Moves the invitations of a user into the past. */
const pass = (id: number, time: string) =>
  portal.owner.query(
    `update password_links
     set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
     where user_id = $1`,
    [id, time],
  )

describe('the state', () => {
  test('goes from sent to opened, used, and ends with the first login', async () => {
    const { id, email } = await invitePatient()
    expect(await invitedOf(id)).toMatchObject({ state: 'sent', opened_at: null })
    const token = await newestToken(email)
    const sent = await invitedOf(id)
    expect([sent.state, Date.parse(sent.expires_at) - Date.parse(sent.sent_at)]).toEqual(['sent', expect.any(Number)])
    expect((await open(token)).json()).toEqual({ expires_at: expect.stringMatching(/^\d{4}-/) })
    const opened = await invitedOf(id)
    expect(opened).toMatchObject({ state: 'opened', sent_at: sent.sent_at, opened_at: expect.any(String) })
    expect((await open(token)).statusCode).toBe(200)
    expect(await invitedOf(id), 'the first time counts').toEqual(opened)
    expect((await setPassword(token)).statusCode).toBe(200)
    expect(await stateOf(id)).toBe('used')
    expect((await logIn(email)).statusCode).toBe(200)
    expect(await invitedOf(id)).toBeNull()
    const events = (await eventsOf(id)).filter(({ type }) => type === 'account.invitation_opened')
    expect(events).toEqual([{ type: 'account.invitation_opened', patient_id: id }])
  })

  test('a look at the account by an admin is no login', async () => {
    const { id } = await invitePatient()
    await admin.post('/api/v1/users/login-as-user/', { user_id: id })
    expect(await stateOf(id)).toBe('sent')
  })

  test('an invitation lives for seven days', async () => {
    const { id, email } = await invitePatient()
    const token = await newestToken(email)
    await pass(id, '6 days 23 hours 55 minutes')
    expect(await stateOf(id)).toBe('sent')
    expect((await open(token)).statusCode).toBe(200)
    expect(await stateOf(id)).toBe('opened')
    await pass(id, '10 minutes')
    expect(await stateOf(id)).toBe('expired')
    const late = await open(token)
    expect([late.statusCode, late.json().message]).toEqual([410, EXPIRED])
    await portal.owner.query('delete from password_links where user_id = $1', [id])
    expect(await invitedOf(id), 'after the sweep').toEqual({ state: 'expired', sent_at: null, opened_at: null, expires_at: null })
  })

  test('a link that was mailed for a forgotten password is no invitation', async () => {
    const { id, email } = await invitePatient()
    await newestToken(email)
    await pass(id, '8 days')
    await portal.guest.post('/api/v1/users/reset-password/', { email })
    const reset = await newestToken(email)
    expect((await open(reset)).statusCode).toBe(200)
    expect(await stateOf(id)).toBe('expired')
    expect((await eventsOf(id)).map(({ type }) => type)).not.toContain('account.invitation_opened')
    expect((await setPassword(reset)).statusCode).toBe(200)
    expect(await stateOf(id)).toBe('used')
  })

  test('is shown for a user who signed up and has not signed in', async () => {
    const id = await portal.seed((db) => createUser(db, 'sales_rep', { password_hash: 'chosen' }))
    expect(await invitedOf(id)).toMatchObject({ state: 'used', sent_at: null })
  })

  test('an inactive user has none', async () => {
    const { id } = await invitePatient()
    await admin.get(`/api/v1/users/set/inactive/${id}/`)
    expect(await invitedOf(id)).toBeNull()
  })
})

describe('POST /auth/set-password/open/', () => {
  test('refuses an invented link, a used one, that of another domain and of an inactive user, and opens nothing', async () => {
    const [mine, used] = [await invitePatient(), await invitePatient()]
    const [token, usedToken] = [await newestToken(mine.email), await newestToken(used.email)]
    await setPassword(usedToken)
    for (const answer of [
      await open('made-up-made-up-made-up'),
      await open(usedToken),
      await open(token, portal.clientFor('globex')),
    ])
      expect([answer.statusCode, answer.json().code]).toEqual([410, 'link_expired'])
    expect((await open('short')).json().errors).toEqual({ token: ['This link is not valid.'] })
    expect(await stateOf(mine.id)).toBe('sent')
    await admin.get(`/api/v1/users/set/inactive/${mine.id}/`)
    expect((await open(token)).statusCode).toBe(410)
  })
})

describe('a new invitation', () => {
  test('ends the earlier link and is sent, not opened', async () => {
    const { id, email } = await invitePatient()
    const first = await newestToken(email)
    await open(first)
    await pass(id, '1 day')
    expect((await remind(id)).statusCode).toBe(200)
    expect(await invitedOf(id)).toMatchObject({ state: 'sent', opened_at: null })
    const second = await newestToken(email)
    expect([(await open(first)).statusCode, (await open(second)).statusCode]).toEqual([410, 200])
  })

  test('two clicks send one mail, also at the same time; half a minute later another one is sent', async () => {
    const { id, email } = await invitePatient()
    await newestToken(email)
    await pass(id, '31 seconds')
    const answers = await Promise.all([remind(id), remind(id), remind(id)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    await newestToken(email)
    expect(await readMails(portal, email)).toHaveLength(2)
    await pass(id, '25 seconds')
    await remind(id)
    await newestToken(email)
    expect(await readMails(portal, email)).toHaveLength(2)
    await pass(id, '6 seconds')
    await remind(id)
    await newestToken(email)
    expect(await readMails(portal, email)).toHaveLength(3)
    expect((await eventsOf(id)).filter(({ type }) => type === 'account.invited_again')).toHaveLength(2)
  })

  test('a person is invited five times in a day at most, by all inviters together', async () => {
    const { id, email } = await invitePatient()
    const center = await portal.as(ids.center)
    for (const caller of [admin, center, admin, center]) {
      await pass(id, '1 minute')
      expect((await remind(id, caller)).statusCode).toBe(200)
    }
    await pass(id, '1 minute')
    const refused = await remind(id)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      { code: 'too_many', message: 'This person was invited 5 times in the last 24 hours. Try again later.' },
    ])
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(86_400 - 330)
    expect(wait).toBeLessThanOrEqual(86_400 - 300)
    const token = await newestToken(email)
    expect((await open(token)).statusCode, 'the last link still works').toBe(200)
    await pass(id, `${wait - 60} seconds`)
    expect((await remind(id)).statusCode).toBe(429)
    await pass(id, '60 seconds')
    expect((await remind(id)).statusCode).toBe(200)
  })

  test('sends one mail when it is asked for again before the first mail is written', async () => {
    const { id, email } = await invitePatient()
    await pass(id, '1 minute')
    await remind(id)
    const token = await newestToken(email)
    expect([(await readMails(portal, email)).length, (await open(token)).statusCode]).toEqual([1, 200])
  })

  test('has another link when an admin sends its mail again from the log, and ends the first', async () => {
    const { id, email } = await invitePatient()
    const first = await newestToken(email)
    const [mail] = (await admin.get(`/api/v1/mails/?user_id=${id}`)).json().results
    await admin.post(`/api/v1/mails/${mail.id}/resend/`)
    const second = await newestToken(email)
    expect([(await open(first)).statusCode, (await open(second)).statusCode]).toEqual([410, 200])
    expect(await stateOf(id)).toBe('opened')
  })

  test('is not sent to a person who has a password', async () => {
    const { id, email } = await invitePatient()
    const token = await newestToken(email)
    await pass(id, '1 hour')
    await remind(id)
    await portal.owner.query('update users set password_hash = $2 where id = $1', [id, 'chosen'])
    await portal.runJobs()
    expect((await readMails(portal, email)).length).toBe(1)
    expect((await remind(id)).statusCode).toBe(409)
    expect((await open(token)).statusCode).toBe(410)
  })
})

describe('who invites', () => {
  test('an admin, and the center of the patient or of the staff; nobody else gets the state', async () => {
    const { id } = await invitePatient()
    await portal.owner.query('update users set referred_center_id = $2, referral_harvest_center_id = $3 where id = $1', [
      id,
      ids.other,
      ids.referral,
    ])
    const statuses: Record<string, [number, unknown]> = {}
    for (const name of ['admin', 'center', 'referral', 'other', 'lab', 'staff', 'rep'] as const) {
      const viewer = await portal.as(ids[name])
      await pass(id, '30 hours')
      statuses[name] = [(await remind(id, viewer)).statusCode, (await invitedOf(id, viewer))?.state]
    }
    expect(statuses).toEqual({
      admin: [200, 'sent'],
      center: [200, 'sent'],
      referral: [200, 'sent'],
      other: [409, undefined],
      lab: [403, undefined],
      staff: [403, undefined],
      rep: [403, undefined],
    })
    expect((await remind(id, portal.guest)).statusCode).toBe(401)
  })

  test('a center invites its own staff, but staff in the center do not', async () => {
    const center = await portal.as(ids.center)
    const list = async (viewer: TestClient) =>
      (await viewer.get(`/api/v1/hc-staff/${ids.center}/staff-list/`)).json().results[0].invited
    expect((await remind(ids.staff, center)).statusCode).toBe(200)
    expect([(await list(center))?.state, (await list(admin))?.state]).toEqual(['sent', 'sent'])
    const { token } = (await (await portal.as(ids.staff)).get(`/api/v1/hc-staff/auth-profile/${ids.center}/`)).json()
    const inside = portal.clientFor('acme', token)
    const refused = await remind(ids.staff, inside)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Only an admin or the center of this person can send the invitation.',
    ])
    expect(await list(inside)).toBeNull()
    const { id } = await invitePatient()
    await pass(id, '1 minute')
    expect((await remind(id, inside)).statusCode, 'they work with patients').toBe(200)
    expect((await remind(ids.staff, await portal.as(ids.other))).statusCode).toBe(404)
  })

  test('a user of another center or domain is not found', async () => {
    const { id } = await invitePatient({ harvest_center_id: ids.other })
    const theirs = await portal.seedOther((db) => createPatient(db))
    expect((await remind(id, await portal.as(ids.center))).statusCode).toBe(404)
    expect([(await remind(theirs)).statusCode, (await remind(999_999)).statusCode]).toEqual([404, 404])
  })
})
