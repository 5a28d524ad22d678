import type { UserEdit } from '@vialdesk/contract/people/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { createAccount, PASSWORD } from '#api/features/sessions/two-step/two-step.fixture.ts'
import { createTemplate } from '#api/testing/document-factories.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: Awaited<ReturnType<typeof createUsers>>

const createUsers = () =>
  portal.seed(async (db) => {
    const lab = await createUser(db, 'lab')
    const center = await createCenter(db, { lab_id: lab })
    return {
      ...{ lab, center },
      admin: await createUser(db, 'admin'),
      colleague: await createUser(db, 'admin', { email: 'colleague@mail.example' }),
      rep: await createUser(db, 'sales_rep'),
      manager: await createUser(db, 'sales_manager'),
      patient: await createPatient(db, { harvest_center_id: center }),
      stranger: await createUser(db, 'lab'),
    }
  })

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await createUsers()
})
afterAll(() => portal.close())

const edit = async (editor: number, id: number, body: UserEdit) => (await portal.as(editor)).patch(`/api/v1/users/${id}/`, body)
const lastEvent = async (type: string, subject: number) => {
  const text = `select actor_id, patient_id, before, after
     from audit_log
     where domain_id = $1
       and type = $2
       and subject_id = $3
     order by id desc
     limit 1`
  return (await portal.owner.query(text, [portal.domainId, type, subject])).rows[0]
}
const createOwnPatient = () => portal.seed((db) => createPatient(db, { harvest_center_id: ids.center }))
const noticesOf = async (id: number) =>
  (await portal.owner.query('select title, path from notices where user_id = $1 order by id', [id])).rows
const NOT_EDITABLE = ['You may not change this.']

describe('PATCH /api/v1/users/{id}/', () => {
  test('lets users edit their own contact data and audits the old and new values', async () => {
    const patient = await createOwnPatient()
    const answer = await edit(patient, patient, { first_name: 'Noor', city: 'Oslo', company: '' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: 'Record has been updated!', first_name: 'Noor', city: 'Oslo' },
    ])
    expect(await lastEvent('account.changed', patient)).toEqual({
      actor_id: patient,
      patient_id: patient,
      before: { first_name: 'Test', city: '' },
      after: { first_name: 'Noor', city: 'Oslo' },
    })
  })

  test('audits nothing when no value changes', async () => {
    const patient = await createOwnPatient()
    expect((await edit(patient, patient, { first_name: 'Test' })).statusCode).toBe(200)
    expect(await lastEvent('account.changed', patient)).toBeUndefined()
  })

  test.each<[string, keyof typeof ids, UserEdit, string[]]>([
    [
      'the tags, center and lab record of a patient by itself',
      'patient',
      { tags: [1], harvest_center_id: null, number_times_qc_done: 3 },
      ['tags', 'harvest_center_id', 'number_times_qc_done'],
    ],
    [
      'the rep, lab and template of a center by itself',
      'center',
      { saless_rep_id: null, lab_id: null, template_id: 'x' },
      ['saless_rep_id', 'lab_id', 'template_id'],
    ],
    ['the manager of a rep by itself', 'rep', { sales_manager_id: null }, ['sales_manager_id']],
  ])('refuses to change %s, and changes no other field', async (_, editor, body, fields) => {
    const answer = await edit(ids[editor], ids[editor], { ...body, first_name: 'Changed' })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      Object.fromEntries(fields.map((field) => [field, NOT_EDITABLE])),
    ])
    expect((await (await portal.as(ids[editor])).get(`/api/v1/users/${ids[editor]}/`)).json().first_name).toBe('Test')
  })

  test('lets an admin set the rep and lab of a center, and its patients follow', async () => {
    const [center, patient] = await portal.seed(async (db) => {
      const center = await createCenter(db)
      return [center, await createPatient(db, { harvest_center_id: center })]
    })
    const answer = await edit(ids.admin, center, { saless_rep_id: ids.rep, lab_id: ids.lab, tags: [2] })
    expect(answer.json()).toMatchObject({ saless_rep_id: ids.rep, lab_id: ids.lab, tags: [2] })
    expect((await (await portal.as(ids.admin)).get(`/api/v1/users/${patient}/`)).json().saless_rep_id).toBe(ids.rep)
    expect([(await noticesOf(ids.rep)).at(-1), (await noticesOf(ids.lab)).at(-1)]).toEqual([
      { title: 'A new harvest center', path: `/users/${center}` },
      { title: 'A new harvest center', path: `/users/${center}` },
    ])
  })

  test('notifies the new owner of a rep or manager, but not of unchanged, removed or patient assignments', async () => {
    const [rep, manager, distributor] = await portal.seed(async (db) => [
      await createUser(db, 'sales_rep'),
      await createUser(db, 'sales_manager'),
      await createUser(db, 'sales_distributor'),
    ])
    for (const sales_manager_id of [manager, manager, null]) await edit(ids.admin, rep as number, { sales_manager_id })
    await edit(ids.admin, manager as number, { sales_distributor_id: distributor })
    await edit(ids.admin, await createOwnPatient(), { saless_rep_id: rep })
    expect(await noticesOf(manager as number)).toEqual([{ title: 'A new sales rep in your team', path: `/users/${rep}` }])
    expect(await noticesOf(distributor as number)).toEqual([
      { title: 'A new sales manager in your team', path: `/users/${manager}` },
    ])
    expect(await noticesOf(rep as number)).toEqual([])
  })

  test('lets an admin set the center to which a patient was referred, and that center sees the patient', async () => {
    const [patient, center] = await portal.seed(async (db) => [await createPatient(db), await createCenter(db)])
    const referredPatients = async () =>
      (await (await portal.as(center)).get(`/api/v1/harvest-centers/${center}/referral-patients/`)).json().results
    expect(await referredPatients()).toEqual([])
    const answer = await edit(ids.admin, patient, { referred_center_id: center })
    expect(answer.json()).toMatchObject({ referral_hc_desc: [{ id: center }] })
    expect(await referredPatients()).toMatchObject([{ id: patient }])
    for (const referred_center_id of [ids.lab, 999_999])
      expect((await edit(ids.admin, patient, { referred_center_id })).json().errors).toEqual({
        referred_center_id: ['Choose an active harvest center.'],
      })
    expect((await edit(patient, patient, { referred_center_id: null })).json().errors).toEqual({
      referred_center_id: NOT_EDITABLE,
    })
    expect((await edit(ids.admin, patient, { referred_center_id: null })).json()).toMatchObject({ referral_hc_desc: [] })
    expect(await referredPatients()).toEqual([])
  })

  test('refuses assignments that the membership of the user does not have', async () => {
    const answer = await edit(ids.admin, ids.rep, { lab_id: ids.lab, date_vials_ready_to_ship: null })
    expect(answer.json().errors).toEqual({ lab_id: NOT_EDITABLE, date_vials_ready_to_ship: NOT_EDITABLE })
    expect((await edit(ids.admin, ids.rep, { sales_manager_id: ids.manager })).json().sales_manager_id).toBe(ids.manager)
  })

  test('refuses ids of inactive users, of other kinds and other domains, and unknown tags', async () => {
    const [elsewhere, inactive] = [
      await portal.seedOther((db) => createUser(db, 'sales_rep')),
      await portal.seed((db) => createUser(db, 'sales_rep', { active: false })),
    ]
    for (const saless_rep_id of [elsewhere, inactive, ids.lab, 999_999]) {
      const answer = await edit(ids.admin, ids.center, { saless_rep_id, tags: [77] })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { saless_rep_id: ['Choose an active sales rep.'] }])
    }
    expect((await edit(ids.admin, ids.center, { tags: [77] })).json().errors).toEqual({ tags: ['Choose from the list of tags.'] })
  })

  test('lets an admin change other fields of another admin, but not the email', async () => {
    expect((await edit(ids.admin, ids.colleague, { phone_number: '555 010 2233', tags: [1] })).statusCode).toBe(200)
    const answer = await edit(ids.admin, ids.colleague, { email: 'mine@mail.example' })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { email: NOT_EDITABLE }])
  })

  test('refuses an email of the domain in any letter case', async () => {
    const { id } = await createAccount(portal)
    const answer = await edit(id, id, { email: 'Colleague@MAIL.example', password_current: PASSWORD })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'duplicate_email', errors: { email: ['A user with this email already exists.'] } },
    ])
  })

  test('ends password links to the old email, and mails a new link to an account without a password', async () => {
    const patient = await portal.seed(async (db) => {
      const id = await createPatient(db)
      await makePasswordLink(db, id, 'welcome')
      return id
    })
    expect((await edit(ids.admin, patient, { email: 'moved@mail.example' })).statusCode).toBe(200)
    await portal.runJobs()
    const links = await portal.owner.query('select used_at is null as open from password_links where user_id = $1 order by id', [
      patient,
    ])
    expect(links.rows).toEqual([{ open: false }, { open: true }])
    const mails = await portal.owner.query(
      `select subject from mail_outbox where domain_id = $1 and recipient = 'moved@mail.example'`,
      [portal.domainId],
    )
    expect(mails.rows).toEqual([{ subject: 'Your account is ready' }])
  })

  test('refuses an empty company of a center', async () => {
    const answer = await edit(ids.center, ids.center, { company: '' })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { company: ['This field is required.'] }])
  })

  test('is refused to viewers who may not edit, and does not find the user for others', async () => {
    expect((await edit(ids.center, ids.patient, { first_name: 'X' })).statusCode).toBe(409)
    expect((await edit(ids.stranger, ids.patient, { number_times_qc_done: 1 })).statusCode).toBe(404)
    expect((await edit(ids.rep, ids.patient, { first_name: 'X' })).statusCode).toBe(404)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await theirs.patch(`/api/v1/users/${ids.patient}/`, { first_name: 'X' })).statusCode).toBe(404)
  })

  test.each<[string, Record<string, unknown>]>([
    ['first_name', { first_name: '' }],
    ['email', { email: 'nonsense' }],
    ['city', { city: 'a\u0000b' }],
    ['number_times_qc_done', { number_times_qc_done: -1 }],
    ['date_adipose_received_by_lab', { date_adipose_received_by_lab: '2026-02-30' }],
    ['stemcell_plating_successful', { stemcell_plating_successful: 3 }],
  ])('refuses an invalid %s and names the field', async (field, body) => {
    const answer = await edit(ids.admin, ids.patient, body)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})

describe('PATCH /api/v1/users/{id}/ in an impersonated session', () => {
  test('changes a template only when an admin impersonates the center', async () => {
    const path = `/api/v1/users/${ids.center}/`
    const { template_id } = await portal.seed((db) => createTemplate(db))
    const byAdmin = await (await portal.asImpersonator(ids.center, ids.admin)).patch(path, { template_id })
    expect(byAdmin.json()).toMatchObject({ message: 'Record has been updated!', template_id })
    for (const caller of [await portal.as(ids.center), await portal.as(ids.admin)]) {
      expect((await caller.patch(path, { template_id: 'tpl-x' })).json().errors).toEqual({ template_id: NOT_EDITABLE })
    }
    const { rows } = await portal.owner.query(
      `select actor_id, impersonator_id from audit_log
       where domain_id = $1 and type = 'account.changed' and subject_id = $2 order by id desc limit 1`,
      [portal.domainId, ids.center],
    )
    expect(rows).toEqual([{ actor_id: ids.center, impersonator_id: ids.admin }])
  })

  test('refuses a template that is no usable attestation of the domain or the center, and clears it with a blank', async () => {
    const path = `/api/v1/users/${ids.center}/`
    const inside = await portal.asImpersonator(ids.center, ids.admin)
    const own = await portal.seed((db) => createTemplate(db, { center_id: ids.center }))
    const refused = await portal.seed(async (db) => [
      await createTemplate(db, { is_active: false }),
      await createTemplate(db, { document_group: 'storage' }),
      await createTemplate(db, { type: 4 }),
      await createTemplate(db, { center_id: await createCenter(db) }),
    ])
    const theirs = await portal.seedOther((db) => createTemplate(db))
    expect((await inside.patch(path, { template_id: own.template_id })).json()).toMatchObject({ template_id: own.template_id })
    for (const template_id of ['abc', ...[...refused, theirs].map((template) => template.template_id)])
      for (const answer of [
        await inside.patch(path, { template_id }),
        await inside.put(path, { template_id }),
        await inside.post(`/api/v1/users/update/${ids.center}/`, { template_id }),
      ])
        expect([answer.statusCode, answer.json().errors]).toEqual([422, { template_id: ['This template cannot be used here.'] }])
    await portal.owner.query('update templates set is_active = false where template_id = $1', [own.template_id])
    const kept = await inside.patch(path, { template_id: own.template_id, first_name: 'Rosa' })
    expect(kept.json(), 'an unchanged choice is no new one').toMatchObject({ template_id: own.template_id, first_name: 'Rosa' })
    expect((await inside.patch(path, { template_id: '' })).json()).toMatchObject({ template_id: null })
  })

  test('refuses a new email of a center by staff and admins inside it', async () => {
    const staff = await portal.seed(async (db) => {
      const staff_id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id, center_id: ids.center }).execute()
      return staff_id
    })
    const inside = [await portal.asImpersonator(ids.center, staff, 'staff'), await portal.asImpersonator(ids.center, ids.admin)]
    for (const caller of inside) {
      const answer = await caller.patch(`/api/v1/users/${ids.center}/`, { email: 'inside@mail.example' })
      expect(answer.json().errors).toEqual({ email: NOT_EDITABLE })
    }
  })
})

describe('PATCH /api/v1/users/{id}/ by two editors', () => {
  test('refuses the second edit of the same version and keeps the first', async () => {
    const patient = await createOwnPatient()
    const { version } = (await (await portal.as(ids.admin)).get(`/api/v1/users/${patient}/`)).json()
    const first = await edit(ids.lab, patient, { number_times_qc_done: 2, version })
    expect(first.json().version).toBeGreaterThan(version)
    const second = await edit(ids.admin, patient, { number_times_qc_done: 5, first_name: 'Late', version })
    expect([second.statusCode, second.json().code]).toEqual([409, 'conflict'])
    const third = await edit(ids.admin, patient, { first_name: 'Late', version: first.json().version })
    expect(third.json()).toMatchObject({ first_name: 'Late', number_times_qc_done: 2 })
    expect((await edit(ids.lab, patient, { number_times_qc_done: 9, version: first.json().version })).statusCode).toBe(409)
  })

  test('accepts one of twenty simultaneous edits of the same version', async () => {
    const patient = await createOwnPatient()
    const admin = await portal.as(ids.admin)
    const { version } = (await admin.get(`/api/v1/users/${patient}/`)).json()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => admin.patch(`/api/v1/users/${patient}/`, { last_name: `Editor ${n}`, version })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  })
})
