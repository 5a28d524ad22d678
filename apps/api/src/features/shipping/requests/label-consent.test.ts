/** No label leaves silently for a patient without signed documents. */

import { NO_SIGNED_DOCUMENT, PENDING_DOCUMENTS } from '@vialdesk/contract/care/label-requests'
import type { DocumentStatus } from '@vialdesk/contract/documents/documents'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDocument } from '#api/testing/document-factories.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { REQUESTS_PATH } from './label-requests.fixture.ts'

const KINDS = ['attestation', 'processing', 'storage'] as const
const REASON = 'The paper copies are on their way'
const CONFIRM = { unsigned_confirmed: [`${NO_SIGNED_DOCUMENT}. Confirm that you request the label without one.`] }

let portal: TestPortal
let ids: Record<'admin' | 'foreignAdmin' | 'lab' | 'center' | 'referral' | 'staff' | 'patient' | 'other', number>
let asCenter: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query(`update domains set label_documents_rule = 'ask' where id = $1`, [portal.domainId])
  const foreignAdmin = await portal.seedOther((db) => createUser(db, 'admin'))
  ids = await portal.seed(async (db) => {
    const lab = await createUser(db, 'lab')
    const center = await createCenter(db, { lab_id: lab })
    const referral = await createUser(db, 'referral_harvest_center')
    const staff = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    const of = { harvest_center_id: center, referral_harvest_center_id: referral }
    const [patient, other] = [await createPatient(db, of), await createPatient(db, of)]
    return { admin: await createUser(db, 'admin'), foreignAdmin, lab, center, referral, staff, patient, other }
  })
  asCenter = await portal.as(ids.center)
})

/** The documents of a patient, one of each given kind. */
const sign = (patient_id: number, states: Partial<Record<(typeof KINDS)[number], DocumentStatus>>) =>
  portal.seed(async (db) => {
    for (const [kind, status] of Object.entries(states)) await createDocument(db, { kind: kind as 'storage', status, patient_id })
  })
const signAll = (patient: number) => sign(patient, { attestation: 'Completed', processing: 'Completed', storage: 'Completed' })
const demandAll = () =>
  portal.owner.query(`update domains set label_documents_rule = 'required' where id = $1`, [portal.domainId])

const request = (by: TestClient, more: Record<string, unknown> = {}) =>
  by.post(REQUESTS_PATH, {
    ...{ harvest_center: ids.center, harvest_center_email: 'desk@clinic.example', harvest_center_representative: 'Ruth Keller' },
    ...{ address1: '9 Elm St', city: 'Austin', state_desc: 'Texas', country_desc: 'United States', zip_code: '78701' },
    ...{ patients_ids: String(ids.patient), ...more },
  })
const check = async (by: TestClient, patients: string, center = ids.center) =>
  by.get(`${REQUESTS_PATH}check/?harvest_center=${center}&patients_ids=${patients}`)
const audited = async (request_id: number, type = 'label.requested') =>
  (
    await portal.owner.query('select patient_id, after from audit_log where type = $1 and subject_id = $2 order by patient_id', [
      type,
      request_id,
    ])
  ).rows
const countRequests = async () => (await asCenter.get(REQUESTS_PATH)).json().count

describe('a label for a patient without a signed document', () => {
  test('is refused to everybody without the confirmation, by the name of the field', async () => {
    const inside = await portal.asImpersonator(ids.center, ids.staff, 'staff')
    const referral = { harvest_center: ids.referral }
    const doors: [TestClient, object][] = [
      [asCenter, {}],
      [await portal.as(ids.staff), {}],
      [inside, {}],
      [await portal.as(ids.referral), referral],
      [await portal.as(ids.admin), {}],
      [asCenter, { unsigned_confirmed: false }],
      [asCenter, { patients_ids: '0', other_patient_name: 'Mara Okonjo' }],
      [asCenter, { patients_ids: '', other_patient_name: 'Mara Okonjo' }],
    ]
    for (const [by, more] of doors) {
      const answer = await request(by, more as Record<string, unknown>)
      expect([answer.statusCode, answer.json().errors]).toEqual([422, CONFIRM])
    }
    await sign(ids.patient, { attestation: 'Declined', processing: 'Expired', storage: 'Revoked' })
    expect((await request(asCenter)).json().errors, 'none of these counts as signed').toEqual(CONFIRM)
    expect(await countRequests()).toBe(0)
  })

  test('carries the confirmation: on the request, in the audit, and on the timeline of this patient only', async () => {
    await sign(ids.other, { attestation: 'Completed' })
    const answer = await request(asCenter, { patients_ids: `${ids.patient},${ids.other}`, unsigned_confirmed: true })
    expect([answer.statusCode, answer.json().data.unsigned_confirmed]).toEqual([201, true])
    expect(await audited(answer.json().data.id)).toEqual([
      { patient_id: ids.patient, after: { center_id: ids.center, unsigned_confirmed: true } },
      { patient_id: ids.other, after: { center_id: ids.center } },
    ])
    const timeline = async (patient: number) =>
      (await (await portal.as(ids.lab)).get(`/api/v1/users/patient/${patient}/timeline/`)).json().results[0].changes
    expect(await timeline(ids.patient)).toEqual([{ field: 'Without a signed document', from: null, to: 'Confirmed' }])
    expect(await timeline(ids.other)).toEqual([])
  })

  test('needs no confirmation once a document is completed, and none is kept that was not needed', async () => {
    await sign(ids.patient, { storage: 'Completed' })
    const answer = await request(asCenter, { unsigned_confirmed: true })
    expect([answer.statusCode, answer.json().data.unsigned_confirmed]).toEqual([201, false])
  })

  test('is refused with the specified text while a document is pending, confirmed or not', async () => {
    await sign(ids.patient, { storage: 'Completed', processing: 'Pending' })
    const answer = await request(await portal.as(ids.admin), { unsigned_confirmed: true, override_reason: REASON })
    expect([answer.statusCode, answer.json().message]).toEqual([409, PENDING_DOCUMENTS])
  })
})

describe('a business whose labels need all three documents', () => {
  beforeEach(() => demandAll())

  test('refuses a center with the names of the missing documents, whatever it confirms', async () => {
    await sign(ids.patient, { attestation: 'Completed', storage: 'Declined' })
    const answer = await request(asCenter, { unsigned_confirmed: true, override_reason: REASON })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'conflict',
        message: `Labels need all three documents completed. Missing for patient ${ids.patient}: Official Processing, Official Storage Agreement (Declined). Only an admin may override this.`,
      },
    ])
    const other = await request(asCenter, { patients_ids: '0', other_patient_name: 'Mara Okonjo', unsigned_confirmed: true })
    expect([other.statusCode, other.json().message]).toEqual([
      409,
      'Labels need all three documents completed. A patient without an account has no documents. Only an admin may override this.',
    ])
    expect(await countRequests()).toBe(0)
  })

  test('accepts a patient with all three', async () => {
    await signAll(ids.patient)
    const answer = await request(asCenter, { override_reason: REASON })
    expect(answer.json().data, 'a reason that was not needed is not kept').toMatchObject({
      unsigned_confirmed: false,
      override_reason: '',
    })
  })

  test('lets an admin override it with a reason, also in the account of the center', async () => {
    const admin = await portal.as(ids.admin)
    const asked = await request(admin, { unsigned_confirmed: true })
    expect([asked.statusCode, asked.json().errors]).toEqual([
      409,
      { override_reason: ['Enter why this label is an exception, or complete the documents first.'] },
    ])
    expect((await request(admin, { override_reason: 'Short' })).statusCode).toBe(422)
    const { data } = (await request(admin, { override_reason: REASON })).json()
    expect(data).toMatchObject({ override_reason: REASON, unsigned_confirmed: false })
    const names = 'Screening Questionnaire and Attestation, Official Processing, Official Storage Agreement'
    const unmet = `Labels need all three documents completed. Missing for patient ${ids.patient}: ${names}.`
    expect(await audited(data.id, 'label.documents_overridden')).toEqual([
      { patient_id: ids.patient, after: { unmet_rules: unmet, override_reason: REASON } },
    ])
    const inside = await portal.asImpersonator(ids.center, ids.admin)
    expect((await request(inside, { patients_ids: String(ids.other), override_reason: REASON })).statusCode).toBe(201)
  })

  test('shows the reason of an override to admins and the lab only', async () => {
    const { data } = (await request(await portal.as(ids.admin), { override_reason: REASON })).json()
    const timeline = `/api/v1/users/patient/${ids.patient}/timeline/`
    expect((await (await portal.as(ids.lab)).get(timeline)).body).toContain(REASON)
    for (const path of [`${REQUESTS_PATH}${data.id}/`, REQUESTS_PATH, timeline])
      expect((await asCenter.get(path)).body).not.toContain(REASON)
  })
})

describe('GET /api/v1/fedex-requests/check/', () => {
  test('says which documents exist, in which state, and what the request needs', async () => {
    await sign(ids.patient, { attestation: 'Completed', storage: 'Declined' })
    const answer = await check(asCenter, `${ids.patient},${ids.other}`)
    const of = (...statuses: (string | null)[]) => statuses.map((status) => expect.objectContaining({ status }))
    expect(answer.json()).toEqual({
      patients: [
        { id: ids.patient, documents: of('Completed', null, 'Declined') },
        { id: ids.other, documents: of(null, null, null) },
      ],
      ...{ pending: false, missing: '', unsigned: true, may_override: false },
    })
    expect((await check(asCenter, String(ids.patient))).json().unsigned).toBe(false)
    expect((await check(asCenter, '0')).json()).toMatchObject({ patients: [], unsigned: true })
  })

  test('names what the business demands, and the admin who may override it', async () => {
    await demandAll()
    await sign(ids.patient, { attestation: 'Completed', processing: 'Pending' })
    const answer = (await check(await portal.asImpersonator(ids.center, ids.admin), String(ids.patient))).json()
    expect(answer).toMatchObject({ pending: true, may_override: true, missing: expect.stringContaining('(Pending)') })
    expect((await check(asCenter, String(ids.patient))).json().may_override).toBe(false)
  })

  test('prefers a completed document to one that was declined later', async () => {
    await sign(ids.patient, { storage: 'Completed' })
    await sign(ids.patient, { storage: 'Declined' })
    const { patients } = (await check(asCenter, String(ids.patient))).json()
    expect(patients[0].documents[2]).toEqual({ name: 'Official Storage Agreement', status: 'Completed' })
  })

  test('refuses centers and patients that the caller does not see', async () => {
    const stranger = await portal.seed((db) => createCenter(db))
    expect((await check(await portal.as(stranger), String(ids.patient))).json().errors).toHaveProperty('harvest_center')
    expect((await check(await portal.asOther(ids.foreignAdmin), String(ids.patient))).json().errors).toHaveProperty(
      'harvest_center',
    )
    const foreign = await portal.seed((db) => createPatient(db, { harvest_center_id: stranger }))
    expect((await check(asCenter, String(foreign))).json().errors).toHaveProperty('patients_ids')
    expect((await check(asCenter, 'none')).statusCode).toBe(422)
  })
})
