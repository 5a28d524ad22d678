/** Centers of two domains and their staff users, for the tests of staff assignments. */
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

interface StaffValues {
  first_name?: string
  last_name?: string
  active?: boolean
}

export async function startStaffPortal() {
  const portal = await startTestPortal()
  const ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin'),
    north: await createCenter(db, { company: 'North Clinic', email: 'desk@north.example' }),
    south: await createCenter(db, { company: 'South Practice' }),
    closed: await createCenter(db, { company: 'Closed Clinic', active: false }),
  }))
  const other = await portal.seedOther(async (db) => ({
    admin: await createUser(db, 'admin'),
    center: await createCenter(db),
    staff: await createUser(db, 'hc_staff'),
  }))
  /** Creates a staff user of these centers. */
  const createStaff = (centers: number[], names: StaffValues = {}) =>
    portal.seed(async (db) => {
      const staff_id = await createUser(db, 'hc_staff', names)
      const rows = centers.map((center_id) => ({ domain_id: db.domainId, staff_id, center_id }))
      if (rows.length > 0) await db.insertInto('staff_centers').values(rows).execute()
      return staff_id
    })
  return { portal, ids, other, createStaff, admin: await portal.as(ids.admin) }
}
export type StaffPortal = Awaited<ReturnType<typeof startStaffPortal>>

/** A staff user enters a center: `own` is its parent session, `inCenter` the child session in the center. */
export async function enterCenter(
  portal: TestPortal,
  staff: number,
  center: number,
): Promise<{ inCenter: TestClient; own: TestClient }> {
  const own = await portal.as(staff)
  const answer = await own.get(`/api/v1/hc-staff/auth-profile/${center}/`)
  return { inCenter: portal.clientFor('acme', answer.json().token), own }
}
