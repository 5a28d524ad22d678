/** Centers of two domains, and staff users for them, for the tests of who works where. */
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

interface Names {
  first_name?: string
  last_name?: string
  active?: boolean
}

export async function staffPortal() {
  const portal = await startTestPortal()
  const ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin'),
    north: await createCenter(db, { company: 'North Clinic', email: 'desk@north.example' }),
    south: await createCenter(db, { company: 'South Practice' }),
    closed: await createCenter(db, { company: 'Closed Clinic', active: false }),
  }))
  const theirs = await portal.seedOther(async (db) => ({
    admin: await createUser(db, 'admin'),
    center: await createCenter(db),
    staff: await createUser(db, 'hc_staff'),
  }))
  /** A staff user of these centers. */
  const aStaff = (centers: number[], names: Names = {}) =>
    portal.seed(async (db) => {
      const staff_id = await createUser(db, 'hc_staff', names)
      const rows = centers.map((center_id) => ({ domain_id: db.domainId, staff_id, center_id }))
      if (rows.length > 0) await db.insertInto('staff_centers').values(rows).execute()
      return staff_id
    })
  return { portal, ids, theirs, aStaff, admin: await portal.as(ids.admin) }
}
export type StaffPortal = Awaited<ReturnType<typeof staffPortal>>

/** A session of the staff user in a center, and the one of its own from which it entered. */
export async function entered(
  portal: TestPortal,
  staff: number,
  center: number,
): Promise<{ within: TestClient; own: TestClient }> {
  const own = await portal.as(staff)
  const answer = await own.get(`/api/v1/hc-staff/auth-profile/${center}/`)
  return { within: portal.clientFor('acme', answer.json().token), own }
}
