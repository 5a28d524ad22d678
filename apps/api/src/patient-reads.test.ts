/**
 * Every call that answers patient data writes an audit entry, even if it changes nothing. The calls come from the contract:
 * a new call is tested automatically, and fails here until the table below can make it.
 */
import { contract } from '@vialdesk/contract'
import type { Call } from '@vialdesk/contract/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRequest } from '#api/features/shipping/requests.fixture.ts'
import { aSale } from '#api/features/transactions/sales.fixture.ts'
import { showsPatients } from '#api/platform/patient-reads.ts'
import { aCenter, aLocation, aPatient, aUser, next, vialsAdded } from '#api/testing/factories.ts'
import { type Caller, type TestPortal, testPortal } from '#api/testing/portal.ts'

const calls = (Object.values(contract) as Record<string, Call>[]).flatMap((feature) => Object.values(feature))
const byAddress = calls.map((call) => [call.address, call] as const)

let portal: TestPortal
let shared: Ids
beforeAll(async () => {
  portal = await testPortal()
  shared = await arrange()
})
afterAll(() => portal.close())

/** A patient with all data that calls may show, under a unique name. */
async function arrange() {
  const surname = `Zebulonsky${next()}`
  const ids = await portal.arrange(async (db) => {
    const distributor = await aUser(db, 'sales_distributor')
    const manager = await aUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const rep = await aUser(db, 'sales_rep', { sales_manager_id: manager })
    const lab = await aUser(db, 'lab', { phone_number: '775 555 0100' })
    await db
      .updateTable('users')
      .set({ address1: '1 Lab Way', city: 'Reno', state_desc: 'Nevada', country_desc: 'United States', zip_code: '89501' })
      .where('domain_id', '=', db.domainId)
      .where('id', '=', lab)
      .execute()
    const center = await aCenter(db, { sales_rep_id: rep, lab_id: lab, phone_number: '512 555 0100' })
    const referral = await aUser(db, 'referral_harvest_center', { sales_rep_id: rep })
    const ties = { harvest_center_id: center, referral_harvest_center_id: referral, referred_center_id: center }
    const lateRecord = {
      ...{ estimated_date_vials_ready_to_ship: '2020-01-01', estimated_date_manual: true },
      stemcell_plating_initiated_date: '2019-12-01',
    }
    const patient = await aPatient(db, { last_name: surname, ...ties })
    const inactive = await aPatient(db, { last_name: surname, harvest_center_id: center, active: false })
    const late = await aPatient(db, { last_name: surname, harvest_center_id: center }, lateRecord)
    const entry = await vialsAdded(db, patient, 2)
    const sale = { patient_id: patient, sales_rep_id: rep }
    return {
      ...{ surname, distributor, manager, rep, lab, center, referral, patient, inactive, late, entry },
      sale: await aSale(db, { ...sale, payer_id: center, harvest_center_id: center }),
      referredSale: await aSale(db, { ...sale, payer_id: referral, referral_harvest_center_id: referral }),
      request: await aRequest(db, { center_id: center, patients: [patient] }),
      location: await aLocation(db, patient),
      admin: await aUser(db, 'admin'),
    }
  })
  const { rows } = await portal.owner.query('select id, code from vials where user_id = $1 order by id', [ids.patient])
  return { ...ids, vial: Number(rows[0].id), code: rows[0].code as string }
}
type Ids = Awaited<ReturnType<typeof arrange>>

const address = { address1: '1 Main St', city: 'Miami', state_desc: 'Florida', country_desc: 'United States', zip_code: '33101' }
const tracked = { tracking_number: '7946', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=7946' }
const labelFor = (ids: Ids) => ({
  ...{ harvest_center: ids.center, harvest_center_email: 'desk@clinic.example', harvest_center_representative: 'Ruth' },
  ...{ patients_ids: String(ids.late), ...address },
})

interface Way {
  /** The id in the path; the patient by default. */
  id?: (ids: Ids) => number
  body?: (ids: Ids) => Record<string, unknown>
  /** The caller; an admin by default. */
  by?: (ids: Ids) => Promise<Caller>
  /** A call that the same caller makes before. */
  after?: string
}

/** Calls that need other values than the defaults. By default an admin makes a call about the patient. */
const ways: Record<string, Way> = {
  'GET /auth/session/': { by: ({ patient, admin }) => portal.inside(patient, admin) },
  'POST /api/v1/users/login-as-user/': { body: ({ patient }) => ({ user_id: patient }) },
  'PATCH /api/v1/users/{id}/': { body: ({ surname }) => ({ last_name: surname }) },
  'PUT /api/v1/users/{id}/': { body: ({ surname }) => ({ last_name: surname }) },
  'POST /api/v1/users/update/{id}/': { body: ({ surname }) => ({ last_name: surname }) },
  'GET /api/v1/users/set/active/{id}/': { id: ({ inactive }) => inactive },
  'GET /api/v1/harvest-centers/{id}/patients/': { id: ({ center }) => center },
  'GET /api/v1/harvest-centers/{id}/patientList/': { id: ({ center }) => center },
  'GET /api/v1/harvest-centers/{id}/referral-patients/': { id: ({ center }) => center },
  'GET /api/v1/harvest-centers/referral/{id}/patients/': { id: ({ referral }) => referral },
  'GET /api/v1/harvest-centers/{id}/referral/patientList/': { id: ({ referral }) => referral },
  'GET /api/v1/sales-managers/{id}/patients/': { id: ({ manager }) => manager },
  'GET /api/v1/sales-distributors/{id}/patients/': { id: ({ distributor }) => distributor },
  'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/': { id: ({ lab }) => lab },
  'POST /api/v1/vials-history/': {
    body: ({ patient }) => ({ user: patient, type: 'added', quantity: 1, date: '2026-03-01' }),
  },
  'PATCH /api/v1/vials-history/{id}/': { id: ({ entry }) => entry },
  'POST /api/v1/vials/': { body: ({ patient }) => ({ user: patient, quantity: 1 }) },
  'POST /api/v1/vials/move/': { body: ({ vial }) => ({ vials: [vial], to: 'held', reason: 'A look' }) },
  'POST /api/v1/vials/store/': { body: ({ vial }) => ({ place: '', vials: [{ id: vial }] }) },
  'GET /api/v1/transactions/{id}/': { id: ({ sale }) => sale },
  'GET /api/v1/sales-rep/{id}/my-transactions/': { id: ({ rep }) => rep },
  'GET /api/v1/harvest-centers/{id}/transactions-history/': { id: ({ center }) => center },
  'GET /api/v1/harvest-centers/{id}/transactions-history/processing-fee/': { id: ({ center }) => center },
  'GET /api/v1/rhc-association/{id}/transactions-history/processing-fee/': { id: ({ referral }) => referral },
  'POST /api/v1/locations/': { body: ({ patient }) => ({ user: patient, ...address }) },
  'PATCH /api/v1/locations/{id}/': { id: ({ location }) => location },
  'POST /api/v1/fedex-requests/': { body: labelFor },
  'PATCH /api/v1/fedex-requests/{id}/': { id: ({ request }) => request, body: () => tracked },
  'POST /api/v1/fedex-requests/{id}/make-label/': { id: ({ request }) => request, body: ({ lab }) => ({ lab_id: lab }) },
  'POST /api/v1/fedex-requests/{id}/check-label/': { id: ({ request }) => request },
  'POST /api/v1/fedex-requests/{id}/cancel-label/': {
    id: ({ request }) => request,
    after: 'POST /api/v1/fedex-requests/{id}/make-label/',
  },
  'GET /api/v1/dashboards/harvest-center/': { by: ({ center }) => portal.as(center) },
  'GET /api/v1/dashboards/lab/': { by: ({ lab }) => portal.as(lab) },
  'GET /api/v1/dashboards/patient/': { by: ({ patient, admin }) => portal.inside(patient, admin) },
}

/** Calls that answer a user's own row or that of a center, never a patient's row to another user. */
const neverOfOthers = ['POST /auth/login/', 'GET /api/v1/hc-staff/auth-profile/{id}/']

function make(call: Call, caller: Caller, ids: Ids) {
  const way = ways[call.address] ?? {}
  const url = call.path
    .replace('{code}', ids.code)
    .replace('{identifier}', 'acme')
    .replace('{invoice_id}', 'V-999999')
    .replace('{hc_id}', () => String(ids.center))
    .replace('{id}', () => String((way.id ?? (({ patient }) => patient))(ids)))
  if (call.method === 'GET') return caller.get(url)
  if (call.method === 'DELETE') return caller.delete(url)
  const send = { POST: caller.post, PUT: caller.put, PATCH: caller.patch }[call.method]
  return send(url, way.body?.(ids) ?? {})
}

async function madeBy(call: Call) {
  const ids = call.writes && showsPatients(call) ? await arrange() : shared
  const { by, after } = ways[call.address] ?? {}
  const caller = await (by ?? (({ admin }) => portal.as(admin)))(ids)
  const first = calls.find((each) => each.address === after)
  if (first) expect((await make(first, caller, ids)).statusCode).toBe(200)
  const before = await portal.owner.query('select coalesce(max(id), 0) as last from audit_log where domain_id = $1', [
    portal.domainId,
  ])
  const answer = await make(call, caller, ids)
  const { rows } = await portal.owner.query(
    `select 1 from audit_log where domain_id = $1 and id > $2 and (patient_id = any($3) or subject_id = any($3)
       or type in ('patients.listed', 'accounts.exported')) limit 1`,
    [portal.domainId, before.rows[0].last, [ids.patient, ids.inactive, ids.late]],
  )
  return { ids, answer, isAudited: rows.length > 0 }
}

test('finds many calls to try', () => {
  expect(calls.filter(showsPatients).length).toBeGreaterThan(40)
})

// A live stream does not end; it only contains the number of unread notices.
describe.each(byAddress.filter(([, { streams }]) => streams !== 'text/event-stream'))('%s', (address, call) => {
  test(
    showsPatients(call) && !neverOfOthers.includes(address) ? 'is audited' : 'shows no patient without an audit entry',
    async () => {
      const { ids, answer, isAudited } = await madeBy(call)
      const shown =
        answer.statusCode < 300 && (answer.body.includes(ids.surname) || answer.body.includes(`"patient":${ids.patient},`))
      if (shown) expect(isAudited).toBe(true)
      if (!showsPatients(call) || neverOfOthers.includes(address)) return
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      expect(isAudited).toBe(true)
    },
  )
})
