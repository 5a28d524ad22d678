import type { NewHarvestCenter, NewUser } from '@vialdesk/contract/people/onboarding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'

import { createCenter, createUser, nextNumber } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createPatient } from './create-account.commands.ts'
import { PASSWORD, personInput } from './sign-up/sign-up.fixture.ts'

let portal: TestPortal
let admin: TestClient
let theirAdmin: TestClient
let ids: Record<'admin' | 'center' | 'rep' | 'lab', number>

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin'),
    center: await createCenter(db),
    rep: await createUser(db, 'sales_rep'),
    lab: await createUser(db, 'lab'),
  }))
  admin = await portal.as(ids.admin)
  theirAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const countUsers = async () => Number((await portal.owner.query('select count(*) as n from users')).rows[0].n)
const mailsTo = (recipient: string) => readMails(portal, recipient)
const userRowOf = async (id: number) => (await portal.owner.query('select * from users where id = $1', [id])).rows[0]
const noticesOf = async (id: number) =>
  (await portal.owner.query('select title from notices where user_id = $1 order by id', [id])).rows.map(({ title }) => title)
const newPatient = (values: Partial<NewUser> = {}) => ({
  subscription: 2,
  first_name: 'Nia',
  last_name: 'Okafor',
  email: `nia-${nextNumber()}@mail.example`,
  ...values,
})

describe('POST /api/v1/users/', () => {
  test('creates a patient of a center with a lab record, who logs in with the mailed link', async () => {
    const input = newPatient({ harvest_center_id: ids.center, tags: [1], city: 'Lagos' })
    const answer = await admin.post('/api/v1/users/', input)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { email: input.email, subscription: 2, message: expect.stringContaining(`to ${input.email}.`) },
    ])
    expect((await admin.get(`/api/v1/users/${answer.json().id}/`)).json()).toMatchObject({
      first_name: 'Nia',
      subscription: 2,
      tags: [1],
      city: 'Lagos',
      stage: 'registered',
      hc_desc: [{ id: ids.center }],
      version: 2,
    })
    await portal.runJobs()
    const [mail] = await mailsTo(input.email)
    expect(mail?.subject).toBe('Your account is ready')
    const token = /#(\S+)/.exec(mail?.text ?? '')?.[1] as string
    expect((await portal.guest.post('/auth/set-password/', { token, password: 'a new password' })).statusCode).toBe(200)
    const login = await portal.guest.post('/auth/login/', { email: input.email, password: 'a new password' })
    expect(login.json().user.id).toBe(answer.json().id)
  })

  test('audits the new patient and shows it on the timeline', async () => {
    const { id } = (await admin.post('/api/v1/users/', newPatient())).json()
    const { rows } = await portal.owner.query(
      `select type, actor_id, patient_id from audit_log where domain_id = $1 and subject_id = $2`,
      [portal.domainId, id],
    )
    expect(rows[0]).toEqual({ type: 'account.created', actor_id: ids.admin, patient_id: id })
  })

  test('refuses an email that is in use, and creates and mails nothing', async () => {
    const input = newPatient()
    await admin.post('/api/v1/users/', input)
    const before = await countUsers()
    const answer = await admin.post('/api/v1/users/', { ...input, email: input.email.toUpperCase() })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'duplicate_email', errors: { email: ['A user with this email already exists.'] } },
    ])
    expect(await countUsers()).toBe(before)
  })

  test('accepts an email that is used in another domain', async () => {
    const input = newPatient()
    expect((await admin.post('/api/v1/users/', input)).statusCode).toBe(201)
    expect((await theirAdmin.post('/api/v1/users/', input)).statusCode).toBe(201)
  })

  test('creates one account of thirty simultaneous requests with the same email', async () => {
    const input = newPatient()
    const answers = await Promise.all(Array.from({ length: 30 }, () => admin.post('/api/v1/users/', input)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 29 }, () => 409)])
  })

  test.each<[string, object]>([
    ['subscription', { subscription: 12 }],
    ['phone_number', { phone_number: 'call the desk' }],
    ['first_name', { first_name: ' ' }],
    ['email', { email: 'nobody' }],
    ['tags', { tags: [99] }],
    ['harvest_center_id', { harvest_center_id: 999_999 }],
  ])('refuses an invalid %s, names the field and creates nothing', async (field, values) => {
    const before = await countUsers()
    const answer = await admin.post('/api/v1/users/', newPatient(values))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await countUsers()).toBe(before)
  })

  test('refuses a center that is not an active harvest center of the domain', async () => {
    const inactive = await portal.seed((db) => createCenter(db, { active: false }))
    for (const harvest_center_id of [ids.lab, inactive]) {
      expect((await admin.post('/api/v1/users/', newPatient({ harvest_center_id }))).json().errors).toEqual({
        harvest_center_id: ['Choose an active harvest center.'],
      })
    }
    expect((await theirAdmin.post('/api/v1/users/', newPatient({ harvest_center_id: ids.center }))).statusCode).toBe(422)
  })

  test.each<[string, object, object]>([
    ['lab', { subscription: 1, company: 'Acme Lab' }, { company: 'Acme Lab' }],
    ['sales rep', { subscription: 3 }, {}],
    ['sales manager', { subscription: 6 }, {}],
    ['sales distributor', { subscription: 8 }, {}],
    ['observer', { subscription: 11 }, { memberships: [11], lab_id: null }],
  ])('lets an admin create a %s without a password, and mails a link', async (_, values, kept) => {
    const input = personInput(values)
    const answer = await admin.post('/api/v1/users/', input)
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { email: input.email }])
    expect(await userRowOf(answer.json().id)).toMatchObject({ ...kept, password_hash: null, active: true })
    await portal.runJobs()
    expect((await mailsTo(input.email)).map(({ subject }) => subject)).toEqual(['Your account is ready'])
  })

  test('lets an admin create a harvest center, and an observer of an existing lab', async () => {
    const input = newCenter({ lab_id: ids.lab })
    const { statusCode, ...answer } = await admin.post('/api/v1/users/', { ...input, subscription: 4 })
    expect([statusCode, answer.json()]).toMatchObject([201, { email: input.email, subscription: 4 }])
    expect(await userRowOf(answer.json().id)).toMatchObject({ company: input.company, sales_rep_id: ids.rep, lab_id: ids.lab })
    const observer = (await admin.post('/api/v1/users/', personInput({ subscription: 11, lab_id: ids.lab }))).json()
    expect(await userRowOf(observer.id)).toMatchObject({ lab_id: ids.lab })
    const wrong = await admin.post('/api/v1/users/', personInput({ subscription: 11, lab_id: ids.center }))
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { lab_id: ['Choose an active lab.'] }])
  })

  test('lets an admin create another admin with a mailed link, and notifies the other admins', async () => {
    const input = personInput({ subscription: 7 })
    const { id } = (await admin.post('/api/v1/users/', input)).json()
    expect(await userRowOf(id)).toMatchObject({ memberships: [7], password_hash: null })
    expect(await noticesOf(ids.admin)).toContain('A new admin')
    await portal.runJobs()
    expect((await mailsTo(input.email)).map(({ subject }) => subject)).toEqual(['Your account is ready'])
  })

  test('lets an admin create staff of several centers, and notifies the centers', async () => {
    const [one, other] = await portal.seed(async (db) => [await createCenter(db), await createCenter(db)])
    const { id } = (await admin.post('/api/v1/users/', personInput({ subscription: 9, staff_hc_ids: [one, other] }))).json()
    const { rows } = await portal.owner.query('select center_id from staff_centers where staff_id = $1 order by 1', [id])
    expect(rows).toEqual([{ center_id: one }, { center_id: other }])
    expect(await noticesOf(one as number)).toEqual(['New staff'])
  })

  test('refuses a password from an admin', async () => {
    const answer = await admin.post('/api/v1/users/', personInput({ subscription: 3, password: PASSWORD }))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['password']])
  })

  test('is refused to signed-in users who are not admins, who log out first', async () => {
    const caller = await portal.as(ids.center)
    for (const input of [newPatient(), personInput({ subscription: 3, password: PASSWORD })])
      expect((await caller.post('/api/v1/users/', input)).statusCode).toBe(409)
  })
})

describe('createPatient', () => {
  test('leaves the transaction usable after a refusal', async () => {
    const person = { first_name: 'A', last_name: 'B', email: `twice-${nextNumber()}@mail.example` }
    const createdUser = await inDomain(portal.pool, portal.domainId, async (db) => {
      const id = await createPatient(db, person)
      await expect(createPatient(db, person)).rejects.toMatchObject({ code: 'duplicate_email' })
      await expect(createPatient(db, { ...person, harvest_center_id: ids.lab })).rejects.toMatchObject({
        code: 'invalid',
      })
      return id
    })
    expect((await admin.get(`/api/v1/users/${createdUser}/`)).json().email).toBe(person.email)
  })
})

const newCenter = (values: Partial<NewHarvestCenter> = {}) => ({
  first_name: 'Ida',
  last_name: 'Berg',
  email: `ida-${nextNumber()}@clinic.example`,
  company: 'Fjord Clinic',
  phone_number: '+47 55 50 01 00',
  address1: 'Kaien 1',
  city: 'Bergen',
  state_desc: 'Vestland',
  country_desc: 'Norway',
  saless_rep_id: ids.rep,
  ...values,
})

describe('POST /api/v1/harvest-centers/', () => {
  test('creates a center with a rep and a lab, and mails it a link', async () => {
    const input = newCenter({ lab_id: ids.lab })
    const answer = await admin.post('/api/v1/harvest-centers/', input)
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { email: input.email, subscription: 4 }])
    const createdCenter = (await admin.get(`/api/v1/users/${answer.json().id}/`)).json()
    expect(createdCenter).toMatchObject({ company: 'Fjord Clinic', saless_rep_id: ids.rep, lab_id: ids.lab, city: 'Bergen' })
    expect(createdCenter).not.toHaveProperty('stage')
    expect([await noticesOf(ids.rep), await noticesOf(ids.lab)].map((titles) => titles.at(-1))).toEqual(
      Array(2).fill('A new harvest center'),
    )
    await portal.runJobs()
    expect(await mailsTo(input.email)).toHaveLength(1)
  })

  test.each<[string, object]>([
    ['company', { company: '' }],
    ['phone_number', { phone_number: undefined }],
    ['phone_number', { phone_number: '12' }],
    ['saless_rep_id', { saless_rep_id: 999_999 }],
    ['lab_id', { lab_id: 999_999 }],
  ])('refuses an invalid %s, names the field and creates nothing', async (field, values) => {
    const before = await countUsers()
    const answer = await admin.post('/api/v1/harvest-centers/', newCenter(values))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await countUsers()).toBe(before)
  })

  test('refuses a rep of another domain, and is refused to signed-in users who are not admins, who log out first', async () => {
    expect((await theirAdmin.post('/api/v1/harvest-centers/', newCenter())).json().errors).toEqual({
      saless_rep_id: ['Choose an active sales rep.'],
    })
    expect((await (await portal.as(ids.rep)).post('/api/v1/harvest-centers/', newCenter())).statusCode).toBe(409)
  })
})
