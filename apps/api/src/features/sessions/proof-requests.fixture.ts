/** A request of each call that asks an admin for a recent proof, and of each change that asks. Each succeeds with a proof. */
import type { accessFieldsOfUser, partiesOfSale } from '@vialdesk/contract/base/proof'
import { membershipIds, VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import { sendForm } from '#api/features/branding/branding.fixture.ts'
import { checkoutForm, newPatientFields, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { addToken, tokenForm } from '#api/features/integrations/integrations.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createCenter, createPatient, createUser, nextNumber } from '#api/testing/factories.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'

export type Ids = Awaited<ReturnType<typeof arrange>>
interface RequestParts {
  id?: number
  body?: Record<string, unknown>
}
export interface Admin {
  portal: TestPortal
  id: number
  token: string
  client: TestClient
}
/** The path of a call has at most one id. The admin has a recent proof. */
export type Request = (ids: Ids, admin: Admin) => RequestParts | Promise<RequestParts>

const newEmail = () => `changed-${nextNumber()}@mail.example`
export const person = () => ({ first_name: 'Ada', last_name: 'Stone', email: newEmail() })
export const address = {
  ...{ address1: '1 Main Street', city: 'Austin', state_desc: 'TX', country_desc: 'United States', zip_code: '78701' },
}
const LIST_USERS = 'GET /api/v1/users/all/'
const hook = { url: 'https://hooks.example.org/x', events: ['vials.ready'] }

/** Users with every tie that can be changed, and others to which they can be tied. */
export const arrange = (portal: TestPortal) =>
  portal.seed(async (db) => {
    const { domainId: domain_id } = db
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
    const center = await createCenter(db, { sales_rep_id: rep })
    const elsewhere = await createCenter(db, { sales_rep_id: rep })
    const referral = await createUser(db, 'referral_harvest_center', { sales_rep_id: rep })
    const staff = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id, staff_id: staff, center_id: center }).execute()
    const { id: request } = await db
      .insertInto('association_requests')
      .values({ domain_id, referral_center_id: referral, center_id: center })
      .returning('id')
      .executeTakeFirstOrThrow()
    const patient = await createPatient(db, { harvest_center_id: center, referral_harvest_center_id: referral })
    return {
      domain: domain_id,
      ...{ distributor, manager, rep, center, elsewhere, referral, staff, request, patient },
      newRep: await createUser(db, 'sales_rep'),
      lab: await createUser(db, 'lab'),
      observer: await createUser(db, 'observer'),
      inactive: await createUser(db, 'sales_rep', { active: false }),
      sale: await createSale(db, { sales_rep_id: rep, payer_id: center, harvest_center_id: center }),
      document: (await createDocument(db, { patient_id: patient, harvest_center_id: center })).id,
      ofGuest: (await createDocument(db, { harvest_center_id: center })).id,
    }
  })

const at =
  (key: keyof Ids, body?: (ids: Ids) => Record<string, unknown>): Request =>
  (ids) => ({ id: ids[key], ...(body && { body: body(ids) }) })
const none: Request = () => ({})
const atWebhook =
  (body?: Record<string, unknown>): Request =>
  async (_ids, { client }) => ({ id: (await client.post('/api/v1/webhook-endpoints/', hook)).json().id, ...(body && { body }) })

export const requests: Record<string, Request> = {
  'POST /api/v1/users/login-as-user/': ({ rep }) => ({ body: { user_id: rep } }),
  'GET /api/v1/hc-staff/auth-profile/{id}/': at('center'),
  'POST /api/v1/users/{id}/reset-two-step/': at('rep'),
  'GET /api/v1/users/export-csv/': none,
  'GET /api/v1/users/set/inactive/{id}/': at('rep'),
  'GET /api/v1/users/set/active/{id}/': at('inactive'),
  'DELETE /api/v1/users/delete-inactive/{id}/': at('inactive'),
  'POST /api/v1/users/change-password/': ({ rep }) => ({
    body: { user_id: rep, new_password_change: 'three brown kettles' },
  }),
  'POST /api/v1/utilities/reset-user-password/': ({ rep }) => ({ body: { user_id: rep } }),
  'POST /api/v1/users/': () => ({ body: { ...person(), ...address, subscription: membershipIds.lab, company: 'A lab' } }),
  'POST /api/v1/harvest-centers/': ({ rep }) => ({
    body: { ...person(), ...address, company: 'A center', phone_number: '+1 512 555 0100', saless_rep_id: rep },
  }),
  'POST /api/v1/sales-rep/': () => ({ body: person() }),
  'POST /api/v1/sales-managers/': () => ({ body: person() }),
  'GET /api/v1/hc-staff/{id}/sign-up-link/': at('center'),
  'GET /api/v1/harvest-centers/{id}/referral-link/': at('center'),
  'POST /api/v1/users/invite-admin/': () => ({ body: person() }),
  'POST /api/v1/users/{id}/end-sessions/': at('rep'),
  'POST /api/v1/observers/': ({ lab }) => ({ body: { ...person(), lab_id: lab } }),
  'PATCH /api/v1/observers/{id}/': at('observer', ({ lab }) => ({ lab_id: lab })),
  'PATCH /api/v1/hc-staff/{id}/': at('staff', ({ elsewhere }) => ({ staff_hc_ids: String(elsewhere) })),
  'POST /api/v1/hc-staff/remove-user/': ({ staff, center }) => ({ body: { user_id: staff, hc_id: center } }),
  'POST /api/v1/rhc-association/update-association/{id}/': at('referral', ({ center }) => ({ rhc_hc_ids: [center] })),
  'POST /api/v1/rhc-association/requests/{id}/decide/': at('request', () => ({ decision: 'confirmed' })),
  'GET /api/v1/sales-rep/{id}/remove-team/': at('rep'),
  'GET /api/v1/sales-distributors/{id}/remove-team/': at('manager'),
  'PATCH /domain/payment-settings/': () => ({ body: { gateway: 'embedded' } }),
  'PATCH /domain/signing-settings/': () => ({ body: { provider: 'embedded' } }),
  'GET /api/v1/transactions/export-csv/': none,
  'GET /api/v1/transactions/export-xlsx/': none,
  'GET /api/v1/commissions/export-csv/': none,
  'POST /api/v1/documents/{id}/copy-link/': at('document'),
  'GET /api/v1/audit/export-csv/': none,
  'POST /api/v1/access-tokens/': () => ({ body: tokenForm([LIST_USERS]) }),
  'POST /api/v1/access-tokens/{id}/revoke/': async (_ids, { client }) => ({ id: (await addToken(client, [LIST_USERS])).id }),
  'POST /api/v1/webhook-endpoints/': () => ({ body: hook }),
  'PATCH /api/v1/webhook-endpoints/{id}/': atWebhook({ url: 'https://hooks.example.org/y' }),
  'DELETE /api/v1/webhook-endpoints/{id}/': atWebhook(),
  'POST /api/v1/webhook-endpoints/{id}/rotate-secret/': atWebhook(),
  'POST /api/v1/list-exports/': () => ({ body: { list: 'GET /api/v1/users/patient/list/' } }),
}

const userChanges: Record<(typeof accessFieldsOfUser)[number], Request> = {
  email: at('rep', () => ({ email: newEmail() })),
  tags: at('patient', () => ({ tags: [VIAL_ORDERING_TAG] })),
  harvest_center_id: at('patient', ({ elsewhere }) => ({ harvest_center_id: elsewhere })),
  referral_harvest_center_id: at('patient', () => ({ referral_harvest_center_id: null })),
  referred_center_id: at('patient', ({ elsewhere }) => ({ referred_center_id: elsewhere })),
  saless_rep_id: at('center', ({ newRep }) => ({ saless_rep_id: newRep })),
  sales_manager_id: at('rep', () => ({ sales_manager_id: null })),
  sales_distributor_id: at('manager', () => ({ sales_distributor_id: null })),
  lab_id: at('center', ({ lab }) => ({ lab_id: lab })),
}
const saleChanges: Record<(typeof partiesOfSale)[number], (ids: Ids) => Record<string, unknown>> = {
  harvest_center: ({ elsewhere }) => ({ harvest_center: elsewhere }),
  referral_harvest_center: ({ referral }) => ({ referral_harvest_center: referral }),
  patient: ({ patient }) => ({ patient }),
  sales_rep: ({ newRep }) => ({ sales_rep: newRep }),
}
const settingChanges = {
  email_sender: 'front@acme-cells.example',
  email_notifications: 'desk@acme-cells.example',
  idle_minutes: '45',
  session_hours: '9',
  two_step_memberships: String(membershipIds.lab),
  rule_overriders: 'admin',
  admin_form_password: 'four grey pigeons',
}
const bulkChanges: Record<string, Request> = {
  add_tag: ({ patient }) => ({ body: { ids: [patient], tag: VIAL_ORDERING_TAG } }),
  remove_tag: async ({ patient }, { client }) => {
    await client.patch(`/api/v1/users/${patient}/`, { tags: [VIAL_ORDERING_TAG] })
    return { body: { ids: [patient], tag: VIAL_ORDERING_TAG } }
  },
  set_rep: ({ center, newRep }) => ({ body: { ids: [center], saless_rep_id: newRep } }),
  set_center: ({ patient, elsewhere }) => ({ body: { ids: [patient], harvest_center_id: elsewhere } }),
  activate: ({ inactive }) => ({ body: { ids: [inactive] } }),
  deactivate: ({ rep }) => ({ body: { ids: [rep] } }),
}
const imported: Record<string, (ids: Ids) => string> = {
  patients: () => `first_name,last_name,email\nAda,Stone,${newEmail()}`,
  harvest_centers: ({ rep }) =>
    `company,first_name,last_name,email,phone_number,sales_rep,address1,city,state_desc,country_desc\n` +
    `A center,Ada,Stone,${newEmail()},+1 512 555 0100,${rep},1 Main Street,Austin,TX,United States`,
}

/** Goes back from another value of the setting to the present one. */
const restoring =
  (setting: 'email_sender' | 'email_notifications'): Request =>
  async (_ids, { portal, token, client }) => {
    await sendForm(portal, token, { [setting]: `other-${nextNumber()}@acme-cells.example` })
    const [version] = (await client.get('/domain/config-versions/')).json().results
    return { id: version.id }
  }

const ofCall = (call: string, changes: Record<string, Request>) =>
  Object.fromEntries(Object.entries(changes).map(([change, request]) => [`${call}: ${change}`, request]))
const mapped = <T>(changes: Record<string, T>, request: (change: T, name: string) => Request) =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, request(change, name)]))

/** Requests that need a recent proof because of what they change. Their calls do other things without one. */
export const changes: Record<string, Request> = {
  ...ofCall('PATCH /api/v1/users/{id}/', userChanges),
  ...ofCall('PUT /api/v1/users/{id}/', userChanges),
  ...ofCall('POST /api/v1/users/update/{id}/', userChanges),
  ...ofCall(
    'POST /api/v1/users/bulk/',
    mapped(bulkChanges, (request, action) => async (ids, admin) => {
      const { body } = await request(ids, admin)
      return { body: { action, ...body } }
    }),
  ),
  ...ofCall(
    'POST /api/v1/users/import-csv/',
    mapped(imported, (csvOf, kind) => (ids) => ({ body: { kind, csv: csvOf(ids), dry_run: false } })),
  ),
  ...ofCall('POST /api/v1/transactions/', {
    create_patient: async ({ center }, { client }) => ({
      body: checkoutForm(await reserveInvoice(client), { ...newPatientFields(), harvest_center_id: center }),
    }),
  }),
  ...ofCall(
    'PATCH /api/v1/transactions/{id}/',
    mapped(saleChanges, (change) => at('sale', (ids) => ({ transaction_note: 'A note', ...change(ids) }))),
  ),
  ...ofCall('PATCH /api/v1/documents/{id}/', { patient: at('ofGuest', ({ patient }) => ({ patient })) }),
  ...ofCall(
    'PATCH /domain/config/{id}/',
    mapped(settingChanges, (value, setting) => at('domain', () => ({ [setting]: value }))),
  ),
  ...ofCall('POST /domain/config-versions/{id}/restore/', {
    email_sender: restoring('email_sender'),
    email_notifications: restoring('email_notifications'),
  }),
}

/** Requests that change ties or accounts. Those of one line have the same users, and none undoes or prevents another one. */
const worlds = [
  [
    ...['GET /api/v1/users/set/active/{id}/', 'PATCH /api/v1/observers/{id}/', 'PATCH /api/v1/hc-staff/{id}/'],
    ...['POST /api/v1/rhc-association/update-association/{id}/', 'GET /api/v1/sales-rep/{id}/remove-team/'],
    ...['PATCH /api/v1/transactions/{id}/', 'PATCH /api/v1/documents/{id}/'],
  ],
  [
    ...['GET /api/v1/users/set/inactive/{id}/', 'DELETE /api/v1/users/delete-inactive/{id}/'],
    ...['POST /api/v1/hc-staff/remove-user/', 'POST /api/v1/rhc-association/requests/{id}/decide/'],
    'GET /api/v1/sales-distributors/{id}/remove-team/',
  ],
  ['PATCH /api/v1/users/{id}/'],
  ['PUT /api/v1/users/{id}/'],
  ['POST /api/v1/users/update/{id}/'],
  ['add_tag', 'set_rep', 'set_center', 'activate'].map((action) => `POST /api/v1/users/bulk/: ${action}`),
  ['remove_tag', 'deactivate'].map((action) => `POST /api/v1/users/bulk/: ${action}`),
]

/** The requests by the users that they are about. The last ones change no tie and no account of these. */
export function requestsByWorld(): [string, Request][][] {
  const all = Object.entries({ ...requests, ...changes })
  const isOf = (world: string[], name: string) => world.some((start) => name === start || name.startsWith(`${start}: `))
  const others = all.filter(([name]) => !worlds.some((world) => isOf(world, name)))
  return [...worlds.map((world) => all.filter(([name]) => isOf(world, name))), others]
}

/** Makes a call, named by its method and path. What follows a colon is for the reader. */
export async function send({ portal, token, client }: Admin, name: string, { id, ...parts }: RequestParts) {
  const [call = ''] = name.split(':')
  // Other requests may have changed the settings since this one was prepared.
  const isRestore = call === 'POST /domain/config-versions/{id}/restore/'
  const body = isRestore ? { loaded_at: (await client.get('/domain/settings/')).json().updated_at } : (parts.body ?? {})
  const [method, path = ''] = call.split(' ')
  const url = path.replace('{id}', String(id))
  if (call === 'PATCH /domain/config/{id}/') return sendForm(portal, token, body as Record<string, string>)
  if (method === 'GET') return client.get(url)
  if (method === 'DELETE') return client.delete(url)
  return { POST: client.post, PUT: client.put, PATCH: client.patch }[method as 'POST'](url, body)
}
