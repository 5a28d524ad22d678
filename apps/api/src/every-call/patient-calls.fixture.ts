/** A patient with all data that calls may show, and an example request of each call of the contract for that patient. */

import type { Call } from '@vialdesk/contract/base/call'
import type { Role } from '@vialdesk/contract/base/roles'
import { productIds } from '@vialdesk/contract/money/products'
import type { Db } from '#api/db/db.ts'
import { createConversation } from '#api/demo/care/conversation-factory.ts'
import { checkoutForm, vialsForm } from '#api/features/checkout/checkout.fixture.ts'
import { createStatement } from '#api/features/commissions/commissions.fixture.ts'
import { createAttempt } from '#api/features/coupons/coupons.fixture.ts'
import { createRequestRow } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { createSale, type SaleValues } from '#api/features/transactions/transactions.fixture.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import {
  createAddedVials,
  createCenter,
  createLocation,
  createPatient,
  createShippedVials,
  createUser,
  nextNumber,
} from '#api/testing/factories.ts'
import { createSignUp } from '#api/testing/sign-up-factory.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'
import { arrangeMessages } from './patient-messages.fixture.ts'

const fullLabRecord = {
  ...{ date_adipose_shipped_to_lab: '2026-01-01', date_adipose_received_by_lab: '2026-01-02' },
  ...{ estimated_date_vials_ready_to_ship: '2026-03-13', date_vials_ready_to_ship: '2026-03-01' },
  ...{ stemcell_plating_initiated_date: '2026-01-03', stemcell_plating_successful: 1, number_times_qc_done: 1 },
  ...{ hla_typing_test: 1, infectious_testing_complete: 1 },
}

const overdueLabRecord = {
  ...{ estimated_date_vials_ready_to_ship: '2020-01-01', estimated_date_manual: true },
  stemcell_plating_initiated_date: '2019-12-01',
}
const labAddress = { address1: '1 Lab Way', city: 'Reno', state_desc: 'Nevada', country_desc: 'United States', zip_code: '89501' }
const referralFee = { product_id: productIds.referral_fee }

/** A patient with all data that calls may show and a unique last name, and a user of each role around the patient. */
export async function arrangePatient(portal: TestPortal) {
  // With an end, because one surname must not begin another.
  const surname = `Zebulonsky${nextNumber()}son`
  const ids = await portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
    const lab = await createUser(db, 'lab', { phone_number: '775 555 0100' })
    await db.updateTable('users').set(labAddress).where('domain_id', '=', db.domainId).where('id', '=', lab).execute()
    const center = await createCenter(db, { sales_rep_id: rep, lab_id: lab, phone_number: '512 555 0100' })
    const referral = await createUser(db, 'referral_harvest_center', { sales_rep_id: rep })
    const staff = await createUser(db, 'hc_staff')
    const domain_id = db.domainId
    await db.insertInto('staff_centers').values({ domain_id, staff_id: staff, center_id: center }).execute()
    await db.insertInto('referral_centers').values({ domain_id, referral_center_id: referral, center_id: center }).execute()
    const centers = { harvest_center_id: center, referral_harvest_center_id: referral, referred_center_id: center }
    const filled = { last_login: '2026-03-01T12:00:00Z', template_id: 'T-1', document_id: 'D-1', hc_logo: 'logo.png' }
    const patient = await createPatient(db, { last_name: surname, ...centers, ...filled, tags: [1] }, fullLabRecord)
    const inactive = await createPatient(db, { last_name: surname, harvest_center_id: center, active: false })
    const late = await createPatient(db, { last_name: surname, harvest_center_id: center }, overdueLabRecord)
    const entry = await createAddedVials(db, patient, 3)
    const shippedEntry = await createShippedVials(db, patient, 1)
    const line = { sales_rep_id: rep, sales_manager_id: manager, sales_distributor_id: distributor }
    const addresses = { billing: JSON.stringify({ city: 'Reno' }), shipping: JSON.stringify({ city: 'Austin' }) }
    const card = { card_brand: 'Visa', card_last4: '1111', shipping_date: '2026-03-02' }
    const sale = { patient_id: patient, hc_staff_id: staff, ...line, ...addresses, ...card }
    const saleId = await createSale(db, { ...sale, payer_id: center, harvest_center_id: center })
    await arrangeMessages(db, patient, center)
    await createSignUp(db, { rep_id: rep, center_id: center })
    return {
      statement: await createStatement(db, { distributor, manager, rep, center }),
      ...(await arrangeInvoices(db, { center, patient, sale: saleId })),
      ...{ surname, distributor, manager, rep, lab, center, referral, staff, patient, inactive, late, entry, shippedEntry },
      sale: saleId,
      referredSale: await createSale(db, { ...referralFee, ...sale, payer_id: referral, referral_harvest_center_id: referral }),
      ...(await arrangeOrder(db, { ...sale, payer_id: center, harvest_center_id: center })),
      request: await createRequestRow(db, { center_id: center, patients: [patient] }),
      referredRequest: await createRequestRow(db, { center_id: referral, patients: [patient] }),
      location: await createLocation(db, patient),
      conversation: await createConversation(db, { patient, center }, [
        { side: 'center', text: 'Come in at nine.', sent_at: '2026-03-01T12:00:00Z', author_id: staff },
      ]),
      observer: await createUser(db, 'observer', { lab_id: lab }),
      admin: await createUser(db, 'admin'),
      ...(await arrangeDocuments(db, { patient, center, referral, surname })),
    }
  })
  const { rows } = await portal.owner.query('select id, code from vials where user_id = $1 order by state, id', [ids.patient])
  return { ...ids, vial: Number(rows[0].id), code: rows[0].code as string }
}

/** An order of three vials, one of which was sent. */
async function arrangeOrder(db: Db, sale: SaleValues) {
  const order = await createSale(db, { ...sale, product_id: productIds.vials, quantity: 3, ships: true })
  const parcel = { request_id: crypto.randomUUID(), quantity: 1, shipped_on: '2026-03-02', tracking_number: '7946' }
  const { id: shipment } = await db
    .insertInto('shipments')
    .values({ ...parcel, domain_id: db.domainId, transaction_id: order })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { order, shipment }
}

/** Invoices that the center and the patient may pay, and one that the center has paid. */
async function arrangeInvoices(db: Db, { center, patient, sale }: { center: number; patient: number; sale: number }) {
  const reserve = async (user_id: number) => {
    const id = `P-${nextNumber()}`
    await db.insertInto('invoices').values({ domain_id: db.domainId, id, user_id }).execute()
    return id
  }
  const { invoice_id: paidInvoice } = await db
    .updateTable('checkout_attempts')
    .set({ status: 'approved', transaction_id: sale })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', await createAttempt(db, center))
    .returning('invoice_id')
    .executeTakeFirstOrThrow()
  return { paidInvoice, centerInvoice: await reserve(center), patientInvoice: await reserve(patient) }
}

interface DocumentParties {
  patient: number
  center: number
  referral: number
  surname: string
}
/** A document that waits for the patient, and the signed attestation of the center. */
async function arrangeDocuments(db: Db, { patient, center, referral, surname }: DocumentParties) {
  const signer = { patient_name: `Nora ${surname}`, patient_email: 'nora@patients.test' }
  const ofPatient = { ...signer, patient_id: patient, harvest_center_id: center, referral_center_id: referral }
  const { id: document, document_id: documentId } = await createDocument(db, { ...ofPatient, kind: 'processing' })
  for (const kind of ['attestation', 'storage'] as const) await createDocument(db, { ...ofPatient, kind, status: 'Completed' })
  await createDocument(db, { party: 'center', harvest_center_id: center, status: 'Completed' })
  const guest = await createDocument(db, { ...signer, harvest_center_id: center })
  return { document, documentId, guestDocument: guest.id }
}

/** The user of each role. */
export const byRole = ({ admin, lab, patient, observer, ...ids }: ArrangedIds): Record<Role, number> => ({
  ...{ admin, lab, patient, observer },
  ...{ harvest_center: ids.center, referral_harvest_center: ids.referral, hc_staff: ids.staff },
  ...{ sales_rep: ids.rep, sales_manager: ids.manager, sales_distributor: ids.distributor },
})
export type ArrangedIds = Awaited<ReturnType<typeof arrangePatient>>

/** Repeated for each role: the same request answers the same and sends nothing twice. */
const parcelOf = ({ order }: ArrangedIds) => ({
  request_id: `00000000-0000-4000-8000-${String(order).padStart(12, '0')}`,
  ...{ quantity: 1, shipped_on: '2026-03-02', tracking_number: '7946' },
})
const address = { address1: '1 Main St', city: 'Miami', state_desc: 'Florida', country_desc: 'United States', zip_code: '33101' }
const tracked = { tracking_number: '7946', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=7946' }
const labelFor = (ids: ArrangedIds) => ({
  ...{ harvest_center: ids.center, harvest_center_email: 'desk@clinic.example', harvest_center_representative: 'Ruth' },
  ...{ patients_ids: String(ids.late), unsigned_confirmed: true, ...address },
})

interface CallExample {
  /** The id in the path; by default that of the patient. */
  id?: (ids: ArrangedIds) => number
  body?: (ids: ArrangedIds) => Record<string, unknown>
  query?: (ids: ArrangedIds) => string
  /** The caller; by default an admin. */
  by?: (portal: TestPortal, ids: ArrangedIds) => Promise<TestClient>
  /** A call that the same caller makes first. */
  after?: string
}

/** Requests of the calls that need more than the defaults: an admin, the id of the patient, an empty body. */
export const callExamples: Record<string, CallExample> = {
  'GET /api/v1/notices/': { by: (portal, { center }) => portal.as(center) },
  'POST /api/v1/list-exports/': { body: () => ({ list: 'GET /api/v1/users/patient/list/' }) },
  'GET /auth/session/': { by: (portal, { patient, admin }) => portal.asImpersonator(patient, admin) },
  'POST /api/v1/users/login-as-user/': { body: ({ patient }) => ({ user_id: patient }) },
  'PATCH /api/v1/users/{id}/': { body: ({ surname }) => ({ last_name: surname }) },
  'PUT /api/v1/users/{id}/': { body: ({ surname }) => ({ last_name: surname }) },
  'POST /api/v1/users/update/{id}/': { body: ({ surname }) => ({ last_name: surname }) },
  'GET /api/v1/users/set/active/{id}/': { id: ({ inactive }) => inactive },
  'POST /api/v1/observers/': {
    body: ({ lab }) => ({ first_name: 'Olga', last_name: 'Berg', email: `new-${nextNumber()}@mail.example`, lab_id: lab }),
  },
  'PATCH /api/v1/observers/{id}/': { id: ({ observer }) => observer, body: ({ lab }) => ({ lab_id: lab }) },
  'GET /api/v1/hc-staff/auth-profile/{id}/': { id: ({ center }) => center },
  'GET /api/v1/harvest-centers/sales-rep/{id}/': { id: ({ rep }) => rep },
  'GET /api/v1/referral-harvest-centers/sales-rep/{id}/': { id: ({ rep }) => rep },
  'GET /api/v1/processing-labs/{id}/harvestcenters/': { id: ({ lab }) => lab },
  'GET /api/v1/hc-staff/{id}/staff-list/': { id: ({ center }) => center },
  'PATCH /api/v1/hc-staff/{id}/': { id: ({ staff }) => staff, body: ({ center }) => ({ staff_hc_ids: String(center) }) },
  'GET /api/v1/users/sales-rep/{id}/': { id: ({ rep }) => rep },
  'GET /api/v1/sales-rep/sales-manager/list/{id}/': { id: ({ manager }) => manager },
  'GET /api/v1/sales-distributors/{id}/sales-managers/': { id: ({ distributor }) => distributor },
  'GET /api/v1/sales-distributors/{id}/sales-rep/': { id: ({ distributor }) => distributor },
  'GET /api/v1/harvest-centers/{id}/patients/': { id: ({ center }) => center },
  'GET /api/v1/harvest-centers/{id}/patientList/': { id: ({ center }) => center },
  'GET /api/v1/harvest-centers/{id}/referral-patients/': { id: ({ center }) => center },
  'GET /api/v1/harvest-centers/referral/{id}/patients/': { id: ({ referral }) => referral },
  'GET /api/v1/harvest-centers/{id}/referral/patientList/': { id: ({ referral }) => referral },
  'GET /api/v1/sales-managers/{id}/patients/': { id: ({ manager }) => manager },
  'GET /api/v1/sales-distributors/{id}/patients/': { id: ({ distributor }) => distributor },
  'GET /api/v1/sales-rep/{id}/patients/': { id: ({ rep }) => rep },
  'GET /api/v1/processing-labs/{id}/patients/': { id: ({ lab }) => lab },
  'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/': { id: ({ lab }) => lab },
  'GET /api/v1/search/': { query: ({ surname }) => `search=${surname}` },
  'POST /api/v1/vials-history/': {
    body: ({ patient }) => ({ user: patient, type: 'added', quantity: 1, date: '2026-03-01' }),
  },
  'PATCH /api/v1/vials-history/{id}/': { id: ({ entry }) => entry },
  'POST /api/v1/vials-history/{id}/arrival/': {
    id: ({ shippedEntry }) => shippedEntry,
    body: () => ({ arrived_on: '2026-03-02' }),
  },
  'GET /api/v1/vials/check/{id}/': { query: () => 'type=added' },
  'POST /api/v1/vials/': { body: ({ patient }) => ({ user: patient, quantity: 1 }) },
  'POST /api/v1/vials/move/': { body: ({ vial }) => ({ vials: [vial], to: 'held', reason: 'Inspection' }) },
  'POST /api/v1/vials/store/': { body: ({ vial }) => ({ place: '', vials: [{ id: vial }] }) },
  'GET /api/v1/commissions/statements/{id}/': { id: ({ statement }) => statement },
  'POST /api/v1/commissions/rates/': {
    body: ({ rep }) => ({ membership: 3, user_id: rep, percent: 5, valid_from: '2149-01-01' }),
  },
  'GET /api/v1/harvest-centers/{id}/documentList/': { id: ({ center }) => center },
  'GET /api/v1/documents/harvest-center/{id}/attestation/': { id: ({ center }) => center },
  'GET /api/v1/documents/{id}/history/': { id: ({ document }) => document },
  'GET /api/v1/documents/{id}/pdf-link/': { id: ({ document }) => document },
  'PATCH /api/v1/documents/{id}/': { id: ({ guestDocument }) => guestDocument, body: ({ patient }) => ({ patient }) },
  'POST /api/v1/documents/{id}/void/': { id: ({ document }) => document, body: () => ({ reason: 'Wrong patient' }) },
  'POST /api/v1/documents/{id}/legal-hold/': {
    id: ({ document }) => document,
    body: () => ({ legal_hold: true, reason: 'A dispute' }),
  },
  'GET /api/v1/orders/{id}/': { id: ({ order }) => order },
  'POST /api/v1/orders/{id}/ship/': { id: ({ order }) => order, body: parcelOf },
  'PATCH /api/v1/shipments/{id}/': { id: ({ shipment }) => shipment, body: () => ({ tracking_number: '7947' }) },
  'GET /api/v1/transactions/{id}/': { id: ({ sale }) => sale },
  'PATCH /api/v1/transactions/{id}/': { id: ({ sale }) => sale, body: () => ({ transaction_note: 'Checked', quantity: 2 }) },
  'GET /api/v1/sales-rep/{id}/my-transactions/': { id: ({ rep }) => rep },
  'GET /api/v1/sales-rep/{id}/team-transactions/': { id: ({ manager }) => manager },
  'GET /api/v1/sales-distributors/{id}/team-transactions/': { id: ({ distributor }) => distributor },
  'GET /api/v1/rhc-association/{id}/transactions-history/': { id: ({ referral }) => referral },
  'GET /api/v1/harvest-centers/{id}/transactions-history/': { id: ({ center }) => center },
  'GET /api/v1/harvest-centers/{id}/transactions-history/processing-fee/': { id: ({ center }) => center },
  'GET /api/v1/rhc-association/{id}/transactions-history/processing-fee/': { id: ({ referral }) => referral },
  'POST /api/v1/transactions/': {
    by: (portal, { center }) => portal.as(center),
    body: ({ centerInvoice, patient: patient_id }) =>
      checkoutForm(centerInvoice, { patient_id, product_id: 14, total_amount: 1100 }),
  },
  'POST /api/v1/users/patient/checkout/': {
    by: (portal, { patient, admin }) => portal.asImpersonator(patient, admin),
    body: ({ patientInvoice }) => vialsForm(patientInvoice, 1),
  },
  'POST /api/v1/locations/': { body: ({ patient }) => ({ user: patient, ...address }) },
  'PATCH /api/v1/locations/{id}/': { id: ({ location }) => location },
  'POST /api/v1/fedex-requests/': { body: labelFor },
  'GET /api/v1/fedex-requests/check/': { query: ({ center, patient }) => `harvest_center=${center}&patients_ids=${patient}` },
  'GET /api/v1/fedex-requests/{id}/': { id: ({ request }) => request },
  'PATCH /api/v1/fedex-requests/{id}/': { id: ({ request }) => request, body: () => tracked },
  'POST /api/v1/fedex-requests/{id}/make-label/': { id: ({ request }) => request, body: ({ lab }) => ({ lab_id: lab }) },
  'POST /api/v1/fedex-requests/{id}/check-label/': { id: ({ request }) => request },
  'POST /api/v1/fedex-requests/{id}/cancel-label/': {
    id: ({ request }) => request,
    after: 'POST /api/v1/fedex-requests/{id}/make-label/',
  },
  'POST /api/v1/fedex-requests/{id}/received/': {
    id: ({ request }) => request,
    after: 'POST /api/v1/fedex-requests/{id}/make-label/',
  },
  // The newest rows of the whole audit depend on the calls before.
  'GET /api/v1/audit/': { query: ({ patient }) => `about_id=${patient}&type=lab_record.changed&limit=1` },
  'GET /api/v1/conversations/': { by: (portal, { center }) => portal.as(center) },
  'GET /api/v1/conversations/{id}/messages/': { id: ({ conversation }) => conversation },
  'POST /api/v1/conversations/messages/': {
    by: (portal, { center }) => portal.as(center),
    body: ({ patient, center }) => ({
      ...{ request_id: crypto.randomUUID(), patient_id: patient, center_id: center },
      text: 'See you at nine.',
    }),
  },
  'GET /api/v1/dashboards/harvest-center/': { by: (portal, { center }) => portal.as(center) },
  'GET /api/v1/dashboards/lab/': { by: (portal, { lab }) => portal.as(lab) },
  'GET /api/v1/dashboards/patient/': { by: (portal, { patient, admin }) => portal.asImpersonator(patient, admin) },
}

/** `subject` is the id in the path; by default that of the example. */
export function makeCall(call: Call, caller: TestClient, ids: ArrangedIds, subject?: number) {
  const example = callExamples[call.key] ?? {}
  const url = call.path
    .replace('{code}', ids.code)
    .replace('{identifier}', 'acme')
    .replace('{invoice_id}', ids.paidInvoice)
    .replace('{document_id}', ids.documentId)
    .replace('{hc_id}', () => String(ids.center))
    .replace('{id}', () => String(subject ?? (example.id ?? (({ patient }) => patient))(ids)))
  if (call.method === 'GET') return caller.get(example.query ? `${url}?${example.query(ids)}` : url)
  if (call.method === 'DELETE') return caller.delete(url)
  const send = { POST: caller.post, PUT: caller.put, PATCH: caller.patch }[call.method]
  return send(url, example.body?.(ids) ?? {})
}
