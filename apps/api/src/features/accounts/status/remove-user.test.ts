import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rememberDevice } from '#api/features/sessions/open-session.commands.ts'
import { makePasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createAddedVials, createCenter, createPatient, createUser, nextNumber, type UserValues } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const PASSWORD = 'a password of theirs'
let portal: TestPortal
let admin: TestClient
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())

const remove = (id: number, caller = admin) => caller.delete(`/api/v1/users/delete-inactive/${id}/`)
const rowOf = async (id: number) =>
  (await portal.owner.query('select email, password_hash, active, removed_at, last_name from users where id = $1', [id])).rows[0]
const removalEvents = async (id: number) =>
  (
    await portal.owner.query(
      `select actor_id, before, after
       from audit_log
       where domain_id = $1
         and type = 'account.removed'
         and subject_id = $2`,
      [portal.domainId, id],
    )
  ).rows
const inactiveValues = { active: false, last_name: 'Verygone' }
const createInactive = async (values: UserValues = {}) => {
  const email = `gone-${nextNumber()}@mail.example`
  return { email, id: await portal.seed((db) => createPatient(db, { ...inactiveValues, email, ...values })) }
}

describe('DELETE /api/v1/users/delete-inactive/{id}/', () => {
  test('deletes an unused account with its contact and notification rows', async () => {
    const { id, email } = await createInactive()
    await portal.seed(async (db) => {
      await makePasswordLink(db, id, 'welcome')
      const place = { address1: '1 Road', city: 'Oslo', state_desc: '', country_desc: 'Norway', is_default: true }
      await db.insertRow('locations', { user_id: id, ...place })
      await db.insertRow('invoices', { id: `V-9${nextNumber()}`, user_id: id })
    })
    const before = (await admin.get('/api/v1/users/all/inactive/')).json().count
    const answer = await remove(id)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'The user has been removed from the system.' }])
    expect(await rowOf(id)).toBeUndefined()
    expect((await admin.get('/api/v1/users/all/inactive/')).json().count).toBe(before - 1)
    expect((await portal.guest.post('/api/v1/users/email-exists/', { email })).json()).toEqual({ exists: false })
    expect(await removalEvents(id)).toEqual([{ actor_id: adminId, before: null, after: { deleted: true } }])
  })

  test('deletes staff and referral centers together with their ties', async () => {
    const [staff, referral] = await portal.seed(async (db) => {
      const staff = await createUser(db, 'hc_staff', inactiveValues)
      const referral = await createUser(db, 'referral_harvest_center', inactiveValues)
      const center_id = await createCenter(db)
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id }).execute()
      const tie = { domain_id: db.domainId, referral_center_id: referral, center_id }
      await db.insertInto('referral_centers').values(tie).execute()
      return [staff, referral]
    })
    for (const id of [staff, referral]) {
      expect((await remove(id)).statusCode).toBe(200)
      expect(await rowOf(id)).toBeUndefined()
    }
  })

  const kept: [string, () => Promise<number>][] = [
    ['a patient with vials', async () => inactiveWith((id, db) => createAddedVials(db, id, 4))],
    [
      'a patient with values in the lab record',
      () => portal.seed((db) => createPatient(db, inactiveValues, { number_times_qc_done: 1 })),
    ],
    [
      'a patient with an edited and emptied lab record',
      () => portal.seed((db) => createPatient(db, inactiveValues, { version: 3 })),
    ],
    ['a patient with a payment', async () => inactiveWith((id, db) => createSale(db, { payer_id: id, patient_id: id }))],
    ['a patient with a document', async () => inactiveWith((id, db) => createDocument(db, { patient_id: id }))],
    [
      'a user who requested a document',
      async () => inactiveWith((id, db) => createDocument(db, { requested_by: id, patient_name: 'Gus Lind' })),
    ],
    ['a rep with centers', () => portal.seed(async (db) => createTiedRow(db, await createUser(db, 'sales_rep', inactiveValues)))],
    ['a center with patients', () => portal.seed(async (db) => ofCenter(db, await createCenter(db, inactiveValues)))],
    ['a user that has ever logged in', async () => (await createInactive({ last_login: '2026-01-01T10:00:00Z' })).id],
  ]
  type Db = Parameters<typeof createAddedVials>[0]
  const inactiveWith = (add: (id: number, db: Db) => Promise<unknown>) =>
    portal.seed(async (db) => {
      const id = await createPatient(db, inactiveValues)
      await add(id, db)
      return id
    })
  const createTiedRow = async (db: Db, rep: number) => {
    await createCenter(db, { sales_rep_id: rep })
    return rep
  }
  const ofCenter = async (db: Db, center: number) => {
    await createPatient(db, { harvest_center_id: center })
    return center
  }

  test.each(kept)('keeps the row of %s, but shows it on no screen', async (_, arrange) => {
    const id = await arrange()
    expect((await remove(id)).statusCode).toBe(200)
    expect(await rowOf(id)).toMatchObject({ email: `removed:${id}`, password_hash: null, active: false, last_name: 'Verygone' })
    expect((await rowOf(id)).removed_at).not.toBeNull()
    expect(await removalEvents(id)).toMatchObject([{ after: { deleted: false } }])
    for (const path of [`/api/v1/users/${id}/`, `/api/v1/users/identifier/${id}/`, `/api/v1/users/set/active/${id}/`])
      expect((await admin.get(path)).statusCode).toBe(404)
    expect((await admin.patch(`/api/v1/users/${id}/`, { city: 'Oslo' })).statusCode).toBe(404)
    expect((await remove(id)).statusCode).toBe(404)
    for (const list of ['all/', 'all/inactive/']) {
      const { results } = (await admin.get(`/api/v1/users/${list}?search=${id}&limit=100`)).json()
      expect(results.map((row: { id: number }) => row.id)).not.toContain(id)
    }
  })

  test('keeps vials, sales and audit events with the name of the user', async () => {
    const { id } = await createInactive({ last_login: '2026-01-01T10:00:00Z' })
    await portal.seed(async (db) => {
      await createAddedVials(db, id, 6)
      await createSale(db, { payer_id: id, patient_id: id })
    })
    await remove(id)
    const { rows } = await portal.owner.query(
      `select (select sum(quantity)::int from vial_entries where user_id = $1) as vials,
        (select count(*)::int from transactions where patient_id = $1) as sales,
        (select count(*)::int from audit_log where subject_id = $1) as lines`,
      [id],
    )
    expect(rows).toEqual([{ vials: 6, sales: 1, lines: 1 }])
    expect((await admin.get(`/api/v1/transactions/?patient_id=${id}`)).body).toContain('Verygone')
  })

  test('keeps the documents of the user, which admins still open', async () => {
    const { id } = await createInactive()
    const signed = await portal.seed((db) => createDocument(db, { patient_id: id, status: 'Completed' }))
    await remove(id)
    const { rows } = await portal.owner.query('select patient_id, status, sealed_key from documents where id = $1', [signed.id])
    expect(rows).toEqual([{ patient_id: id, status: 'Completed', sealed_key: expect.any(String) }])
    const history = (await admin.get(`/api/v1/documents/${signed.id}/history/`)).json()
    expect(history.document).toMatchObject({ patient_desc: { id, last_name: 'Verygone' }, can: { open_pdf: true } })
    expect((await admin.get(`/api/v1/documents/${signed.id}/pdf-link/`)).statusCode).toBe(200)
  })

  test('leaves the email of a removed center out of answers about its patients', async () => {
    const [center, patient] = await portal.seed(async (db) => {
      const center = await createCenter(db, { active: false, company: 'Closed Clinic' })
      return [center, await createPatient(db, { harvest_center_id: center })]
    })
    await remove(center)
    const { hc_desc } = (await admin.get(`/api/v1/users/${patient}/`)).json()
    expect(hc_desc).toEqual([{ id: center, company: 'Closed Clinic', template_id: null, email: '' }])
  })

  test('erases all login data and frees the email for another account', async () => {
    const { id, email } = await createInactive({
      last_login: '2026-01-01T10:00:00Z',
      password_hash: await hashPassword(PASSWORD),
    })
    const { token } = await portal.seed(async (db) => {
      const twoStep = { domain_id: db.domainId, user_id: id, sealed_secret: Buffer.from('sealed'), confirmed_at: new Date() }
      await db.insertInto('two_step_sign_ins').values(twoStep).execute()
      await rememberDevice(db, id, undefined)
      return makePasswordLink(db, id, 'reset')
    })
    await portal.tokenOf(id)
    await portal.owner.query(`update sessions set ip = '192.0.2.7', user_agent = 'Firefox' where user_id = $1`, [id])
    await remove(id)
    const { rows } = await portal.owner.query(
      `select s.ended_at is not null as ended, s.ip, s.user_agent,
         (select count(*)::int from two_step_sign_ins where user_id = $1) as two_step_sign_ins,
         (select count(*)::int from known_devices where user_id = $1) as known_devices
       from sessions s
       where s.user_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ ended: true, ip: null, user_agent: null, two_step_sign_ins: 0, known_devices: 0 }])
    for (const login of [email, `removed:${id}`])
      expect((await portal.guest.post('/auth/login/', { email: login, password: PASSWORD })).statusCode).toBe(401)
    expect((await portal.guest.post('/auth/set-password/', { token, password: 'another password' })).statusCode).toBe(410)
    const again = await portal.seed((db) => createPatient(db, { email }))
    expect((await admin.get(`/api/v1/users/${again}/`)).json().email).toBe(email)
  })

  test('refuses to remove an active user', async () => {
    const { id } = await createInactive({ active: true })
    const answer = await remove(id)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Only an inactive user can be removed. Deactivate it first.',
    ])
    expect(await rowOf(id)).toMatchObject({ active: true })
  })

  test('either removes or activates a user when both happen at the same time', async () => {
    for (let n = 0; n < 4; n++) {
      const { id, email } = await createInactive(n % 2 ? { last_login: '2026-01-01T10:00:00Z' } : {})
      const answers = await Promise.all([remove(id), admin.get(`/api/v1/users/set/active/${id}/`)])
      const statuses = answers.map(({ statusCode }) => statusCode)
      const row = await rowOf(id)
      if (row?.active) expect([statuses, row.email]).toEqual([[409, 200], email])
      else expect([statuses, row?.email ?? `removed:${id}`]).toEqual([[200, 404], `removed:${id}`])
    }
  })

  test('removes a user once when ten requests arrive at the same time', async () => {
    const { id } = await createInactive({ last_login: '2026-01-01T10:00:00Z' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
    expect(await removalEvents(id)).toHaveLength(1)
  })

  test('is forbidden to other roles and does not find users of another domain', async () => {
    const { id, email } = await createInactive()
    expect((await remove(id, await portal.as(await portal.seed((db) => createUser(db, 'lab'))))).statusCode).toBe(403)
    expect((await remove(id, portal.guest)).statusCode).toBe(401)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const path of [id, 999_999, 'x']) expect((await remove(path as number, theirs)).statusCode).toBe(404)
    expect(await rowOf(id)).toMatchObject({ email })
  })
})
