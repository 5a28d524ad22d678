import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddedVials, createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
let ids: Awaited<ReturnType<typeof createUsers>>

/** A patient, the users who may see it, and strangers who may not. */
const createUsers = () =>
  portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
    const lab = await createUser(db, 'lab')
    const center = await createCenter(db, { sales_rep_id: rep, lab_id: lab, company: 'Northside Clinic', template_id: 'tpl-1' })
    const referral = await createUser(db, 'referral_harvest_center', { sales_rep_id: rep })
    const patient = await createPatient(
      db,
      {
        harvest_center_id: center,
        referral_harvest_center_id: referral,
        first_name: 'Pat',
        last_name: 'Quill',
        email: 'pat@mail.example',
        phone_number: '+1 555 0100',
        address1: '1 Long Road',
      },
      { date_adipose_shipped_to_lab: '2026-01-05', number_times_qc_done: 0 },
    )
    await createAddedVials(db, patient, 7)
    const staff = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    return {
      ...{ distributor, manager, rep, lab, center, referral, patient, staff },
      admin: await createUser(db, 'admin'),
      strangers: [
        await createUser(db, 'lab'),
        await createCenter(db),
        await createUser(db, 'sales_rep'),
        await createPatient(db),
        await createUser(db, 'hc_staff'),
      ],
    }
  })

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await createUsers()
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

const readUser = async (reader: number, id: number) => (await portal.as(reader)).get(`/api/v1/users/${id}/`)

describe('GET /api/v1/users/{id}/', () => {
  test('shows an admin the person, the lab record, the vial counts and the centers of a patient', async () => {
    expect((await readUser(ids.admin, ids.patient)).json()).toMatchObject({
      subscription_id: 2,
      domain: portal.domainId,
      username: 'Pat Quill',
      email: 'pat@mail.example',
      subscription: 2,
      membership: [{ id: 2, name: 'General Member' }],
      saless_rep_id: ids.rep,
      hc_desc: [{ id: ids.center, company: 'Northside Clinic', template_id: 'tpl-1' }],
      rhc_desc: [{ id: ids.referral }],
      referral_hc_desc: [],
      date_adipose_shipped_to_lab: '2026-01-05',
      estimated_date_manual: false,
      vials_available: 7,
      vials_shipped: 0,
      stage: 'stored',
      active: true,
      can: { edit: true, edit_lab_record: true, edit_vials: true },
    })
  })

  test.each(['center', 'referral', 'lab', 'staff', 'patient'] as const)(
    'shows the person to the %s of the patient',
    async (reader) => {
      const user = (await readUser(ids[reader], ids.patient)).json()
      expect(user).toMatchObject({ first_name: 'Pat', email: 'pat@mail.example', phone_number: '+1 555 0100', stage: 'stored' })
      expect(user.can).toEqual({ edit: reader === 'patient', edit_lab_record: reader === 'lab', edit_vials: reader === 'lab' })
    },
  )

  test.each(['rep', 'manager', 'distributor'] as const)(
    'shows the %s the stage of a patient, but not the person',
    async (reader) => {
      const answer = await readUser(ids[reader], ids.patient)
      expect(answer.json()).toMatchObject({ id: ids.patient, stage: 'stored', vials_available: 7, hc_desc: [{ id: ids.center }] })
      expect(answer.body).not.toMatch(
        /Pat|Quill|pat@mail|555 0100|Long Road|first_name|"username"|phone_number|address1|last_login/,
      )
      const [center] = answer.json().hc_desc
      expect(center.company).toBe('Northside Clinic')
    },
  )

  test('does not find a patient for users without a tie to it', async () => {
    for (const stranger of ids.strangers) expect((await readUser(stranger, ids.patient)).statusCode).toBe(404)
  })

  test('has lab fields for patients only', async () => {
    const center = (await readUser(ids.rep, ids.center)).json()
    expect(center).toMatchObject({ company: 'Northside Clinic', saless_rep_id: ids.rep })
    expect(center).not.toHaveProperty('stage')
    expect(center).not.toHaveProperty('vials_available')
  })

  test('shows a signed document to the center and admins only, and the centers of a staff user to admins', async () => {
    const around = [ids.rep, ids.manager, ids.lab, ids.referral, ids.staff]
    await portal.seed(async (db) => {
      const link = { domain_id: db.domainId, referral_center_id: ids.referral, center_id: ids.center }
      await db.insertInto('referral_centers').values(link).execute()
    })
    for (const reader of around) {
      const center = (await readUser(reader, ids.center)).json()
      expect(center).toMatchObject({ id: ids.center, company: 'Northside Clinic' })
      expect(center, `to ${reader}`).not.toHaveProperty('document_id')
    }
    for (const reader of [ids.center, ids.admin])
      expect((await readUser(reader, ids.center)).json()).toHaveProperty('document_id')
    expect((await readUser(ids.center, ids.staff)).json()).not.toHaveProperty('staff_hc_ids')
    expect((await readUser(ids.admin, ids.staff)).json().staff_hc_ids).toEqual([ids.center])
  })

  test('shows a staff user its own centers', async () => {
    expect((await readUser(ids.staff, ids.staff)).json().staff_hc_ids).toEqual([ids.center])
  })

  test('finds an inactive user for admins only', async () => {
    const inactive = await portal.seed((db) => createPatient(db, { harvest_center_id: ids.center, active: false }))
    expect((await readUser(ids.admin, inactive)).json()).toMatchObject({ active: false, stage: 'registered' })
    expect((await readUser(ids.center, inactive)).statusCode).toBe(404)
  })

  test('does not find users of another domain', async () => {
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await theirs.get(`/api/v1/users/${ids.patient}/`)).statusCode).toBe(404)
  })

  test.each(['0', 'x', '1.5', '99999999999999999999'])('does not find a user by the invalid id %s', async (id) => {
    expect((await admin.get(`/api/v1/users/${id}/`)).statusCode).toBe(404)
  })

  test('audits each view of a patient, but not the own view of the patient', async () => {
    const auditedViewers = async () =>
      (
        await portal.owner.query(
          `select actor_id from audit_log where domain_id = $1 and type = 'patient.seen' and patient_id = $2 order by id`,
          [portal.domainId, patient],
        )
      ).rows.map((row) => row.actor_id)
    const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: ids.center }))
    await readUser(patient, patient)
    expect(await auditedViewers()).toEqual([])
    await readUser(ids.center, patient)
    expect(await auditedViewers()).toEqual([ids.center])
  })
})

describe('POST /api/v1/users/email-exists/', () => {
  const emailExists = async (email: string, caller = portal.guest) =>
    (await caller.post('/api/v1/users/email-exists/', { email })).json()
  test('finds a used email in any letter case and with spaces around it', async () => {
    expect(await emailExists('PAT@mail.example ')).toEqual({ exists: true })
    expect(await emailExists('nobody@mail.example')).toEqual({ exists: false })
  })
  test('does not find an email of another domain', async () => {
    expect(await emailExists('pat@mail.example', portal.clientFor('globex'))).toEqual({ exists: false })
  })
  test('refuses an invalid email and names the field', async () => {
    const answer = await portal.guest.post('/api/v1/users/email-exists/', { email: 'nonsense' })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { email: ['Enter a valid email address.'] }])
  })
})

describe('GET /api/v1/memberships/', () => {
  test('returns the memberships to guests', async () => {
    const memberships = (await portal.guest.get('/api/v1/memberships/')).json()
    expect(memberships.slice(0, 2)).toEqual([
      { id: 1, name: 'Lab' },
      { id: 2, name: 'General Member' },
    ])
  })
})

describe('GET /api/v1/user-tags/', () => {
  test('returns the tags of the own domain to every signed-in user', async () => {
    await portal.seedOther((db) => db.insertInto('tags').values({ domain_id: db.domainId, id: 9, label: 'Theirs' }).execute())
    const tags = (await (await portal.as(ids.patient)).get('/api/v1/user-tags/')).json()
    expect(tags).toContainEqual({ id: 1, label: 'Vial ordering' })
    expect(tags).not.toContainEqual({ id: 9, label: 'Theirs' })
    expect((await portal.guest.get('/api/v1/user-tags/')).statusCode).toBe(401)
  })
})
