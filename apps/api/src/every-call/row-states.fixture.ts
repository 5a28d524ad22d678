/** The states in which a call may find its row: what somebody else has just done with it. */
import type { Db } from '#api/db/db.ts'
import { createConversation } from '#api/demo/care/conversation-factory.ts'
import { createCoupon } from '#api/features/coupons/coupons.fixture.ts'
import { createRequestRow } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { createSale, type SaleValues } from '#api/features/transactions/transactions.fixture.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import {
  createAddedVials,
  createPatient,
  createShippedVials,
  createUser,
  nextNumber,
  type UserValues,
} from '#api/testing/factories.ts'
import { createSignUp } from '#api/testing/sign-up-factory.ts'
import type { WorldIds } from './access-world.fixture.ts'

/** Creates a row in this state, and returns its id. */
type CreateRow = (db: Db, ids: WorldIds) => Promise<number>
type Body = Record<string, unknown>

export interface Subject {
  name: string
  /** The calls about such a row. */
  calls: RegExp
  states: Record<string, CreateRow>
  /** Of the calls that name the row in the body. */
  bodyOf?: (call: string, id: number, ids: WorldIds) => Body | undefined
}

const now = () => new Date()

type DocumentState = Parameters<typeof createDocument>[1] & { step?: string; hidden_at?: Date; legal_hold?: boolean }
const document =
  ({ step, hidden_at, legal_hold, ...values }: DocumentState): CreateRow =>
  async (db, { patient, harvest_center, referral_harvest_center }) => {
    const parties = { patient_id: patient, harvest_center_id: harvest_center, referral_center_id: referral_harvest_center }
    const { id } = await createDocument(db, { ...parties, ...values })
    const later = { ...(step && { step }), ...(hidden_at && { hidden_at }), ...(legal_hold && { legal_hold }) }
    if (Object.keys(later).length > 0)
      await db.updateTable('documents').set(later).where('domain_id', '=', db.domainId).where('id', '=', id).execute()
    return id
  }

const sale =
  (payer: 'harvest_center' | 'referral_harvest_center' | 'patient', values: Partial<SaleValues> = {}): CreateRow =>
  (db, ids) => {
    const referral = payer === 'referral_harvest_center' && { referral_harvest_center_id: ids.referral_harvest_center }
    return createSale(db, { payer_id: ids[payer], harvest_center_id: ids.harvest_center, ...referral, ...values })
  }

const label =
  (values: Partial<Parameters<typeof createRequestRow>[1]>): CreateRow =>
  (db, { harvest_center, patient }) => {
    const asked = values.carrier_state && { carrier_tries: 1, carrier_asked_at: now() }
    return createRequestRow(db, { center_id: harvest_center, patients: [patient], ...asked, ...values })
  }

const patient =
  (values: UserValues = {}): CreateRow =>
  (db, { harvest_center, referral_harvest_center }) =>
    createPatient(db, { harvest_center_id: harvest_center, referral_harvest_center_id: referral_harvest_center, ...values })

const staff =
  (isTied: boolean): CreateRow =>
  async (db, { harvest_center }) => {
    const id = await createUser(db, 'hc_staff')
    const tie = { domain_id: db.domainId, staff_id: id, center_id: harvest_center }
    if (isTied) await db.insertInto('staff_centers').values(tie).execute()
    return id
  }

/** A center's conversation with a patient, who may have another center by now. */
const conversation =
  (isTied: boolean): CreateRow =>
  async (db, { harvest_center }) => {
    const person = await createPatient(db, isTied ? { harvest_center_id: harvest_center } : {})
    return createConversation(db, { patient: person, center: harvest_center }, [
      { side: 'patient', text: 'Hello', sent_at: '2026-03-01T12:00:00Z' },
    ])
  }

const entry =
  (receiver: 'harvest_center' | 'referral_harvest_center' | undefined, hasArrived = false): CreateRow =>
  async (db, ids) => {
    const person = await patient()(db, ids)
    const added = await createAddedVials(db, person, 3)
    if (receiver === undefined) return added
    const id = await createShippedVials(db, person, 1)
    const kind = receiver === 'harvest_center' ? receiver : 'referral_center'
    const values = { receiver: JSON.stringify({ kind, id: ids[receiver], name: 'A center', address: '' }) }
    await db.updateTable('vial_entries').set(values).where('domain_id', '=', db.domainId).where('id', '=', id).execute()
    const arrival = { domain_id: db.domainId, entry_id: id, number: 1, arrived_on: '2026-03-02' }
    if (hasArrived) await db.insertInto('vial_arrivals').values(arrival).execute()
    return id
  }

/** The id of the row that a statement inserts. */
const insert =
  (text: string, valuesOf: (ids: WorldIds) => unknown[] = () => []): CreateRow =>
  async (db, ids) => {
    const [row] = await db.rows<{ id: number }>(`${text} returning id`, [db.domainId, ...valuesOf(ids)])
    return row?.id ?? 0
  }
/** A job that sends a mail. It is queued, and does not run. */
const TASK = 'sessions.send_password_link'
const mail = (status: string, task: string | null) =>
  insert('insert into mails (domain_id, status, task, payload, done_at) values ($1, $2, $3, $4, $5)', () => [
    ...[status, task, task === null ? null : '{}', status === 'queued' ? null : now()],
  ])
const association =
  (decision: string | null): CreateRow =>
  async (db, ids) => {
    const referralCenter = await createUser(db, 'referral_harvest_center')
    return insert(
      `insert into association_requests (domain_id, referral_center_id, center_id, decision, decided_at)
       values ($1, $2, $3, $4, $5)`,
      ({ harvest_center }) => [referralCenter, harvest_center, decision, decision === null ? null : now()],
    )(db, ids)
  }
const view =
  (name: string): CreateRow =>
  async (db, ids) => {
    const owner = name === 'own' ? ids.admin : await createUser(db, 'admin')
    return insert(
      `insert into saved_views (domain_id, user_id, list, name, filter, shared) values ($1, $2, 'transactions', $3, '{}', true)`,
      () => [owner, `View ${nextNumber()}`],
    )(db, ids)
  }

const confirmedSignUp: CreateRow = async (db, { harvest_center }) =>
  createSignUp(db, {
    ...{ center_id: harvest_center, user_id: await createUser(db, 'hc_staff'), verified_at: now() },
    ...{ form: null, password_hash: null, company: '', first_name: '', last_name: '', email: '' },
  })

export const subjects: Subject[] = [
  {
    name: 'a document',
    calls: /\/documents\/\{id\}\/|send-patient-sign-email/,
    states: {
      waiting: document({}),
      'sent to a center': document({ party: 'center' }),
      'being sent': document({ step: 'sending' }),
      'not sent': document({ step: 'send_failed' }),
      'being sealed': document({ step: 'sealing' }),
      'not sealed': document({ step: 'seal_failed' }),
      signed: document({ status: 'Completed' }),
      declined: document({ status: 'Declined' }),
      expired: document({ status: 'Expired' }),
      voided: document({ status: 'Revoked' }),
      'on legal hold': document({ status: 'Completed', legal_hold: true }),
      removed: document({ status: 'Revoked', hidden_at: now() }),
    },
    bodyOf: (call, id) => (call.includes('send-patient-sign-email') ? { doc_id: id } : undefined),
  },
  {
    name: 'a sale',
    calls: /\/transactions\/\{id\}\/|\/orders\/\{id\}\//,
    states: {
      'without a patient': sale('harvest_center'),
      'of the referral center': sale('referral_harvest_center'),
      'of a patient': sale('patient'),
      voided: sale('harvest_center', { voided: true }),
      'given back': sale('harvest_center', { charged_cents: 365_000, refunded_cents: 365_000 }),
      'of vials': sale('patient', { product_id: 2 }),
    },
    bodyOf: (call, _id, { patient }) => (call.includes('/assign-patient/') ? { patient_id: patient } : undefined),
  },
  {
    name: 'a label request',
    calls: /\/fedex-requests\/(update-sent-notification\/)?\{id\}\/|\/fedex-requests\/send-notification\//,
    states: {
      open: label({}),
      'being made': label({ carrier_state: 'asking' }),
      'with an unclear answer': label({ carrier_state: 'unknown' }),
      made: label({ carrier_state: 'made', tracking_number: '7946' }),
      'being cancelled': label({ carrier_state: 'cancelling', tracking_number: '7946' }),
      delivered: label({ carrier_state: 'made', tracking_number: '7946', tracking_status: 'delivered' }),
      received: label({ tracking_number: '7946', received_on: '2026-03-05' }),
    },
    bodyOf: (call, id) => (call.includes('/send-notification/') ? { fedex_id: id } : undefined),
  },
  {
    name: 'a user',
    calls: /\/users\/([a-z-]+\/)*\{id\}\/|\/login-as-user\/|\/reset-user-password\//,
    states: {
      'not yet signed in': patient(),
      'with a password': patient({ password_hash: 'none' }),
      inactive: patient({ active: false }),
      removed: patient({ active: false, removed_at: now() }),
      staff: staff(true),
      'former staff': staff(false),
    },
    bodyOf: (call, id) => (/login-as-user|reset-user-password/.test(call) ? { user_id: id } : undefined),
  },
  {
    name: 'a member of the staff',
    calls: /\/hc-staff\/remove-user\//,
    states: { staff: staff(true), 'former staff': staff(false) },
    bodyOf: (_call, id, { harvest_center }) => ({ user_id: id, hc_id: harvest_center }),
  },
  {
    name: 'a sign-up',
    calls: /\/sign-ups\/\{id\}\//,
    states: { waiting: (db, { harvest_center }) => createSignUp(db, { center_id: harvest_center }), confirmed: confirmedSignUp },
  },
  {
    name: 'a conversation',
    calls: /\/conversations\/\{id\}\//,
    states: { open: conversation(true), ended: conversation(false) },
    bodyOf: (call) => (call.includes('/read/') ? { up_to: 1 } : undefined),
  },
  {
    name: 'a message',
    calls: /\/conversations\/messages\//,
    states: { own: patient(), 'of another center': (db) => createPatient(db) },
    bodyOf: (_call, id, { harvest_center }) => ({
      ...{ request_id: crypto.randomUUID(), patient_id: id, center_id: harvest_center, text: 'Hello' },
    }),
  },
  {
    name: 'a saved view',
    calls: /\/saved-views\/\{id\}\//,
    states: { own: view('own'), 'of another admin': view('of another admin') },
  },
  {
    name: 'a vial entry',
    calls: /\/vials-history\/\{id\}\//,
    states: {
      added: entry(undefined),
      'sent to the center': entry('harvest_center'),
      'sent to the referral center': entry('referral_harvest_center'),
      arrived: entry('harvest_center', true),
    },
  },
  {
    name: 'a mail',
    calls: /\/mails\/\{id\}\//,
    states: { waiting: mail('queued', TASK), sent: mail('sent', TASK), test: mail('sent', null) },
  },
  {
    name: 'a request of a referral center',
    calls: /\/rhc-association\/requests\/\{id\}\//,
    states: { open: association(null), confirmed: association('confirmed'), refused: association('refused') },
  },
  {
    name: 'a coupon',
    calls: /\/coupon-codes\/\{id\}\//,
    states: {
      free: async (db) => (await createCoupon(db)).id,
      used: async (db) => (await createCoupon(db, { was_used: true, used_number: 1 })).id,
    },
  },
]
