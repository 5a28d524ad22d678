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
let at: Awaited<ReturnType<typeof createCenterWithTies>>
beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  at = await portal.seed(createCenterWithTies)
})

const deactivate = async (id: number) => expect((await admin.get(`/api/v1/users/set/inactive/${id}/`)).statusCode).toBe(200)
const activate = async (id: number) => expect((await admin.get(`/api/v1/users/set/active/${id}/`)).statusCode).toBe(200)
const assignStaff = async (...centers: number[]) =>
  expect((await admin.patch(`/api/v1/hc-staff/${at.staff}/`, { staff_hc_ids: centers.join(',') })).statusCode).toBe(200)

const PATIENTS = '/api/v1/users/patient/list/'
const REQUESTS = '/api/v1/fedex-requests/'
const VIALS = '/api/v1/vials/'
const statusFor = async (who: number, path: string) => (await (await portal.as(who)).get(path)).statusCode
const listed = async (who: number, path: string) => {
  const { count, results } = (await (await portal.as(who)).get(path)).json()
  return [count, results.map(({ id }: { id: number }) => id)]
}

/** The pages of a center that its staff may open. */
const pagesOfStaff = () => [
  `/api/v1/users/${at.patient}/`,
  `/api/v1/users/${at.center}/`,
  `/api/v1/users/patient/${at.patient}/timeline/`,
  `/api/v1/vials-history/user/${at.patient}/`,
  `/api/v1/vials/find/${at.vial.code}/`,
  `/api/v1/transactions/${at.sale}/`,
  `/api/v1/harvest-centers/${at.center}/patients/`,
  `/api/v1/harvest-centers/${at.center}/patientList/`,
  `/api/v1/harvest-centers/${at.center}/referral-patients/`,
  `/api/v1/harvest-centers/${at.center}/transactions-history/`,
  `/api/v1/harvest-centers/${at.center}/transactions-history/processing-fee/`,
  `/api/v1/hc-staff/auth-profile/${at.center}/`,
]
const statusesForStaff = async () => Promise.all(pagesOfStaff().map((path) => statusFor(at.staff, path)))
const seenByStaff = async () => ({
  pages: [...new Set(await statusesForStaff())],
  patients: await listed(at.staff, PATIENTS),
  requests: await listed(at.staff, REQUESTS),
})
const allSeen = () => ({ pages: [200], patients: [2, [at.keeper, at.patient]], requests: [1, [at.request]] })
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
  expect((await admin.patch(`${REQUESTS}${at.request}/`, label)).statusCode).toBe(200)
  return `/media/fedex-label/${label.pdf_file}`
}

describe('a staff user removed from a center', () => {
  test('reads nothing of the center, not even own payments, until it is assigned again', async () => {
    expect(await seenByStaff()).toEqual(allSeen())
    await assignStaff()
    expect(await seenByStaff()).toEqual(nothingSeen)
    await assignStaff(at.center)
    expect(await seenByStaff()).toEqual(allSeen())
  })

  test('does not hide the sale from the center, the patient, the rep and admins', async () => {
    await assignStaff()
    for (const who of [at.center, at.patient, at.rep, adminId])
      expect(await statusFor(who, `/api/v1/transactions/${at.sale}/`)).toBe(200)
  })

  test('reads its payments for another center that it works for', async () => {
    const other = await portal.seed(createCenterWithTies)
    await portal.owner.query('update transactions set hc_staff_id = $2, payer_id = $2 where id = $1', [other.sale, at.staff])
    await assignStaff(other.center)
    expect(await statusFor(at.staff, `/api/v1/transactions/${other.sale}/`)).toBe(200)
    expect(await statusFor(at.staff, `/api/v1/transactions/${at.sale}/`)).toBe(404)
  })

  test('opens no label of the center, neither with a session nor with an old link', async () => {
    const file = await attachLabel()
    const linkFor = async (by: TestClient) => (await by.get(`${REQUESTS}${at.request}/label-link/`)).json().link as string
    const own = await linkFor(await portal.as(at.staff))
    const inCenter = await linkFor(await portal.asImpersonator(at.center, at.staff, 'staff'))
    const ofCenter = await linkFor(await portal.as(at.center))
    const opened = () => Promise.all([own, inCenter, ofCenter].map(async (link) => (await portal.guest.get(link)).statusCode))
    expect([await statusFor(at.staff, file), await opened()]).toEqual([200, [200, 200, 200]])
    await assignStaff()
    expect([await statusFor(at.staff, file), await opened()]).toEqual([404, [404, 404, 200]])
    await deactivate(at.center)
    expect(await opened()).toEqual([404, 404, 404])
  })
})

describe('a deactivated center', () => {
  test('is hidden from its staff with all its data until it is activated again', async () => {
    await deactivate(at.center)
    expect(await seenByStaff()).toEqual(nothingSeen)
    expect((await (await portal.as(at.staff)).get(`/api/v1/users/${at.staff}/`)).json().staff_hc_ids).toEqual([])
    await activate(at.center)
    expect(await seenByStaff()).toEqual(allSeen())
  })

  test('lets staff queries use the center indexes instead of reading all patients', async () => {
    const domain = [portal.domainId]
    await portal.owner.query(
      `insert into users (domain_id, memberships, email)
       select $1, '{4}', 'other-' || n || '@mail.example'
       from generate_series(1, 100) n`,
      domain,
    )
    await portal.owner.query(
      `insert into users (domain_id, memberships, email, harvest_center_id)
       select $1, '{2}', 'of-' || c.id || '-' || n || '@mail.example', c.id
       from users c, generate_series(1, 20) n
       where c.domain_id = $1
         and c.email like 'other-%'`,
      domain,
    )
    await portal.owner.query('analyze users')
    const plan = await inDomain(portal.pool, portal.domainId, async (db) => {
      const seen = db.selectFrom('users').select('users.id').where('users.domain_id', '=', db.domainId)
      return seen.where(patientsSeenBy({ id: at.staff, role: 'hc_staff' })).explain()
    })
    for (const index of ['users_by_center', 'users_by_referred_center']) expect(JSON.stringify(plan)).toContain(index)
  })

  test('stays hidden when it is removed', async () => {
    await deactivate(at.center)
    expect((await admin.delete(`/api/v1/users/delete-inactive/${at.center}/`)).statusCode).toBe(200)
    expect(await seenByStaff()).toEqual(nothingSeen)
    expect(await listed(at.lab, PATIENTS)).toEqual([0, []])
  })

  test('does not hide patients referred to another center of the same staff', async () => {
    const other = await portal.seed(createCenterWithTies)
    const shared = await portal.seed((db) =>
      createPatient(db, { harvest_center_id: at.center, referred_center_id: other.center }),
    )
    await assignStaff(at.center, other.center)
    await deactivate(at.center)
    expect(await listed(at.staff, PATIENTS)).toEqual([3, [shared, other.keeper, other.patient]])
    await deactivate(other.center)
    expect(await listed(at.staff, PATIENTS)).toEqual([0, []])
    await activate(at.center)
    expect(await listed(at.staff, PATIENTS)).toEqual([3, [shared, at.keeper, at.patient]])
  })

  test('is hidden from its lab, and its vials keep their positions until it is activated again', async () => {
    const pages = [
      `/api/v1/users/${at.patient}/`,
      `/api/v1/users/${at.center}/`,
      `/api/v1/vials/find/${at.vial.code}/`,
      `/api/v1/vials/trace/${at.keeper}/`,
      `/api/v1/harvest-centers/${at.center}/patients/`,
      `/api/v1/processing-labs/${at.lab}/harvestcenter/${at.center}/patients/`,
    ]
    const seen = async () => {
      const { harvest_centers, due, overdue, due_this_week, ...figures } = (
        await (await portal.as(at.lab)).get('/api/v1/dashboards/lab/')
      ).json()
      const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)
      return {
        pages: [...new Set(await Promise.all(pages.map((path) => statusFor(at.lab, path))))],
        patients: (await listed(at.lab, PATIENTS))[0],
        found: (await listed(at.lab, `${PATIENTS}?search=whitfield`))[0],
        vials: (await listed(at.lab, VIALS))[0],
        released: (await listed(at.lab, `${VIALS}?state=released`))[0],
        scanned: (await listed(at.lab, `${VIALS}?search=${at.vial.code}`))[0],
        dashboard: [
          harvest_centers,
          due.length,
          overdue + due_this_week,
          sum(figures.patients_by_stage),
          sum(figures.vials_by_state),
        ],
      }
    }
    const stored = async () => (await portal.owner.query('select place, position from vials where id = $1', [at.vial.id])).rows[0]
    const store = { place: 'Tank 1', vials: [{ id: at.vial.id, position: 'A1' }] }
    expect((await (await portal.as(at.lab)).post(`${VIALS}store/`, store)).statusCode).toBe(200)
    const before = await seen()
    expect(before).toMatchObject({ pages: [200], patients: 2, found: 1, vials: 2, released: 2, scanned: 1 })
    expect(before.dashboard).toEqual([1, 1, 1, 2, 2])

    await deactivate(at.center)
    expect(await seen()).toEqual({
      ...{ pages: [404], patients: 0, found: 0, vials: 0, released: 0, scanned: 0 },
      dashboard: [0, 0, 0, 0, 0],
    })
    const entry = { user: at.patient, type: 'added', quantity: 1, date: '2026-03-01' }
    expect((await (await portal.as(at.lab)).post('/api/v1/vials-history/', entry)).statusCode).toBe(422)
    expect((await admin.get(`${VIALS}?search=${at.vial.code}`)).json().count, 'to an admin').toBe(1)

    await activate(at.center)
    expect([await seen(), await stored()]).toEqual([before, { place: 'Tank 1', position: 'A1' }])
  })

  test('does not notify its lab of vials that an admin puts on hold', async () => {
    const hold = () => admin.post(`${VIALS}move/`, { vials: [at.vial.id], to: 'held', reason: 'The seal is broken' })
    const resume = () => admin.post(`${VIALS}move/`, { vials: [at.vial.id], to: 'released' })
    const countNotices = async () => (await (await portal.as(at.lab)).get('/api/v1/notices/')).json().count
    await deactivate(at.center)
    expect([(await hold()).statusCode, await countNotices()]).toEqual([200, 0])
    await activate(at.center)
    expect([(await resume()).statusCode, (await hold()).statusCode, await countNotices()]).toEqual([200, 200, 1])
  })

  test('does not hide patients from themselves, the referral center, the rep and admins', async () => {
    await deactivate(at.center)
    expect(await statusFor(at.patient, `/api/v1/users/${at.patient}/`)).toBe(200)
    expect(await statusFor(at.patient, `/api/v1/transactions/${at.sale}/`)).toBe(200)
    for (const who of [at.referral, at.rep]) expect(await listed(who, PATIENTS)).toEqual([2, [at.keeper, at.patient]])
    expect((await (await portal.as(at.rep)).get(PATIENTS)).body).not.toContain('Whitfield')
    for (const path of [`/api/v1/users/${at.center}/`, `/api/v1/harvest-centers/${at.center}/transactions-history/`])
      expect((await admin.get(path)).statusCode).toBe(200)
  })
})

describe('a deactivated lab', () => {
  test('does not exist for its observer and its centers', async () => {
    const list = `/api/v1/processing-labs/${at.lab}/harvestcenters/`
    const seen = () => Promise.all([at.observer, at.center].map((who) => statusFor(who, list)))
    expect(await seen()).toEqual([200, 200])
    await deactivate(at.lab)
    expect(await seen()).toEqual([404, 404])
  })
})
