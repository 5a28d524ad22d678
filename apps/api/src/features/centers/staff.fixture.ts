/** Centers of two domains, and staff users for them, for the tests of who works where. */
import { aCenter, aUser } from '#api/testing/factories.ts'
import { type Caller, type TestPortal, testPortal } from '#api/testing/portal.ts'

interface Names {
  first_name?: string
  last_name?: string
  active?: boolean
}

export async function staffPortal() {
  const portal = await testPortal()
  const ids = await portal.arrange(async (db) => ({
    admin: await aUser(db, 'admin'),
    north: await aCenter(db, { company: 'North Clinic', email: 'desk@north.example' }),
    south: await aCenter(db, { company: 'South Practice' }),
    closed: await aCenter(db, { company: 'Closed Clinic', active: false }),
  }))
  const theirs = await portal.arrangeOther(async (db) => ({
    admin: await aUser(db, 'admin'),
    center: await aCenter(db),
    staff: await aUser(db, 'hc_staff'),
  }))
  /** A staff user of these centers. */
  const aStaff = (centers: number[], names: Names = {}) =>
    portal.arrange(async (db) => {
      const staff_id = await aUser(db, 'hc_staff', names)
      const rows = centers.map((center_id) => ({ domain_id: db.domainId, staff_id, center_id }))
      if (rows.length > 0) await db.insertInto('staff_centers').values(rows).execute()
      return staff_id
    })
  return { portal, ids, theirs, aStaff, admin: await portal.as(ids.admin) }
}
export type StaffPortal = Awaited<ReturnType<typeof staffPortal>>

/** A session of the staff user in a center, and the one of its own from which it entered. */
export async function entered(portal: TestPortal, staff: number, center: number): Promise<{ within: Caller; own: Caller }> {
  const own = await portal.as(staff)
  const answer = await own.get(`/api/v1/hc-staff/auth-profile/${center}/`)
  return { within: portal.caller('acme', answer.json().token), own }
}
