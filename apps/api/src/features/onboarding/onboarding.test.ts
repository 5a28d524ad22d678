import type { NewHarvestCenter, NewUser } from '@vialdesk/contract/onboarding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { openSession } from '#api/features/sessions/sessions.commands.ts'
import { findDomainById } from '#api/platform/domains.ts'
import { aCenter, aUser, next } from '#api/testing/factories.ts'
import { type Caller, type TestPortal, testPortal } from '#api/testing/portal.ts'
import { createPatient } from './onboarding.commands.ts'

let portal: TestPortal
let admin: Caller
let theirAdmin: Caller
let ids: Record<'admin' | 'center' | 'rep' | 'lab', number>

beforeAll(async () => {
  portal = await testPortal()
  ids = await portal.arrange(async (db) => ({
    admin: await aUser(db, 'admin'),
    center: await aCenter(db),
    rep: await aUser(db, 'sales_rep'),
    lab: await aUser(db, 'lab'),
  }))
  admin = await portal.as(ids.admin)
  theirAdmin = await portal.asOther(await portal.arrangeOther((db) => aUser(db, 'admin')))
})
afterAll(() => portal.close())

const usersNow = async () => Number((await portal.owner.query('select count(*) as n from users')).rows[0].n)
const mailsTo = async (recipient: string) =>
  (
    await portal.owner.query('select subject, text from mail_outbox where domain_id = $1 and recipient = $2', [
      portal.domainId,
      recipient,
    ])
  ).rows
const newPatient = (values: Partial<NewUser> = {}) => ({
  subscription: 2,
  first_name: 'Nia',
  last_name: 'Okafor',
  email: `nia-${next()}@mail.example`,
  ...values,
})

describe('POST /api/v1/users/', () => {
  test('makes a patient of a center with a lab record; the mailed link lets her in', async () => {
    const input = newPatient({ harvest_center_id: ids.center, tags: [1], city: 'Lagos' })
    const answer = await admin.post('/api/v1/users/', input)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      {
        first_name: 'Nia',
        subscription: 2,
        tags: [1],
        city: 'Lagos',
        stage: 'registered',
        hc_desc: [{ id: ids.center }],
        version: 2,
      },
    ])
    await portal.runJobs()
    const [mail] = await mailsTo(input.email)
    expect(mail.subject).toBe('Your account is ready')
    const token = /#(\S+)/.exec(mail.text)?.[1] as string
    expect((await portal.anyone.post('/auth/set-password/', { token, password: 'a new password' })).statusCode).toBe(200)
    const login = await portal.anyone.post('/auth/login/', { email: input.email, password: 'a new password' })
    expect(login.json().user.id).toBe(answer.json().id)
  })

  test('the record has it, on the timeline of the patient', async () => {
    const { id } = (await admin.post('/api/v1/users/', newPatient())).json()
    const { rows } = await portal.owner.query(
      `select type, actor_id, patient_id from audit_log where domain_id = $1 and subject_id = $2`,
      [portal.domainId, id],
    )
    expect(rows[0]).toEqual({ type: 'account.created', actor_id: ids.admin, patient_id: id })
  })

  test('an address that is taken is refused, and nothing is made or mailed', async () => {
    const input = newPatient()
    await admin.post('/api/v1/users/', input)
    const before = await usersNow()
    const answer = await admin.post('/api/v1/users/', { ...input, email: input.email.toUpperCase() })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'duplicate_email', errors: { email: ['A user with this email already exists.'] } },
    ])
    expect(await usersNow()).toBe(before)
  })

  test('the same address is free in another domain', async () => {
    const input = newPatient()
    expect((await admin.post('/api/v1/users/', input)).statusCode).toBe(201)
    expect((await theirAdmin.post('/api/v1/users/', input)).statusCode).toBe(201)
  })

  test('thirty at once with one address make one account', async () => {
    const input = newPatient()
    const answers = await Promise.all(Array.from({ length: 30 }, () => admin.post('/api/v1/users/', input)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 29 }, () => 409)])
  })

  test.each<[string, object]>([
    ['subscription', { subscription: 7 }],
    ['first_name', { first_name: ' ' }],
    ['email', { email: 'nobody' }],
    ['tags', { tags: [99] }],
    ['harvest_center_id', { harvest_center_id: 999_999 }],
  ])('a bad %s names the field and makes nothing', async (field, values) => {
    const before = await usersNow()
    const answer = await admin.post('/api/v1/users/', newPatient(values))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await usersNow()).toBe(before)
  })

  test('a center must be an active harvest center of this domain', async () => {
    const inactive = await portal.arrange((db) => aCenter(db, { active: false }))
    for (const harvest_center_id of [ids.lab, inactive]) {
      expect((await admin.post('/api/v1/users/', newPatient({ harvest_center_id }))).json().errors).toEqual({
        harvest_center_id: ['Choose an active harvest center.'],
      })
    }
    expect((await theirAdmin.post('/api/v1/users/', newPatient({ harvest_center_id: ids.center }))).statusCode).toBe(422)
  })

  test('nobody but an admin', async () => {
    expect((await (await portal.as(ids.center)).post('/api/v1/users/', newPatient())).statusCode).toBe(403)
    expect((await portal.anyone.post('/api/v1/users/', newPatient())).statusCode).toBe(401)
  })
})

describe('createPatient', () => {
  test('leaves the transaction that it refused in usable', async () => {
    const doer = { address: null, requestId: null }
    const person = { first_name: 'A', last_name: 'B', email: `twice-${next()}@mail.example` }
    const made = await inDomain(portal.pool, portal.domainId, async (db) => {
      const id = await createPatient(db, doer, person)
      await expect(createPatient(db, doer, person)).rejects.toMatchObject({ code: 'duplicate_email' })
      await expect(createPatient(db, doer, { ...person, harvest_center_id: ids.lab })).rejects.toMatchObject({ code: 'invalid' })
      return id
    })
    expect((await admin.get(`/api/v1/users/${made}/`)).json().email).toBe(person.email)
  })
})

const newCenter = (values: Partial<NewHarvestCenter> = {}) => ({
  first_name: 'Ida',
  last_name: 'Berg',
  email: `ida-${next()}@clinic.example`,
  company: 'Fjord Clinic',
  phone_number: '+47 555 0100',
  address1: 'Kaien 1',
  city: 'Bergen',
  state_desc: 'Vestland',
  country_desc: 'Norway',
  saless_rep_id: ids.rep,
  ...values,
})

describe('POST /api/v1/harvest-centers/', () => {
  test('makes a center of a rep and a lab, and mails it a link', async () => {
    const input = newCenter({ lab_id: ids.lab })
    const answer = await admin.post('/api/v1/harvest-centers/', input)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { company: 'Fjord Clinic', subscription: 4, saless_rep_id: ids.rep, lab_id: ids.lab, city: 'Bergen' },
    ])
    expect(answer.json()).not.toHaveProperty('stage')
    await portal.runJobs()
    expect(await mailsTo(input.email)).toHaveLength(1)
  })

  test.each<[string, object]>([
    ['company', { company: '' }],
    ['phone_number', { phone_number: undefined }],
    ['saless_rep_id', { saless_rep_id: 999_999 }],
    ['lab_id', { lab_id: 999_999 }],
  ])('a bad %s names the field and makes nothing', async (field, values) => {
    const before = await usersNow()
    const answer = await admin.post('/api/v1/harvest-centers/', newCenter(values))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await usersNow()).toBe(before)
  })

  test('a rep of another domain is nobody here, and only admins make centers', async () => {
    expect((await theirAdmin.post('/api/v1/harvest-centers/', newCenter())).json().errors).toEqual({
      saless_rep_id: ['Choose an active sales rep.'],
    })
    expect((await (await portal.as(ids.rep)).post('/api/v1/harvest-centers/', newCenter())).statusCode).toBe(403)
  })
})

describe('GET and POST /api/v1/utilities/…-agreement/{id}/', () => {
  test('accepted once, with the time, and the first time stays', async () => {
    const rep = await portal.arrange((db) => aUser(db, 'sales_rep'))
    const caller = await portal.as(rep)
    expect((await caller.get(`/api/v1/utilities/check-agreement/${rep}/`)).json()).toEqual({ accepted: false, accepted_at: null })
    const first = (await caller.post(`/api/v1/utilities/accept-agreement/${rep}/`, { accepted: true })).json()
    expect(first).toEqual({ accepted: true, accepted_at: expect.stringMatching(/^20.*Z$/) })
    expect((await caller.post(`/api/v1/utilities/accept-agreement/${rep}/`, { accepted: true })).json()).toEqual(first)
    expect((await caller.get(`/api/v1/utilities/check-agreement/${rep}/`)).json()).toEqual(first)
    const events = await portal.owner.query(
      `select from audit_log where domain_id = $1 and type = 'agreement.accepted' and subject_id = $2`,
      [portal.domainId, rep],
    )
    expect(events.rowCount).toBe(1)
  })

  test('the box must be ticked', async () => {
    const answer = await (await portal.as(ids.rep)).post(`/api/v1/utilities/accept-agreement/${ids.rep}/`, { accepted: false })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { accepted: ['Please tick the box to accept.'] }])
  })

  test('only its own: not even an admin looks at or accepts for another', async () => {
    expect((await admin.get(`/api/v1/utilities/check-agreement/${ids.rep}/`)).statusCode).toBe(404)
    expect((await admin.post(`/api/v1/utilities/accept-agreement/${ids.rep}/`, { accepted: true })).statusCode).toBe(404)
    expect((await theirAdmin.get(`/api/v1/utilities/check-agreement/${ids.rep}/`)).statusCode).toBe(404)
  })

  test('an admin has nothing to accept, and in a child session nobody accepts for the owner', async () => {
    expect((await admin.get(`/api/v1/utilities/check-agreement/${ids.admin}/`)).json()).toEqual({
      accepted: true,
      accepted_at: null,
    })
    const domain = await findDomainById(portal.owner, portal.domainId)
    const session = { userId: ids.center, behindId: ids.admin, kind: 'impersonation' } as const
    const token = await inDomain(portal.owner, domain.id, (db) =>
      openSession(db, domain, { address: null, requestId: null }, session),
    )
    const caller = portal.caller('acme', token)
    expect((await caller.get(`/api/v1/utilities/check-agreement/${ids.center}/`)).json()).toEqual({
      accepted: true,
      accepted_at: null,
    })
    expect((await caller.post(`/api/v1/utilities/accept-agreement/${ids.center}/`, { accepted: true })).statusCode).toBe(403)
  })
})
