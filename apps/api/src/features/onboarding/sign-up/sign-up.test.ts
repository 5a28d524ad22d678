/** Sign-ups of visitors: the calls of the seven forms, and abuse of these calls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStaffInvitation } from '#api/features/onboarding/invitations/invitations.commands.ts'
import { createTemplate } from '#api/testing/document-factories.ts'
import { createCenter, createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { centerInput, PASSWORD, personInput, referralCenterInput, verifyEmail } from './sign-up.fixture.ts'

let portal: TestPortal
let admin: TestClient
let ids: Record<'admin' | 'rep' | 'center' | 'lab' | 'manager' | 'inactiveRep' | 'inactiveCenter', number>
let theirs: Record<'rep' | 'center', number>

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin'),
    rep: await createUser(db, 'sales_rep'),
    center: await createCenter(db, { company: 'Acmeonly Clinic' }),
    lab: await createUser(db, 'lab'),
    manager: await createUser(db, 'sales_manager'),
    inactiveRep: await createUser(db, 'sales_rep', { active: false }),
    inactiveCenter: await createCenter(db, { active: false }),
  }))
  theirs = await portal.seedOther(async (db) => ({ rep: await createUser(db, 'sales_rep'), center: await createCenter(db) }))
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

const userRowOf = async (id: number) => (await portal.owner.query('select * from users where id = $1', [id])).rows[0]
const countUsers = async () =>
  Number((await portal.owner.query('select (select count(*) from users) + (select count(*) from sign_ups) as n')).rows[0].n)
const noticesOf = async (id: number) =>
  (await portal.owner.query('select title from notices where user_id = $1 order by id', [id])).rows.map(({ title }) => title)
const keyOf = (id = ids.center) =>
  portal.seed((db) => createStaffInvitation(db, { centerId: id, linkVersion: 0, createdBy: ids.admin }))
const staffInput = async (values: object = {}) =>
  personInput({ subscription: 9, password: PASSWORD, staff_hc_ids: [ids.center], key: await keyOf(), ...values })
/** Signs up and opens the mailed link. Returns the id of the account. */
const signUp = async (path: string, input: { email: string }) => {
  expect((await portal.guest.post(path, input)).statusCode).toBe(201)
  return verifyEmail(portal, input.email)
}
const logIn = (email: string, password = PASSWORD) => portal.guest.post('/auth/login/', { email, password })

/** Expects 422 for exactly these fields, and neither an account nor a sign-up. */
async function expectRefused(path: string, body: Record<string, unknown>, ...fields: string[]) {
  const before = await countUsers()
  const answer = await portal.guest.post(path, body)
  expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, fields])
  expect(await countUsers()).toBe(before)
}

describe('POST /api/v1/users/', () => {
  test.each([3, 6, 8])(
    'creates an account of membership %i that logs in with its password, and mails a welcome',
    async (subscription) => {
      const input = personInput({ subscription, password: PASSWORD, city: 'Bergen', first_name: 'You won a prize' })
      const answer = await portal.guest.post('/api/v1/users/', input)
      expect([answer.statusCode, answer.json()]).toEqual([
        201,
        {
          message:
            'Your account has been created. Open the link in the email that we sent you to confirm your email. Then you can log in.',
          id: null,
          email: input.email,
          subscription,
        },
      ])
      await portal.runJobs()
      const { rows } = await portal.owner.query('select subject, text from mail_outbox where recipient = $1', [input.email])
      expect(rows).toEqual([{ subject: 'Confirm your email', text: expect.stringContaining('/verify-email#') }])
      // The email may belong to a stranger, so the mail repeats no input.
      expect(rows[0].text).toContain('Hello,')
      expect(rows[0].text).not.toContain('prize')
      const id = await verifyEmail(portal, input.email)
      expect((await logIn(input.email)).json().user).toMatchObject({ id, subscription })
      await portal.runJobs()
      const mails = await portal.owner.query('select subject, text from mail_outbox where recipient = $1 order by id', [
        input.email,
      ])
      expect(mails.rows.at(-1)).toEqual({ subject: 'Welcome to Acme Cells', text: expect.not.stringContaining('/set-password') })
      expect(mails.rows.at(-1).text).not.toContain(PASSWORD)
      const moved = `moved-${input.email}`
      const edit = { email: moved, password_current: PASSWORD }
      expect((await (await portal.as(id)).patch(`/api/v1/users/${id}/`, edit)).statusCode).toBe(200)
      await portal.guest.post('/api/v1/users/reset-password/', { email: moved })
      await portal.runJobs()
      const toMoved = await portal.owner.query('select text from mail_outbox where recipient = $1', [moved])
      expect(toMoved.rowCount, 'a link to verify it, and one to set a password').toBe(2)
      for (const { text } of toMoved.rows) expect(text, 'the new address is not verified').not.toContain('prize')
    },
  )

  test('audits the sign-up without an actor and without the password', async () => {
    const id = await signUp('/api/v1/users/', personInput({ subscription: 3, password: PASSWORD }))
    const { rows } = await portal.owner.query('select type, actor_id, after from audit_log where subject_id = $1', [id])
    expect(rows).toEqual([{ type: 'account.created', actor_id: null, after: { subscription: 3 } }])
  })

  test('creates staff by the link of a center and notifies the center', async () => {
    const input = await staffInput()
    const id = await signUp('/api/v1/users/', input)
    const { rows } = await portal.owner.query('select center_id from staff_centers where staff_id = $1', [id])
    expect(rows).toEqual([{ center_id: ids.center }])
    expect(await noticesOf(ids.center)).toContain('New staff')
    expect((await logIn(input.email)).statusCode).toBe(200)
  })

  test('refuses staff without a center, of several centers, or with a key that is not of the center', async () => {
    const other = await portal.seed((db) => createCenter(db))
    await expectRefused('/api/v1/users/', await staffInput({ staff_hc_ids: [] }), 'staff_hc_ids')
    await expectRefused('/api/v1/users/', await staffInput({ staff_hc_ids: [ids.center, other] }), 'staff_hc_ids')
    await expectRefused('/api/v1/users/', await staffInput({ staff_hc_ids: [other] }), 'key')
    await expectRefused('/api/v1/users/', await staffInput({ key: '' }), 'key')
    await expectRefused('/api/v1/users/', await staffInput({ key: `${await keyOf()}x` }), 'key')
  })

  test('refuses staff of inactive centers, other domains and other users, with any key', async () => {
    for (const id of [ids.inactiveCenter, theirs.center, 999_999])
      await expectRefused('/api/v1/users/', await staffInput({ staff_hc_ids: [id] }), 'key')
    const key = await keyOf(ids.inactiveCenter)
    await expectRefused('/api/v1/users/', await staffInput({ staff_hc_ids: [ids.inactiveCenter], key }), 'key')
    const ofLab = await keyOf(ids.lab)
    await expectRefused('/api/v1/users/', await staffInput({ staff_hc_ids: [ids.lab], key: ofLab }), 'staff_hc_ids')
  })

  test('assigns a referral center to the rep of the link and notifies the rep', async () => {
    const rep = await portal.seed((db) => createUser(db, 'sales_rep'))
    const input = referralCenterInput(rep, { password: PASSWORD })
    const answer = await portal.guest.post('/api/v1/users/', input)
    expect(answer.json()).toMatchObject({ subscription: 5 })
    expect(await noticesOf(rep), 'nobody hears of an address that is not verified').toEqual([])
    const id = await verifyEmail(portal, input.email)
    expect(await userRowOf(id)).toMatchObject({ company: 'Fjord Clinic', sales_rep_id: rep, line_rep_id: rep })
    const { results } = (await (await portal.as(rep)).get('/api/v1/notices/')).json()
    expect(results).toMatchObject([{ title: 'A new referral harvest center', text: 'Fjord Clinic signed up with your link.' }])
  })

  test('refuses a referral center without a postal code, an active rep or an active harvest center', async () => {
    const input = (values: object) => referralCenterInput(ids.rep, { password: PASSWORD, ...values })
    await expectRefused('/api/v1/users/', input({ zip_code: '' }), 'zip_code')
    for (const id of [ids.inactiveRep, theirs.rep, ids.manager, 999_999])
      await expectRefused('/api/v1/users/', input({ saless_rep_id: id }), 'saless_rep_id')
    for (const id of [ids.inactiveCenter, theirs.center, ids.lab, 999_999])
      await expectRefused('/api/v1/users/', input({ hc_id: id }), 'hc_id')
  })

  test.each([1, 2, 7, 11, 0, -1, '7', null, [7]])('refuses a visitor that signs up as %j', async (subscription) => {
    await expectRefused('/api/v1/users/', personInput({ subscription, password: PASSWORD, company: 'A Lab' }), 'subscription')
    const answer = await portal.guest.post('/api/v1/users/', personInput({ subscription, company: 'A Lab' }))
    expect(answer.json().errors, 'whether or not there is such a kind').toEqual({
      subscription: ['This account type is not available.'],
    })
  })

  test.each<[string, object]>([
    ['password', { password: undefined }],
    ['password', { password: 'short' }],
    ['first_name', { first_name: ' ' }],
    ['last_name', { last_name: undefined }],
    ['email', { email: 'nobody' }],
    ['phone_number', { phone_number: 'call me' }],
    ['address1', { address1: 'x'.repeat(5000) }],
    ['last_name', { last_name: 'x'.repeat(5000) }],
    ['password', { password: 'x'.repeat(5000) }],
    ['email', { email: `${'x'.repeat(5000)}@mail.example` }],
  ])('refuses an invalid %s and names the field', async (field, values) => {
    await expectRefused('/api/v1/users/', personInput({ subscription: 3, password: PASSWORD, ...values }), field)
  })

  test.each([
    ['harvest center', '/api/v1/harvest-centers/', centerInput],
    ['referral center', '/api/v1/users/', referralCenterInput],
  ])('takes the template of a %s only if it is a usable attestation of the domain', async (_, path, input) => {
    const { domains, own } = await portal.seed(async (db) => ({
      domains: await createTemplate(db),
      own: await createTemplate(db, { center_id: ids.center }),
    }))
    const send = (template_id: string) => portal.guest.post(path, input(ids.rep, { password: PASSWORD, template_id }))
    for (const template of ['abc', own.template_id])
      expect((await send(template)).json().errors).toEqual({ template_id: ['This template cannot be used here.'] })
    const { email } = (await send(domains.template_id)).json()
    expect(await userRowOf(await verifyEmail(portal, email))).toMatchObject({ template_id: domains.template_id })
    expect((await send('')).statusCode).toBe(201)
  })

  test('ignores fields that the form does not have', async () => {
    const extra = {
      ...{ id: 1, memberships: [7], membership: [7], active: false, password_hash: 'x', tags: [1], version: 9, domain_id: 2 },
      ...{ domain: portal.otherDomainId, sales_manager_id: ids.manager, sales_distributor_id: ids.manager, lab_id: ids.lab },
      ...{ harvest_center_id: ids.center, template_id: 't', document_id: 'd', agreement_accepted_at: '2020-01-01T00:00:00Z' },
      ...{
        saless_rep_id: ids.rep,
        staff_hc_ids: [ids.center],
        key: await keyOf(),
        hc_id: ids.center,
        company: 'Not mine',
        hc_logo: 'x',
      },
    }
    const id = await signUp('/api/v1/users/', personInput({ subscription: 3, password: PASSWORD, ...extra }))
    expect(await userRowOf(id)).toMatchObject({
      ...{ domain_id: portal.domainId, memberships: [3], active: true, tags: [], version: 1, company: '', hc_logo: null },
      ...{ sales_manager_id: null, sales_distributor_id: null, lab_id: null, sales_rep_id: null, harvest_center_id: null },
      ...{ template_id: null, document_id: null, agreement_accepted_at: null },
    })
    expect((await portal.owner.query('select from staff_centers where staff_id = $1', [id])).rowCount).toBe(0)
  })

  test.each([
    ['محمد', 'العربي'],
    ['Zoë-Łucja', "O'Brien-Ñandú"],
    ['👩🏽‍🔬', '田中'],
    ['<b>Ann</b>', '"; drop table users; --'],
  ])('keeps the name %s %s as typed', async (first_name, last_name) => {
    const email = `name-${nextNumber()}@mail.example`
    const input = personInput({ subscription: 3, password: PASSWORD, first_name, last_name, email })
    const id = await signUp('/api/v1/users/', input)
    expect(await userRowOf(id)).toMatchObject({ first_name, last_name })
    await portal.runJobs()
    const { rows } = await portal.owner.query('select html from mail_outbox where recipient = $1', [email])
    expect(rows.map(({ html }) => html).join()).not.toContain('<b>Ann</b>')
  })

  test('accepts an email that is used in another domain', async () => {
    const input = personInput({ subscription: 3, password: PASSWORD })
    expect((await portal.guest.post('/api/v1/users/', input)).statusCode).toBe(201)
    expect((await portal.clientFor('globex').post('/api/v1/users/', input)).statusCode).toBe(201)
  })

  test('refuses an expired token and a token of another domain instead of treating them as guests', async () => {
    const theirAdmin = await portal.tokenOf(await portal.seedOther((db) => createUser(db, 'admin')), true)
    for (const token of [theirAdmin, 'x'.repeat(43)]) {
      const before = await countUsers()
      const caller = portal.clientFor('acme', token)
      const answers = [
        await caller.post('/api/v1/users/', personInput({ subscription: 1, company: 'A Lab' })),
        await caller.post('/api/v1/users/', personInput({ subscription: 3, password: PASSWORD })),
        await caller.post('/api/v1/harvest-centers/', centerInput(ids.rep)),
      ]
      expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(Array(3).fill([401, 'unauthenticated']))
      expect(await countUsers()).toBe(before)
    }
  })
})

describe('POST /api/v1/harvest-centers/', () => {
  const path = '/api/v1/harvest-centers/'

  test('assigns a center permanently to the rep of the link and notifies the rep', async () => {
    const rep = await portal.seed((db) => createUser(db, 'sales_rep'))
    const input = centerInput(rep, { password: PASSWORD })
    const answer = await portal.guest.post(path, input)
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { subscription: 4, email: input.email }])
    const id = await verifyEmail(portal, input.email)
    expect(await userRowOf(id)).toMatchObject({ company: 'Fjord Clinic', sales_rep_id: rep, lab_id: null, memberships: [4] })
    expect(await noticesOf(rep)).toEqual(['A new harvest center'])
    const { token } = (await logIn(input.email)).json()
    const itself = portal.clientFor('acme', token)
    expect((await itself.patch(`/api/v1/users/${id}/`, { saless_rep_id: ids.rep })).statusCode).toBe(422)
    expect(await userRowOf(id)).toMatchObject({ sales_rep_id: rep })
  })

  test('has the same rules for a center in the call of the other sign-ups', async () => {
    const input = { ...centerInput(ids.rep, { password: PASSWORD }), subscription: 4 }
    const answer = await portal.guest.post('/api/v1/users/', input)
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { subscription: 4, email: input.email }])
    const row = await userRowOf(await verifyEmail(portal, input.email))
    expect(row).toMatchObject({ memberships: [4], sales_rep_id: ids.rep, lab_id: null })
    await expectRefused('/api/v1/users/', { ...input, lab_id: ids.lab }, 'lab_id')
    await expectRefused('/api/v1/users/', { ...input, saless_rep_id: ids.inactiveRep }, 'saless_rep_id')
  })

  test('refuses a rep that is inactive, of another domain or not a rep', async () => {
    for (const id of [ids.inactiveRep, theirs.rep, ids.manager, 999_999])
      await expectRefused(path, centerInput(id, { password: PASSWORD }), 'saless_rep_id')
    await expectRefused(path, { ...centerInput(1, { password: PASSWORD }), saless_rep_id: undefined }, 'saless_rep_id')
  })

  test.each<[string, object]>([
    ['company', { company: '' }],
    ['phone_number', { phone_number: '' }],
    ['phone_number', { phone_number: '+47 12' }],
    ['address1', { address1: '' }],
    ['country_desc', { country_desc: undefined }],
    ['password', { password: undefined }],
    ['company', { company: 'x'.repeat(5000) }],
  ])('refuses an invalid %s and names the field', async (field, values) => {
    await expectRefused(path, centerInput(ids.rep, { password: PASSWORD, ...values }), field)
  })

  test('accepts a lab from an admin only', async () => {
    await expectRefused(path, centerInput(ids.rep, { password: PASSWORD, lab_id: ids.lab }), 'lab_id')
    expect((await admin.post(path, centerInput(ids.rep, { lab_id: ids.lab }))).statusCode).toBe(201)
  })
})
