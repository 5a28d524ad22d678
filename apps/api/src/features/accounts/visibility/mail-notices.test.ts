import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NewNotice, named, notify } from '#api/features/notices/notify.commands.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let center: number
let caller: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  center = await portal.seed((db) => createUser(db, 'harvest_center'))
  caller = await portal.as(center)
})

const team: NewNotice = { kind: 'team', title: 'New staff', text: 'Someone joined your team.', path: '/staff-view' }
const notifyUser = (user: number, notice: NewNotice) => portal.seed((db) => notify(db, user, notice))
const mailsTo = async (user: number) =>
  (
    await portal.owner.query(
      `select m.subject, m.text, m.html, m.message_id
       from mail_outbox m
       join users u on u.domain_id = m.domain_id and u.email = m.recipient
       where u.id = $1
       order by m.id`,
      [user],
    )
  ).rows
const notifyAndMail = async (user: number, notice: NewNotice) => {
  await notifyUser(user, notice)
  await portal.runJobs()
  return mailsTo(user)
}

describe('a notice by email', () => {
  test('is sent if the user chose its kind, with a link to the portal', async () => {
    const [mail, ...more] = await notifyAndMail(center, team)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'New staff' })
    expect(mail.text).toContain('Someone joined your team.')
    expect(mail.text).toContain('http://portal.test/staff-view')
  })

  test('is not sent if the user did not choose its kind, but the notice exists', async () => {
    await caller.patch('/api/v1/notices/choices/', { team: false })
    expect(await notifyAndMail(center, team)).toEqual([])
    expect((await caller.get('/api/v1/notices/')).json()).toMatchObject({ unread: 1 })
  })

  test('is not sent after the user changed the choice or became inactive', async () => {
    await notifyUser(center, team)
    await caller.patch('/api/v1/notices/choices/', { team: false })
    const inactive = await portal.seed((db) => createUser(db, 'sales_rep'))
    await notifyUser(inactive, team)
    await portal.owner.query('update users set active = false where id = $1', [inactive])
    await portal.runJobs()
    expect(await mailsTo(center)).toEqual([])
    expect(await mailsTo(inactive)).toEqual([])
  })

  test('is sent once even if the job runs twice', async () => {
    await notifyAndMail(center, team)
    await portal.seed(async (db) => {
      const { id } = await db.selectFrom('notices').select('id').where('user_id', '=', center).executeTakeFirstOrThrow()
      await db.enqueue('notices.mail', { notice_id: id })
    })
    await portal.runJobs()
    expect(await mailsTo(center)).toHaveLength(1)
  })

  test('about an account is always sent', async () => {
    const notice: NewNotice = { kind: 'account', title: 'Your password was changed', text: 'It was changed just now.' }
    const [mail] = await notifyAndMail(center, notice)
    expect(mail).toMatchObject({ subject: 'Your password was changed' })
    expect(mail.text).toContain('http://portal.test/messages')
  })

  test('about cells contains no details, and goes to patients by default', async () => {
    const patient = await portal.seed((db) => createUser(db, 'patient'))
    const ready: NewNotice = {
      kind: 'patient',
      title: 'Your vials are ready',
      text: 'Your vials can be ordered.',
      path: '/dashboard',
    }
    const [mail] = await notifyAndMail(patient, ready)
    expect(mail.subject).toBe('You have a new message')
    expect(mail.text + mail.html).not.toMatch(/vial|ready/i)
    expect(mail.text).toContain('http://portal.test/messages')
    expect(await notifyAndMail(center, ready)).toEqual([])
  })
})

test('a mail names a center and a colleague, but no patient, and its subject no person', async () => {
  const [staff, patient, referral] = await portal.seed(async (db) => {
    const staff = await createUser(db, 'hc_staff', { first_name: 'Sam', last_name: 'Helper' })
    const patient = await createPatient(db, { harvest_center_id: center, last_name: 'Secretname' })
    const referral = await createUser(db, 'referral_harvest_center', { company: 'Willow Bend' })
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    await db.insertRow('referral_centers', { referral_center_id: referral, center_id: center })
    return [staff, patient, referral] as const
  })
  const sent = { kind: 'team', title: `${named('Somebody')} joined`, text: `${named('Somebody')} is there.` } as const
  await notifyUser(center, { ...sent, about: staff })
  await notifyUser(center, { ...sent, about: patient })
  const mails = await notifyAndMail(center, { ...sent, about: referral })
  expect(mails.map(({ subject }) => subject)).toEqual(['Somebody joined', 'Somebody joined', 'Willow Bend joined'])
  expect(mails.map(({ text }) => /(\S+ \S+|\S+) is there/.exec(text)?.[1])).toEqual(['Sam Helper', 'Somebody', 'Willow Bend'])
  expect(JSON.stringify(mails)).not.toContain('Secretname')
})

test('a notice of an event with its own mail is not mailed', async () => {
  const account: NewNotice = {
    kind: 'account',
    title: 'Two-step sign-in is on',
    text: 'It was turned on just now.',
    mailedAlready: true,
  }
  expect(await notifyAndMail(center, account)).toEqual([])
  expect((await caller.get('/api/v1/notices/')).json()).toMatchObject({ unread: 1 })
})

describe('GET /api/v1/notices/choices/', () => {
  test('returns the defaults of the role', async () => {
    expect((await caller.get('/api/v1/notices/choices/')).json()).toEqual({
      account: true,
      team: true,
      patient: false,
      conversation: true,
      document: false,
      purchase: false,
    })
    const patient = await portal.as(await portal.seed((db) => createUser(db, 'patient')))
    expect((await patient.get('/api/v1/notices/choices/')).json()).toMatchObject({ patient: true, purchase: false })
    const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
    expect((await admin.get('/api/v1/notices/choices/')).json()).toMatchObject({ patient: false, purchase: true })
  })

  test('refuses guests and observers', async () => {
    expect((await portal.guest.get('/api/v1/notices/choices/')).statusCode).toBe(401)
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await (await portal.as(observer)).get('/api/v1/notices/choices/')).statusCode).toBe(403)
  })
})

describe('PATCH /api/v1/notices/choices/', () => {
  test('changes the given choices of the caller only', async () => {
    const other = await portal.as(await portal.seed((db) => createUser(db, 'harvest_center')))
    const foreignCenter = await portal.asOther(await portal.seedOther((db) => createUser(db, 'harvest_center')))
    const answer = await caller.patch('/api/v1/notices/choices/', { patient: true, team: false })
    expect(answer.json()).toEqual({
      account: true,
      team: false,
      patient: true,
      conversation: true,
      document: false,
      purchase: false,
    })
    await caller.patch('/api/v1/notices/choices/', { team: true })
    expect((await caller.get('/api/v1/notices/choices/')).json()).toMatchObject({ team: true, patient: true })
    for (const each of [other, foreignCenter]) {
      expect((await each.get('/api/v1/notices/choices/')).json()).toMatchObject({ team: true, patient: false })
    }
  })

  test.each([
    ['account', { account: false, team: false }],
    ['team', { team: 'no' }],
    ['purchase', { team: false, purchase: null }],
  ])('refuses an invalid %s, and changes nothing', async (field, body) => {
    const answer = await caller.patch('/api/v1/notices/choices/', body)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
    expect((await caller.get('/api/v1/notices/choices/')).json()).toMatchObject({ account: true, team: true, purchase: false })
  })

  test('refuses an unknown kind', async () => {
    expect((await caller.patch('/api/v1/notices/choices/', { weather: true })).statusCode).toBe(422)
  })

  test('refuses guests and observers', async () => {
    expect((await portal.guest.patch('/api/v1/notices/choices/', { team: true })).statusCode).toBe(401)
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await (await portal.as(observer)).patch('/api/v1/notices/choices/', { team: true })).statusCode).toBe(403)
  })
})
