/** Signing up as a visitor: by the seven forms' calls, and by everything that somebody could try instead. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { newInvitationKey } from './invitation-key.pure.ts'
import { center, PASSWORD, person, referralCenter } from './sign-up.fixture.ts'

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

const rowOf = async (id: number) => (await portal.owner.query('select * from users where id = $1', [id])).rows[0]
const usersNow = async () => Number((await portal.owner.query('select count(*) as n from users')).rows[0].n)
const noticesOf = async (id: number) =>
  (await portal.owner.query('select title from notices where user_id = $1 order by id', [id])).rows.map(({ title }) => title)
const key = (id = ids.center) =>
  newInvitationKey(portal.ports.secretKey, { kind: 'staff', domainId: portal.domainId, centerId: id, round: 0 })
const staff = (values: object = {}) =>
  person({ subscription: 9, password: PASSWORD, staff_hc_ids: [ids.center], key: key(), ...values })
const logIn = (email: string, password = PASSWORD) => portal.guest.post('/auth/login/', { email, password })

/** Refused with 422 for just these fields, and nobody was made. */
async function expectRefused(path: string, body: Record<string, unknown>, ...fields: string[]) {
  const before = await usersNow()
  const answer = await portal.guest.post(path, body)
  expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, fields])
  expect(await usersNow()).toBe(before)
}

describe('POST /api/v1/users/', () => {
  test.each([3, 6, 8])(
    'a visitor signs up as %i, logs in with the chosen password and is welcomed by mail',
    async (subscription) => {
      const input = person({ subscription, password: PASSWORD, city: 'Bergen', first_name: 'You won a prize' })
      const answer = await portal.guest.post('/api/v1/users/', input)
      expect([answer.statusCode, answer.json()]).toEqual([
        201,
        {
          message: 'Your account has been created. You can log in now.',
          id: expect.any(Number),
          email: input.email,
          subscription,
        },
      ])
      expect((await logIn(input.email)).json().user).toMatchObject({ id: answer.json().id, subscription })
      await portal.runJobs()
      const { rows } = await portal.owner.query('select subject, text from mail_outbox where recipient = $1', [input.email])
      expect(rows).toEqual([{ subject: 'Welcome to Acme Cells', text: expect.not.stringContaining('/set-password') }])
      expect(rows[0].text).not.toContain(PASSWORD)
      // It may be a stranger's address, so nothing that was typed is repeated.
      expect(rows[0].text).toContain('Hello,')
      expect(rows[0].text).not.toContain('prize')
      await portal.guest.post('/api/v1/users/reset-password/', { email: input.email })
      const moved = `moved-${input.email}`
      const edit = { email: moved, password_current: PASSWORD }
      expect((await (await portal.as(answer.json().id)).patch(`/api/v1/users/${answer.json().id}/`, edit)).statusCode).toBe(200)
      await portal.runJobs()
      const mails = await portal.owner.query('select text from mail_outbox where recipient = any($1)', [[input.email, moved]])
      expect(mails.rowCount).toBeGreaterThan(1)
      expect(mails.rows.map(({ text }) => text).join()).not.toContain('prize')
    },
  )

  test('the record has it, with nobody who did it, and no password', async () => {
    const { id } = (await portal.guest.post('/api/v1/users/', person({ subscription: 3, password: PASSWORD }))).json()
    const { rows } = await portal.owner.query('select type, actor_id, after from audit_log where subject_id = $1', [id])
    expect(rows).toEqual([{ type: 'account.created', actor_id: null, after: { subscription: 3 } }])
  })

  test('staff comes by the link of a center, which is told', async () => {
    const input = staff()
    const { id } = (await portal.guest.post('/api/v1/users/', input)).json()
    const { rows } = await portal.owner.query('select center_id from staff_centers where staff_id = $1', [id])
    expect(rows).toEqual([{ center_id: ids.center }])
    expect(await noticesOf(ids.center)).toContain('New staff')
    expect((await logIn(input.email)).statusCode).toBe(200)
  })

  test('staff of no center, of several, or by a link of another, changed or guessed, is refused', async () => {
    const other = await portal.seed((db) => createCenter(db))
    await expectRefused('/api/v1/users/', staff({ staff_hc_ids: [] }), 'staff_hc_ids')
    await expectRefused('/api/v1/users/', staff({ staff_hc_ids: [ids.center, other] }), 'staff_hc_ids')
    await expectRefused('/api/v1/users/', staff({ staff_hc_ids: [other] }), 'staff_hc_ids')
    await expectRefused('/api/v1/users/', staff({ key: '' }), 'staff_hc_ids')
    await expectRefused('/api/v1/users/', staff({ key: key().replace(/^\d/, '9') }), 'staff_hc_ids')
  })

  test('staff of a center that is inactive, of another domain or no center is refused, whatever the key', async () => {
    for (const id of [ids.inactiveCenter, theirs.center, ids.lab])
      await expectRefused('/api/v1/users/', staff({ staff_hc_ids: [id], key: key(id) }), 'staff_hc_ids')
  })

  test('a referral center is bound to the rep of the link, who is told', async () => {
    const rep = await portal.seed((db) => createUser(db, 'sales_rep'))
    const answer = await portal.guest.post('/api/v1/users/', referralCenter(rep, { password: PASSWORD }))
    const { id } = answer.json()
    expect(answer.json()).toMatchObject({ subscription: 5 })
    expect(await rowOf(id)).toMatchObject({ company: 'Fjord Clinic', sales_rep_id: rep, line_rep_id: rep })
    expect(await noticesOf(rep)).toEqual(['A new referral harvest center'])
  })

  test('a referral center needs a postal code, an active rep, and an active harvest center where it names one', async () => {
    const input = (values: object) => referralCenter(ids.rep, { password: PASSWORD, ...values })
    await expectRefused('/api/v1/users/', input({ zip_code: '' }), 'zip_code')
    for (const id of [ids.inactiveRep, theirs.rep, ids.manager, 999_999])
      await expectRefused('/api/v1/users/', input({ saless_rep_id: id }), 'saless_rep_id')
    for (const id of [ids.inactiveCenter, theirs.center, ids.lab, 999_999])
      await expectRefused('/api/v1/users/', input({ hc_id: id }), 'hc_id')
  })

  test.each([1, 2, 7, 11, 0, -1, '7', null, [7]])('no visitor signs up as %j', async (subscription) => {
    await expectRefused('/api/v1/users/', person({ subscription, password: PASSWORD, company: 'A Lab' }), 'subscription')
    const answer = await portal.guest.post('/api/v1/users/', person({ subscription, company: 'A Lab' }))
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
  ])('a bad %s is named', async (field, values) => {
    await expectRefused('/api/v1/users/', person({ subscription: 3, password: PASSWORD, ...values }), field)
  })

  test('nothing that the form does not have is taken', async () => {
    const extra = {
      ...{ id: 1, memberships: [7], membership: [7], active: false, password_hash: 'x', tags: [1], version: 9, domain_id: 2 },
      ...{ domain: portal.otherDomainId, sales_manager_id: ids.manager, sales_distributor_id: ids.manager, lab_id: ids.lab },
      ...{ harvest_center_id: ids.center, template_id: 't', document_id: 'd', agreement_accepted_at: '2020-01-01T00:00:00Z' },
      ...{ saless_rep_id: ids.rep, staff_hc_ids: [ids.center], key: key(), hc_id: ids.center, company: 'Not mine', hc_logo: 'x' },
    }
    const { id } = (await portal.guest.post('/api/v1/users/', person({ subscription: 3, password: PASSWORD, ...extra }))).json()
    expect(await rowOf(id)).toMatchObject({
      ...{ domain_id: portal.domainId, memberships: [3], active: true, tags: [], version: 1, company: '', hc_logo: null },
      ...{ sales_manager_id: null, sales_distributor_id: null, lab_id: null, sales_rep_id: null, harvest_center_id: null },
      ...{ template_id: null, document_id: null, agreement_accepted_at: null },
    })
    const { rowCount } = await portal.owner.query('select from staff_centers where staff_id = $1', [id])
    expect(rowCount).toBe(0)
  })

  test.each([
    ['محمد', 'العربي'],
    ['Zoë-Łucja', "O'Brien-Ñandú"],
    ['👩🏽‍🔬', '田中'],
    ['<b>Ann</b>', '"; drop table users; --'],
  ])('a name is kept as it is typed: %s %s', async (first_name, last_name) => {
    const input = person({
      subscription: 3,
      password: PASSWORD,
      first_name,
      last_name,
      email: `name-${nextNumber()}@mail.example`,
    })
    const { id } = (await portal.guest.post('/api/v1/users/', input)).json()
    expect(await rowOf(id)).toMatchObject({ first_name, last_name })
    await portal.runJobs()
    const { rows } = await portal.owner.query('select html from mail_outbox where recipient = $1', [input.email])
    expect(rows[0].html).not.toContain('<b>Ann</b>')
  })

  test('of two at once with one address one signs up, and the other hears why not', async () => {
    const input = person({ subscription: 3, password: PASSWORD })
    const twin = { ...input, email: input.email.toUpperCase(), subscription: 6 }
    const answers = await Promise.all([input, twin].map((body) => portal.guest.post('/api/v1/users/', body)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused).toMatchObject({ code: 'duplicate_email', errors: { email: ['A user with this email already exists.'] } })
    expect((await logIn(input.email)).statusCode + (await logIn(input.email, 'another password')).statusCode).toBe(601)
  })

  test('an address is taken in its own domain only', async () => {
    const input = person({ subscription: 3, password: PASSWORD })
    expect((await portal.guest.post('/api/v1/users/', input)).statusCode).toBe(201)
    expect((await portal.clientFor('globex').post('/api/v1/users/', input)).statusCode).toBe(201)
  })

  test('a token that is dead or of another domain makes nobody: whoever was an admin a moment ago hears that it is over', async () => {
    const theirAdmin = await portal.tokenOf(await portal.seedOther((db) => createUser(db, 'admin')), true)
    for (const token of [theirAdmin, 'x'.repeat(43)]) {
      const before = await usersNow()
      const caller = portal.clientFor('acme', token)
      const answers = [
        await caller.post('/api/v1/users/', person({ subscription: 1, company: 'A Lab' })),
        await caller.post('/api/v1/users/', person({ subscription: 3, password: PASSWORD })),
        await caller.post('/api/v1/harvest-centers/', center(ids.rep)),
      ]
      expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(Array(3).fill([401, 'unauthenticated']))
      expect(await usersNow()).toBe(before)
    }
  })
})

describe('POST /api/v1/harvest-centers/', () => {
  const path = '/api/v1/harvest-centers/'

  test('a center signs up by the link of a rep, who is told, and is bound to the rep for good', async () => {
    const rep = await portal.seed((db) => createUser(db, 'sales_rep'))
    const input = center(rep, { password: PASSWORD })
    const answer = await portal.guest.post(path, input)
    const { id } = answer.json()
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { subscription: 4, email: input.email }])
    expect(await rowOf(id)).toMatchObject({ company: 'Fjord Clinic', sales_rep_id: rep, lab_id: null, memberships: [4] })
    expect(await noticesOf(rep)).toEqual(['A new harvest center'])
    const { token } = (await logIn(input.email)).json()
    const itself = portal.clientFor('acme', token)
    expect((await itself.patch(`/api/v1/users/${id}/`, { saless_rep_id: ids.rep })).statusCode).toBe(422)
    expect(await rowOf(id)).toMatchObject({ sales_rep_id: rep })
  })

  test('the call of all other sign-ups takes a center, too, by the same rules', async () => {
    const input = { ...center(ids.rep, { password: PASSWORD }), subscription: 4 }
    const { statusCode, ...answer } = await portal.guest.post('/api/v1/users/', input)
    expect([statusCode, answer.json()]).toMatchObject([201, { subscription: 4, email: input.email }])
    expect(await rowOf(answer.json().id)).toMatchObject({ memberships: [4], sales_rep_id: ids.rep, lab_id: null })
    await expectRefused('/api/v1/users/', { ...input, lab_id: ids.lab }, 'lab_id')
    await expectRefused('/api/v1/users/', { ...input, saless_rep_id: ids.inactiveRep }, 'saless_rep_id')
  })

  test('a rep that is inactive, of another domain or no rep binds nobody', async () => {
    for (const id of [ids.inactiveRep, theirs.rep, ids.manager, 999_999])
      await expectRefused(path, center(id, { password: PASSWORD }), 'saless_rep_id')
    await expectRefused(path, { ...center(1, { password: PASSWORD }), saless_rep_id: undefined }, 'saless_rep_id')
  })

  test.each<[string, object]>([
    ['company', { company: '' }],
    ['phone_number', { phone_number: '' }],
    ['phone_number', { phone_number: '+47 12' }],
    ['address1', { address1: '' }],
    ['country_desc', { country_desc: undefined }],
    ['password', { password: undefined }],
    ['company', { company: 'x'.repeat(5000) }],
  ])('a bad %s is named', async (field, values) => {
    await expectRefused(path, center(ids.rep, { password: PASSWORD, ...values }), field)
  })

  test('the lab is chosen by an admin alone', async () => {
    await expectRefused(path, center(ids.rep, { password: PASSWORD, lab_id: ids.lab }), 'lab_id')
    expect((await admin.post(path, center(ids.rep, { lab_id: ids.lab }))).statusCode).toBe(201)
  })
})
