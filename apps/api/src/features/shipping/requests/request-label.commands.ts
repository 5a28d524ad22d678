/** Saves a center's request for a shipping label. */
import {
  hasOtherPatient,
  type LabelCheck,
  type LabelCheckQuery,
  type NewLabelRequest,
  NO_SIGNED_DOCUMENT,
  PENDING_DOCUMENTS,
  patientIdsOf,
  TISSUE_RECEIVED,
} from '@vialdesk/contract/care/label-requests'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { findAddressErrors, phoneError } from '#api/features/accounts/edit/validate-address.commands.ts'
import { named, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { findReceivedPatients } from '#api/features/shipping/parcels/arrived-parcels.queries.ts'
import { patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { type AuditEvent, audit } from '#api/platform/audit/audit.ts'
import { fail, failField, failFields } from '#api/platform/kernel/fail.ts'
import { findLabelConsent, type LabelConsent } from './label-consent.queries.ts'
import type { RequestingCenter } from './requesting-center.queries.ts'

/** The center must see each patient. */
async function validatePatients(db: Db, center: RequestingCenter, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const found = await db.findRows('users', ['id'], { id: ids }, patientsSeenBy(center))
  if (found.length < ids.length) failField('patients_ids', 'Choose from the patients of the center.')
}

/** Answers before the request what it needs. */
export async function checkLabel(db: Db, center: RequestingCenter, query: z.infer<typeof LabelCheckQuery>): Promise<LabelCheck> {
  const ids = patientIdsOf(query)
  await validatePatients(db, center, ids)
  return { ...(await findLabelConsent(db, ids, hasOtherPatient(query))), may_override: center.byAdmin }
}

/** Refuses the label while a document waits, where the business demands documents that are missing, and without the confirmation that none is signed. */
function assertConsent(
  { pending, missing, unsigned }: LabelConsent,
  { byAdmin }: RequestingCenter,
  { override_reason, unsigned_confirmed }: NewLabelRequest,
): void {
  if (pending) fail('conflict', { message: PENDING_DOCUMENTS })
  if (missing && !byAdmin) fail('conflict', { message: `${missing} Only an admin may override this.` })
  if (missing && override_reason === '') {
    const errors = { override_reason: ['Enter why this label is an exception, or complete the documents first.'] }
    fail('conflict', { message: missing, errors })
  }
  if (!missing && unsigned && !unsigned_confirmed)
    failField('unsigned_confirmed', `${NO_SIGNED_DOCUMENT}. Confirm that you request the label without one.`)
}

async function validateTransaction(db: Db, center: RequestingCenter, id: number | null): Promise<void> {
  if (id === null) return
  const column = center.role === 'harvest_center' ? 'harvest_center_id' : 'referral_harvest_center_id'
  const sales = db.selectFrom('transactions').select('id').where('domain_id', '=', db.domainId).where('id', '=', id)
  if (!(await sales.where(column, '=', center.id).executeTakeFirst())) failField('transaction', 'This purchase does not exist.')
}

/** Refuses the same request while the first is open, so that a double click requests one label. */
async function assertNotRequested(
  db: Db,
  center: RequestingCenter,
  ids: number[],
  { transaction, other_patient_name: name }: NewLabelRequest,
): Promise<void> {
  const [open] = await db.rows(
    `select 1
     from label_requests r
     where r.domain_id = $1 and r.center_id = $2 and r.pdf_file is null and r.tracking_number = ''
       and (r.transaction_id = $4
         or ($5 <> '' and lower(r.other_patient_name) = lower($5))
         or exists (
           select from label_request_patients p
           where p.domain_id = r.domain_id and p.request_id = r.id and p.patient_id = any($3::bigint[])))
     limit 1`,
    [db.domainId, center.id, ids, transaction, name],
  )
  if (open) fail('conflict', { message: 'A label has already been requested. It appears here when it is ready.' })
}

/** Refuses an address that does not fit its country, and an invalid phone number of the doctor. */
function validateContact(input: NewLabelRequest): void {
  const phone = phoneError({ phone_number: input.doctor_phone })
  const errors = { ...findAddressErrors(input), ...(phone && { doctor_phone: phone }) }
  if (Object.keys(errors).length > 0) failFields(errors)
}

/** Returns the id. Locks the center's row, so that concurrent requests of a center see each other. */
export async function requestLabel(db: Db, domain: Domain, center: RequestingCenter, input: NewLabelRequest): Promise<number> {
  validateContact(input)
  const ids = patientIdsOf(input)
  await lockUser(db, center.id)
  await validatePatients(db, center, ids)
  // Only an admin asks for a label when the lab already has the tissue: more tissue was collected.
  if (!center.byAdmin && (await findReceivedPatients(db, ids)).size > 0) failField('patients_ids', TISSUE_RECEIVED)
  const consent = await findLabelConsent(db, ids, input.other_patient_name !== '')
  assertConsent(consent, center, input)
  await validateTransaction(db, center, input.transaction)
  await assertNotRequested(db, center, ids, input)
  const { harvest_center, harvest_center_email, harvest_center_representative, patients_ids, label_date, transaction, ...rest } =
    input
  const { id } = await db.insertWithId('label_requests', {
    ...rest,
    // Without a reason, because an answer that was not asked for is not on record.
    unsigned_confirmed: consent.unsigned && !consent.missing,
    override_reason: consent.missing && input.override_reason,
    center_id: harvest_center,
    requested_by: db.auditActor.actor?.impersonatorId ?? db.auditActor.actor?.id ?? harvest_center,
    transaction_id: transaction,
    email: harvest_center_email,
    representative: harvest_center_representative,
    label_date: label_date ?? sql`(now() at time zone ${domain.time_zone})::date`,
  })
  const patients = ids.map((patient_id) => ({ request_id: id, patient_id }))
  await db.insertRows('label_request_patients', patients)
  auditRequest(db, { id, center_id: harvest_center, reason: input.override_reason }, consent)
  await notifyAdmins(db, {
    kind: 'purchase',
    title: 'A shipping label has been requested',
    text: `${named('A center')} needs a label (request ${id}).`,
    about: center.id,
    path: `/labels/${id}`,
  })
  return id
}

/** Says of each patient whether the label was requested without a signed document. Audits the override of an admin as an event of its own. */
function auditRequest(
  db: Db,
  { id, center_id, reason }: { id: number; center_id: number; reason: string },
  { patients, missing, unsigned }: LabelConsent,
): void {
  const type = 'label.requested'
  const confirmed = (is: boolean) => is && !missing && { unsigned_confirmed: true }
  if (patients.length === 0) audit(db, { type, subject: id, after: { center_id, ...confirmed(unsigned) } })
  for (const patient of patients)
    audit(db, { type, subject: id, patient: patient.id, after: { center_id, ...confirmed(patient.unsigned) } })
  if (!missing) return
  const after = { unmet_rules: missing, override_reason: reason }
  const ids = patients.map((patient) => patient.id)
  auditForEachPatient(db, { type: 'label.documents_overridden', subject: id, after }, ids)
}

/** Audits the event once for each patient, for the patients' timelines. Without patients, audits it once. */
export function auditForEachPatient(db: Db, event: AuditEvent, patients: readonly number[]): void {
  if (patients.length === 0) audit(db, event)
  for (const patient of patients) audit(db, { ...event, patient })
}
