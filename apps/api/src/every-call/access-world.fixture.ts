/** The users and rows of the tests that make every call, and the request of each call: its path with ids, and a body where it needs one. */
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import type { LightMyRequestResponse } from 'fastify'
import type { Db } from '#api/db/db.ts'
import { createConversation } from '#api/demo/care/conversation-factory.ts'
import { createDocument, createTemplate } from '#api/testing/document-factories.ts'
import { createAddedVials, createCenter, createLocation, createPatient, createUser, nextNumber } from '#api/testing/factories.ts'
import { multipartForm } from '#api/testing/multipart-form.ts'
import { createSignUp } from '#api/testing/sign-up-factory.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Body = Record<string, unknown>
export type WorldIds = Record<
  Role | 'domain' | 'entry' | 'location' | 'request' | 'template' | 'document' | 'conversation',
  number
> & { code: string; document_id: string }

const words = { side: 'patient', text: 'Acmeonly words', sent_at: '2026-03-01T12:00:00Z' } as const

/** One user of each role, tied to each other, and a row of each kind. Their texts contain 'Acmeonly'. */
async function createRows(db: Db) {
  const line = { last_name: 'Acmeonly' }
  const sales_distributor = await createUser(db, 'sales_distributor', line)
  const sales_manager = await createUser(db, 'sales_manager', { ...line, sales_distributor_id: sales_distributor })
  const sales_rep = await createUser(db, 'sales_rep', { ...line, sales_manager_id: sales_manager })
  const lab = await createUser(db, 'lab', { company: 'Acmeonly Lab' })
  const harvest_center = await createCenter(db, { sales_rep_id: sales_rep, lab_id: lab, company: 'Acmeonly Clinic' })
  const practice = { company: 'Acmeonly Practice', sales_rep_id: sales_rep }
  const referral_harvest_center = await createUser(db, 'referral_harvest_center', practice)
  const ties = { harvest_center_id: harvest_center, referral_harvest_center_id: referral_harvest_center }
  const patient = await createPatient(db, { ...line, ...ties })
  const hc_staff = await createUser(db, 'hc_staff', line)
  await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: hc_staff, center_id: harvest_center }).execute()
  const admin = await createUser(db, 'admin', line)
  await createSignUp(db, { ...line, company: 'Acmeonly Newcomer', rep_id: sales_rep, center_id: harvest_center })
  const request = await db
    .insertInto('association_requests')
    .values({ domain_id: db.domainId, referral_center_id: referral_harvest_center, center_id: harvest_center })
    .returning('id')
    .executeTakeFirstOrThrow()
  const signer = { patient_id: patient, patient_name: 'Nora Acmeonly', patient_email: 'nora@acmeonly.test' }
  const document = await createDocument(db, { ...signer, harvest_center_id: harvest_center, name: 'Acmeonly Agreement' })
  const entry = await createAddedVials(db, patient, 3)
  const [vial] = await db.rows<{ code: string }>('select code from vials where domain_id = $1 and user_id = $2 limit 1', [
    ...[db.domainId, patient],
  ])
  return {
    ...{ sales_distributor, sales_manager, sales_rep, lab, harvest_center, referral_harvest_center, patient, hc_staff, admin },
    ...{ domain: db.domainId, request: request.id, entry, code: vial?.code ?? '' },
    ...{ document: document.id, document_id: document.document_id },
    location: await createLocation(db, admin, { location_name: 'Acmeonly office' }),
    observer: await createUser(db, 'observer', line),
    template: (await createTemplate(db, { title: 'Acmeonly agreement' })).id,
    conversation: await createConversation(db, { patient, center: harvest_center }, [words]),
  }
}

const label = { tracking_number: '7946', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=7946' }
const labelBodies: Record<string, Body> = {
  'PATCH /api/v1/fedex-requests/{id}/': label,
  'POST /api/v1/fedex-requests/send-notification/': { fedex_id: 999999 },
  'POST /api/v1/fedex-requests/{id}/make-label/': { lab_id: 1 },
}

const fixedBodies: Record<string, Body> = {
  'POST /api/v1/vials-history/{id}/arrival/': { arrived_on: '2026-03-01' },
  'POST /api/v1/transactions/{id}/assign-patient/': { patient_id: 999999 },
  'PATCH /api/v1/transactions/{id}/': { transaction_note: 'A note' },
  'POST /api/v1/transactions/{id}/refund/': { id: '00000000-0000-4000-8000-000000000001', kind: 'void', note: 'A note' },
  'POST /api/v1/utilities/send-patient-sign-email/': { doc_id: 999999 },
  'PATCH /api/v1/documents/{id}/': { name: 'A name' },
  'POST /api/v1/documents/{id}/void/': { reason: 'A reason' },
  'POST /api/v1/documents/{id}/legal-hold/': { legal_hold: true, reason: 'A reason' },
  'PATCH /domain/file-signs/{id}/': { is_active: true },
  'POST /api/v1/template-editor/open/': { session: 'x' },
  'POST /api/v1/template-editor/pdf/': { session: 'x' },
  'POST /api/v1/template-editor/save/': { session: 'x', fields: [], based_on: 1 },
  'POST /api/v1/template-editor/test-send/': { session: 'x' },
  'POST /api/v1/rhc-association/requests/{id}/decide/': { decision: 'refused' },
  'PUT /api/v1/coupon-codes/{id}/': { name: 'A coupon', code: 'A-CODE', max_use_number: 0, discount_amount: 1 },
  'PATCH /api/v1/products/{id}/': { active: true },
  'POST /api/v1/orders/{id}/ship/': {
    ...{ request_id: '00000000-0000-4000-8000-000000000000', quantity: 1, shipped_on: '2026-03-02', tracking_number: '7946' },
  },
  'PATCH /api/v1/shipments/{id}/': { tracking_number: '7946' },
  'PATCH /api/v1/observers/{id}/': { lab_id: 999999 },
  'POST /api/v1/assets/subscription/{id}/section/': { url: '/dashboard' },
  'POST /domain/config-versions/{id}/restore/': { loaded_at: '2026-01-01T00:00:00Z' },
  'POST /api/v1/contact/': { name: 'A', email: 'a@mail.example', message: 'Hello?' },
}

/** Valid bodies for calls that check their body before their id. */
const bodyFor = (call: string, self: number, ids: WorldIds): Body => {
  if (call.includes('/update-password/')) {
    return {
      user_id: self,
      password_current: 'not this one',
      password_new: 'a new password',
      password_confirmation: 'a new password',
    }
  }
  if (call.includes('/login-as-user/')) return { user_id: ids.patient }
  if (call.includes('/accept-agreement/')) return { accepted: true }
  if (/\/(sales-rep|sales-managers)\/$/.test(call))
    return { first_name: 'A', last_name: 'B', email: `new-${nextNumber()}@mail.example` }
  if (call.includes('/change-password/')) return { user_id: ids.patient, new_password_change: 'a new password' }
  if (call.includes('/reset-user-password/')) return { user_id: ids.patient }
  if (call === 'POST /api/v1/memberships/') return { name: `Friends of user ${self}` }
  if (call.includes('/fedex-requests/')) return labelBodies[call] ?? {}
  if (call.includes('/locations/update-default/')) return { id: ids.location, user: self }
  if (call.includes('/locations/'))
    return { user: self, address1: '1 Main St', city: 'Miami', state_desc: 'Florida', country_desc: 'United States' }
  if (call === 'PATCH /api/v1/hc-staff/{id}/') return { staff_hc_ids: String(ids.harvest_center) }
  if (call.includes('/remove-hc-logo/')) return { user_id: ids.harvest_center }
  if (call.includes('/import-csv/')) return { kind: 'patients', csv: 'Email\nx', dry_run: true }
  if (call.includes('/remove-user/')) return { user_id: ids.admin, hc_id: ids.harvest_center }
  if (call.includes('/update-association/')) return { rhc_hc_ids: [] }
  if (call.includes('/resolve/')) return { as: 'abandoned', note: 'Nothing was taken.' }
  return fixedBodies[call] ?? {}
}

/** The user or row whose id some paths contain. */
const owners: [RegExp, keyof WorldIds][] = [
  [/\/users\/\{id\}\/conversations\//, 'patient'],
  [/\/conversations\/\{id\}\//, 'conversation'],
  [/\/referral\//, 'referral_harvest_center'],
  [/\/users\/sales-rep\/|\/sales-rep\/\{id\}\/remove-team\//, 'sales_rep'],
  [/\/sales-managers\/|\/sales-manager\/list\/|\/sales-distributors\/\{id\}\/remove-team\//, 'sales_manager'],
  [/\/sales-distributors\//, 'sales_distributor'],
  [/\/my-transactions\/|\/user-exists\/|\/sales-rep\/\{id\}\/patients\//, 'sales_rep'],
  [/\/sales-rep\/\{id\}\/team-transactions\//, 'sales_manager'],
  [/\/processing-labs\//, 'lab'],
  [/harvest-centers\/sales-rep\//, 'sales_rep'],
  [/\/public-options\/|\/update-association\//, 'referral_harvest_center'],
  [/\/hc-staff\/\{id\}\/(hc-list\/)?$/, 'hc_staff'],
  [/\/staff-list\/|\/auth-profile\//, 'harvest_center'],
]

/** The id in the path: the caller's own if the call is about oneself, otherwise an existing row. */
function idFor(path: string, self: number, ids: WorldIds): string {
  if (path === '/domain/config/{id}/') return String(ids.domain)
  if (path.includes('/assets/subscription/')) return String(membershipIds.patient)
  if (path.includes('/documents/list/')) return String(ids.patient)
  if (path.includes('/documents/harvest-center/')) return String(ids.harvest_center)
  if (/\/(patient|remind|vials-history\/user|vials\/trace|vials\/check)\//.test(path)) return String(ids.patient)
  const owner = owners.find(([pattern]) => pattern.test(path))
  if (owner) return String(ids[owner[1]])
  if (path.includes('/harvest-centers/')) return String(ids.harvest_center)
  if (path.includes('/vials-history/')) return String(ids.entry)
  if (path.includes('/rhc-association/requests/')) return String(ids.request)
  if (path.includes('/rhc-association/{id}/')) return String(ids.referral_harvest_center)
  if (path.includes('/fedex-requests/')) return '999999'
  if (/\/file-signs\/(status-)?by-domain\//.test(path)) return String(ids.domain)
  if (path.includes('/file-signs/')) return String(ids.template)
  if (path.includes('/locations/{id}/')) return String(ids.location)
  if (path.includes('/auth/sessions/')) return '999999'
  if (path.includes('/products/')) return '1'
  if (/\/(transactions|orders|shipments)\//.test(path)) return '999999'
  if (path.includes('/checkout-attempts/')) return '00000000-0000-4000-8000-000000000000'
  return String(self)
}

/** The request of a call. `id` and `body` replace those of the world. */
export interface WorldRequest {
  domain: string
  token: string | undefined
  self: number
  id?: number | undefined
  body?: Body | undefined
}

export async function createAccessWorld(portal: TestPortal) {
  const ids: WorldIds = await portal.seed(createRows)

  /** A form with a file that is not an image. Only an allowed caller gets as far as its check. */
  const withFile = (method: 'POST' | 'PATCH', url: string, headers: Record<string, string>): Promise<LightMyRequestResponse> => {
    const { payload, type } = multipartForm([
      ['user_id', String(ids.harvest_center)],
      ['file', { bytes: 'no picture' }],
    ])
    return portal.app.inject({ method, url, headers: { ...headers, 'content-type': type }, payload })
  }

  /** A live stream does not end, so its status is checked when it begins. */
  const startStream = async (url: string, headers: Record<string, string>): Promise<LightMyRequestResponse> => {
    const answer = await portal.app.inject({ url, headers, payloadAsStream: true })
    answer.raw.res.destroy()
    return Object.assign(answer, { body: '' })
  }

  const makeCall = (call: string, { domain, token, self, id, body }: WorldRequest): Promise<LightMyRequestResponse> => {
    const [method, path] = call.split(' ') as [Method, string]
    const url = path
      .replace('{identifier}', 'acme')
      .replace('{code}', ids.code)
      .replace('{invoice_id}', 'V-999999')
      .replace('{document_id}', ids.document_id)
      .replace('/documents/{id}/', `/documents/${id ?? (method === 'GET' ? ids.document : 999999)}/`)
      .replace('{hc_id}', () => String(ids.harvest_center))
      .replace('{type}', '4')
      .replace('{id}', () => String(id ?? idFor(path, self, ids)))
    const caller = portal.clientFor(domain, token)
    const headers = { domain, ...(token && { authorization: `Token ${token}` }) }
    if (url.endsWith('/stream/')) return startStream(url, headers)
    const isForm = /\/(upload-hc-logo|(fedex-requests|documents|assets)\/process-file|replace-pdf)\/$/.test(url)
    if (isForm || call === 'POST /domain/file-signs/') return withFile('POST', url, headers)
    if (call === 'PATCH /domain/config/{id}/') return withFile('PATCH', url, headers)
    if (method === 'GET') return caller.get(url)
    if (method === 'DELETE') return caller.delete(url)
    const send = { POST: caller.post, PUT: caller.put, PATCH: caller.patch }[method]
    return send(url, body ?? bodyFor(call, self, ids))
  }
  return { ids, makeCall }
}
