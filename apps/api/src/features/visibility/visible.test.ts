/** A tie gives access only while it exists and both of its users are active. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drawLabelPdf } from '#api/adapters/carrier/embedded/label.ts'
import { aLabelOrder } from '#api/adapters/carrier/orders.fixture.ts'
import { inDomain } from '#api/db/transaction.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { multipartForm } from '#api/testing/multipart-form.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createCenterWithTies } from './visible.fixture.ts'
import { patientsSeenBy } from './visible.queries.ts'

let portal: TestPortal
let admin: TestClient
let adminId: number
let ties: Awaited<ReturnType<typeof createCenterWithTies>>
beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  ties = await portal.seed(createCenterWithTies)
})

const deactivate = async (id: number) => expect((await admin.get(`/api/v1/users/set/inactive/${id}/`)).statusCode).toBe(200)
const activate = async (id: number) => expect((await admin.get(`/api/v1/users/set/active/${id}/`)).statusCode).toBe(200)
const assignStaff = async (...centers: number[]) =>
  expect((await admin.patch(`/api/v1/hc-staff/${ties.staff}/`, { staff_hc_ids: centers.join(',') })).statusCode).toBe(200)

const PATIENTS = '/api/v1/users/patient/list/'
const REQUESTS = '/api/v1/fedex-requests/'
const VIALS = '/api/v1/vials/'
const statusFor = async (reader: number, path: string) => (await (await portal.as(reader)).get(path)).statusCode
const statusesOf = async (client: TestClient, paths: string[]) => [
  ...new Set(await Promise.all(paths.map(async (path) => (await client.get(path)).statusCode))),
]
const listOf = async (client: TestClient, path: string) => {
  const { count, results } = (await client.get(path)).json()
  return [count, results.map(({ id }: { id: number }) => id)]
}
const listIds = async (reader: number, path: string) => listOf(await portal.as(reader), path)

/** The pages of a center that its staff may open. */
const pagesOfStaff = () => [
  `/api/v1/users/${ties.patient}/`,
  `/api/v1/users/${ties.center}/`,
  `/api/v1/users/patient/${ties.patient}/timeline/`,
  `/api/v1/vials-history/user/${ties.patient}/`,
  `/api/v1/vials/find/${ties.vial.code}/`,
  `/api/v1/transactions/${ties.sale}/`,
  `/api/v1/harvest-centers/${ties.center}/patients/`,
  `/api/v1/harvest-centers/${ties.center}/patientList/`,
  `/api/v1/harvest-centers/${ties.center}/referral-patients/`,
  `/api/v1/harvest-centers/${ties.center}/transactions-history/`,
  `/api/v1/harvest-centers/${ties.center}/transactions-history/processing-fee/`,
  `/api/v1/hc-staff/auth-profile/${ties.center}/`,
]
const seenByStaff = async () => {
  const staff = await portal.as(ties.staff)
  return {
    pages: await statusesOf(staff, pagesOfStaff()),
    patients: await listOf(staff, PATIENTS),
    requests: await listOf(staff, REQUESTS),
  }
}
const allSeen = () => ({ pages: [200], patients: [2, [ties.keeper, ties.patient]], requests: [1, [ties.request]] })
const nothingSeen = { pages: [404], patients: [0, []], requests: [0, []] }

/** Attaches a label to the request. Returns the path of the file. */
async function attachLabel(): Promise<string> {
  const pdf = await drawLabelPdf(aLabelOrder(1), { trackingNumber: 'SIM1', trackingLink: 'https://carrier.example/SIM1' })
  const { payload, type } = multipartForm([
    ['file', { bytes: pdf, name: 'a.pdf', type: 'application/pdf' }],
    ['filename', 'a.pdf'],
    ['type', 'fedexlabel'],
  ])
  const headers = { domain: 'acme', authorization: `Token ${await portal.tokenOf(adminId)}`, 'content-type': type }
  const answer = await portal.app.inject({ method: 'POST', url: `${REQUESTS}process-file/`, payload, headers })
  const label = { tracking_number: 'SIM1', tracking_link: 'https://carrier.example/SIM1', pdf_file: answer.json().filename }
  expect((await admin.patch(`${REQUESTS}${ties.request}/`, label)).statusCode).toBe(200)
  return `/media/fedex-label/${label.pdf_file}`
}

describe('a staff user removed from a center', () => {
  test('reads nothing of the center, not even own payments, until it is assigned again', async () => {
    expect(await seenByStaff()).toEqual(allSeen())
    await assignStaff()
    expect(await seenByStaff()).toEqual(nothingSeen)
    await assignStaff(ties.center)
    expect(await seenByStaff()).toEqual(allSeen())
  })

  test('reads payments of another workplace only, and hides no sale from the center, the patient, the rep and admins', async () => {
    const other = await portal.seed(createCenterWithTies)
    await portal.owner.query('update transactions set hc_staff_id = $2, payer_id = $2 where id = $1', [other.sale, ties.staff])
    await assignStaff(other.center)
    expect(await statusFor(ties.staff, `/api/v1/transactions/${other.sale}/`)).toBe(200)
    expect(await statusFor(ties.staff, `/api/v1/transactions/${ties.sale}/`)).toBe(404)
    for (const reader of [ties.center, ties.patient, ties.rep, adminId])
      expect(await statusFor(reader, `/api/v1/transactions/${ties.sale}/`)).toBe(200)
  })

  test('opens no label of the center, neither with a session nor with an old link', async () => {
    const file = await attachLabel()
    const linkFor = async (by: TestClient) => (await by.get(`${REQUESTS}${ties.request}/label-link/`)).json().link as string
    const own = await linkFor(await portal.as(ties.staff))
    const inCenter = await linkFor(await portal.asImpersonator(ties.center, ties.staff, 'staff'))
    const ofCenter = await linkFor(await portal.as(ties.center))
    const linkStatuses = () =>
      Promise.all([own, inCenter, ofCenter].map(async (link) => (await portal.guest.get(link)).statusCode))
    expect([await statusFor(ties.staff, file), await linkStatuses()]).toEqual([200, [200, 200, 200]])
    await assignStaff()
    expect([await statusFor(ties.staff, file), await linkStatuses()]).toEqual([404, [404, 404, 200]])
    await deactivate(ties.center)
    expect(await linkStatuses()).toEqual([404, 404, 404])
  })
})

describe('a deactivated center', () => {
  test('is hidden from its staff with all its data until it is activated again, and for good when it is removed', async () => {
    await deactivate(ties.center)
    expect(await seenByStaff()).toEqual(nothingSeen)
    expect((await (await portal.as(ties.staff)).get(`/api/v1/users/${ties.staff}/`)).json().staff_hc_ids).toEqual([])
    await activate(ties.center)
    expect(await seenByStaff()).toEqual(allSeen())
    await deactivate(ties.center)
    expect((await admin.delete(`/api/v1/users/delete-inactive/${ties.center}/`)).statusCode).toBe(200)
    expect(await seenByStaff()).toEqual(nothingSeen)
    expect(await listIds(ties.lab, PATIENTS)).toEqual([0, []])
  })

  test('lets staff queries use the center indexes instead of reading all patients', async () => {
    // Without triggers: nobody else reads these rows.
    await portal.owner.query(`
      begin;
      set local session_replication_role = replica;
      insert into users (domain_id, id, memberships, email)
      select ${portal.domainId}, 100000 + n, '{4}', 'other-' || n || '@mail.example'
      from generate_series(1, 100) n;
      insert into users (domain_id, id, memberships, email, harvest_center_id)
      select ${portal.domainId}, 200000 + n, '{2}', 'of-' || n || '@mail.example', 100001 + n % 100
      from generate_series(1, 2000) n;
      commit;
      analyze users`)
    const plan = await inDomain(portal.pool, portal.domainId, async (db) => {
      const seen = db.selectFrom('users').select('users.id').where('users.domain_id', '=', db.domainId)
      return seen.where(patientsSeenBy({ id: ties.staff, role: 'hc_staff' })).explain()
    })
    for (const index of ['users_by_center', 'users_by_referred_center']) expect(JSON.stringify(plan)).toContain(index)
  })

  test('does not hide patients referred to another center of the same staff', async () => {
    const other = await portal.seed(createCenterWithTies)
    const shared = await portal.seed((db) =>
      createPatient(db, { harvest_center_id: ties.center, referred_center_id: other.center }),
    )
    await assignStaff(ties.center, other.center)
    await deactivate(ties.center)
    expect(await listIds(ties.staff, PATIENTS)).toEqual([3, [shared, other.keeper, other.patient]])
    await deactivate(other.center)
    expect(await listIds(ties.staff, PATIENTS)).toEqual([0, []])
    await activate(ties.center)
    expect(await listIds(ties.staff, PATIENTS)).toEqual([3, [shared, ties.keeper, ties.patient]])
  })

  test('is hidden from its lab, and its vials keep their positions until it is activated again', async () => {
    const pages = [
      `/api/v1/users/${ties.patient}/`,
      `/api/v1/users/${ties.center}/`,
      `/api/v1/vials/find/${ties.vial.code}/`,
      `/api/v1/vials/trace/${ties.keeper}/`,
      `/api/v1/harvest-centers/${ties.center}/patients/`,
      `/api/v1/processing-labs/${ties.lab}/harvestcenter/${ties.center}/patients/`,
    ]
    const lab = await portal.as(ties.lab)
    const seen = async () => {
      const answer = (await lab.get('/api/v1/dashboards/lab/')).json()
      const { harvest_centers, due, overdue, due_this_week, ...figures } = answer
      const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)
      return {
        pages: await statusesOf(lab, pages),
        patients: (await listOf(lab, PATIENTS))[0],
        found: (await listOf(lab, `${PATIENTS}?search=whitfield`))[0],
        vials: (await listOf(lab, VIALS))[0],
        released: (await listOf(lab, `${VIALS}?state=released`))[0],
        scanned: (await listOf(lab, `${VIALS}?search=${ties.vial.code}`))[0],
        dashboard: [
          harvest_centers,
          due.length,
          overdue + due_this_week,
          sum(figures.patients_by_stage),
          sum(figures.vials_by_state),
        ],
      }
    }
    const vialPosition = async () =>
      (await portal.owner.query('select place, position from vials where id = $1', [ties.vial.id])).rows[0]
    const store = { place: 'Tank 1', vials: [{ id: ties.vial.id, position: 'A1' }] }
    expect((await lab.post(`${VIALS}store/`, store)).statusCode).toBe(200)
    const before = await seen()
    expect(before).toMatchObject({ pages: [200], patients: 2, found: 1, vials: 2, released: 2, scanned: 1 })
    expect(before.dashboard).toEqual([1, 1, 1, 2, 2])

    await deactivate(ties.center)
    expect(await seen()).toEqual({
      ...{ pages: [404], patients: 0, found: 0, vials: 0, released: 0, scanned: 0 },
      dashboard: [0, 0, 0, 0, 0],
    })
    const entry = { user: ties.patient, type: 'added', quantity: 1, date: '2026-03-01' }
    expect((await lab.post('/api/v1/vials-history/', entry)).statusCode).toBe(422)
    expect((await admin.get(`${VIALS}?search=${ties.vial.code}`)).json().count, 'to an admin').toBe(1)

    await activate(ties.center)
    expect([await seen(), await vialPosition()]).toEqual([before, { place: 'Tank 1', position: 'A1' }])
  })

  test('does not notify its lab of vials that an admin puts on hold', async () => {
    const holdVial = () => admin.post(`${VIALS}move/`, { vials: [ties.vial.id], to: 'held', reason: 'The seal is broken' })
    const releaseVial = () => admin.post(`${VIALS}move/`, { vials: [ties.vial.id], to: 'released' })
    const countNotices = async () => (await (await portal.as(ties.lab)).get('/api/v1/notices/')).json().count
    await deactivate(ties.center)
    expect([(await holdVial()).statusCode, await countNotices()]).toEqual([200, 0])
    await activate(ties.center)
    expect([(await releaseVial()).statusCode, (await holdVial()).statusCode, await countNotices()]).toEqual([200, 200, 1])
  })

  test('does not hide patients from themselves, the referral center, the rep and admins', async () => {
    await deactivate(ties.center)
    expect(await statusFor(ties.patient, `/api/v1/users/${ties.patient}/`)).toBe(200)
    expect(await statusFor(ties.patient, `/api/v1/transactions/${ties.sale}/`)).toBe(200)
    for (const reader of [ties.referral, ties.rep])
      expect(await listIds(reader, PATIENTS)).toEqual([2, [ties.keeper, ties.patient]])
    expect((await (await portal.as(ties.rep)).get(PATIENTS)).body).not.toContain('Whitfield')
    for (const path of [`/api/v1/users/${ties.center}/`, `/api/v1/harvest-centers/${ties.center}/transactions-history/`])
      expect((await admin.get(path)).statusCode).toBe(200)
  })
})

describe('a deactivated lab', () => {
  test('does not exist for its observer and its centers', async () => {
    const list = `/api/v1/processing-labs/${ties.lab}/harvestcenters/`
    const seen = () => Promise.all([ties.observer, ties.center].map((reader) => statusFor(reader, list)))
    expect(await seen()).toEqual([200, 200])
    await deactivate(ties.lab)
    expect(await seen()).toEqual([404, 404])
  })
})
