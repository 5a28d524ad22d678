import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createLocation, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let center: number
let admin: number
beforeAll(async () => {
  portal = await startTestPortal()
  center = await portal.seed(async (db) => {
    const id = await createCenter(db)
    for (const name of ['First', 'Second', 'Third'])
      await createLocation(db, id, { location_name: name, is_default: name === 'Second' })
    return id
  })
  admin = await portal.seed((db) => createUser(db, 'admin'))
})
afterAll(() => portal.close())

const path = (id: number | string) => `/api/v1/locations/user/${id}/`

describe('GET /api/v1/locations/user/{id}/', () => {
  test("returns a center's locations, the default first", async () => {
    const answer = await (await portal.as(center)).get(path(center))
    expect(answer.statusCode).toBe(200)
    expect(answer.json().map((each: { location_name: string }) => each.location_name)).toEqual(['Second', 'First', 'Third'])
    expect(answer.json()[0]).toEqual({
      id: expect.any(Number),
      user: center,
      location_name: 'Second',
      address1: '1 Main St',
      address2: '',
      city: 'Miami',
      state_desc: 'Florida',
      country_desc: 'United States',
      zip_code: '33101',
      template_id: null,
      default: true,
    })
  })

  test("returns any user's locations to an admin, and audits a read of a patient's", async () => {
    const patient = await portal.seed(async (db) => {
      const id = await createPatient(db)
      await createLocation(db, id)
      return id
    })
    expect((await (await portal.as(admin)).get(path(center))).json()).toHaveLength(3)
    expect((await (await portal.as(admin)).get(path(patient))).json()).toHaveLength(1)
    const { rows } = await portal.owner.query(`select patient_id from audit_log where type = 'patient.seen' and actor_id = $1`, [
      admin,
    ])
    expect(rows.map((row) => row.patient_id)).toEqual([patient])
  })

  test("returns a center's locations to a staff session in the center, but not to the staff user", async () => {
    const staff = await portal.seed(async (db) => {
      const id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: id, center_id: center }).execute()
      return id
    })
    expect((await (await portal.asImpersonator(center, staff, 'staff')).get(path(center))).json()).toHaveLength(3)
    expect((await (await portal.as(staff)).get(path(center))).statusCode).toBe(404)
    expect((await (await portal.as(staff)).get(path(staff))).json()).toEqual([])
  })

  test('returns 404 to other users and domains, and for an invalid id', async () => {
    const [stranger, otherAdmin] = [
      await portal.seed((db) => createCenter(db)),
      await portal.seedOther((db) => createUser(db, 'admin')),
    ]
    expect((await (await portal.as(stranger)).get(path(center))).statusCode).toBe(404)
    expect((await (await portal.asOther(otherAdmin)).get(path(center))).statusCode).toBe(404)
    expect((await (await portal.as(admin)).get(path(987654321))).statusCode).toBe(404)
    expect((await (await portal.as(admin)).get(path('mine'))).statusCode).toBe(404)
  })

  test('refuses guests and observers', async () => {
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await portal.guest.get(path(center))).statusCode).toBe(401)
    expect((await (await portal.as(observer)).get(path(observer))).statusCode).toBe(403)
  })
})
