/** Creates the documents of a patient, or of an address without account, that are neither pending nor completed. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import { type DocumentGroup, documentGroups, documentNames } from '@vialdesk/contract/documents/document-groups'
import type { SignatureRequest } from '@vialdesk/contract/documents/document-requests'
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import {
  actingUser,
  type CreatedDocument,
  createDocument,
  type DocumentCenters,
  type NewDocument,
  type NewSigner,
} from '#api/features/documents/create-document.commands.ts'
import { findUsableTemplate, getTemplateVersion, type UsableTemplate } from '#api/features/templates/usable-templates.queries.ts'
import { validateTemplate } from '#api/features/templates/validate-template.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { findPatientOfCenter, findPerson, findServedCenter, type Person } from './people.queries.ts'

interface CreatedPatientDocuments {
  created: CreatedDocument[]
  /** The groups without a usable template, or whose template needs the signature of a center that the patient lacks. */
  missing: DocumentGroup[]
}

interface DocumentsOrder {
  patient: { id: number | null; name: string; email: string }
  centers: DocumentCenters
  /** The center whose attestation the patient signs. It also signs as center. */
  center: Person | undefined
  requestedBy: number | null
  groups: readonly DocumentGroup[]
  /** Signed in place of the usual template of its group. */
  template?: UsableTemplate | undefined
}

/** Undefined when the template needs the signature of a center, but there is none. Prefilled fields are filled by the portal. */
async function findSigners(
  db: Db,
  template: UsableTemplate,
  { patient, center }: DocumentsOrder,
): Promise<NewSigner[] | undefined> {
  const { fields } = await getTemplateVersion(db, template.id, template.version)
  const first: NewSigner = { role: 'patient', userId: patient.id, name: patient.name, email: patient.email }
  if (!fields.some(({ role, type }) => role === 'center' && type !== 'prefill')) return [first]
  return center && [first, { role: 'center', userId: center.id, name: center.name, email: center.email }]
}

/** Attestation is signed on the template of the center, processing and storage on those of the domain. */
async function createDocuments(db: Db, order: DocumentsOrder, now: Date | undefined): Promise<CreatedPatientDocuments> {
  const { patient, center, centers, requestedBy, groups } = order
  const result: CreatedPatientDocuments = { created: [], missing: [] }
  for (const group of groups) {
    const template = order.template ?? (await findUsableTemplate(db, { type: 2, group, centerId: center?.id }))
    const signers = template && (await findSigners(db, template, order))
    if (!template || !signers) {
      result.missing.push(group)
      continue
    }
    const document: NewDocument = {
      party: 'patient',
      ...{ kind: group, name: documentNames[group], template, signers, patient, centers, requestedBy },
      ...(center && { center }),
    }
    result.created.push(await createDocument(db, document, now))
  }
  return result
}

const KINDS_OF_PATIENT = `
  select distinct kind
  from documents
  where domain_id = $1 and patient_id = $2 and party = 'patient' and status = any($3) and hidden_at is null`
const KINDS_OF_ADDRESS = `
  select distinct kind
  from documents
  where domain_id = $1 and lower(patient_email) = lower($2) and patient_id is null and party = 'patient' and status = any($3)
    and hidden_at is null and (harvest_center_id = $4 or referral_center_id = $4)`

/** A template that was chosen may be signed again after it was completed, but waits only once. */
const blockingStatuses = (template: UsableTemplate | undefined) => (template ? ['Pending'] : ['Pending', 'Completed'])

async function openGroups(db: Db, text: string, values: unknown[], template: UsableTemplate | undefined) {
  const rows = await db.rows<{ kind: string }>(text, values)
  const wanted = template?.document_group ? [template.document_group] : documentGroups
  return wanted.filter((group) => !rows.some(({ kind }) => kind === group))
}

interface PatientOrder {
  patientId: number
  requestedBy: number | null
  template?: UsableTemplate | undefined
}

/** Two requests at once create each document once. */
export async function createPatientDocuments(
  db: Db,
  { patientId, requestedBy, template }: PatientOrder,
  now?: Date,
): Promise<CreatedPatientDocuments> {
  await lockUser(db, patientId)
  const patient = (await findPerson(db, patientId)) ?? fail('not_found')
  const groups = await openGroups(db, KINDS_OF_PATIENT, [db.domainId, patientId, blockingStatuses(template)], template)
  const centerId = patient.harvest_center_id ?? patient.referral_harvest_center_id
  const center = centerId === null ? undefined : await findPerson(db, centerId)
  return createDocuments(db, { patient, centers: centersOf(patient), center, requestedBy, groups, template }, now)
}

/** The centers that see the documents of a patient. */
export const centersOf = (patient: Person): DocumentCenters => ({
  harvest_center_id: patient.harvest_center_id,
  referral_center_id: patient.referral_harvest_center_id,
  referred_center_id: patient.referred_center_id,
})

interface GuestOrder {
  /** The center that requests the signatures. */
  center: Person
  centers: DocumentCenters
  name: string
  email: string
  requestedBy: number | null
  template?: UsableTemplate | undefined
}

/** For an address without account. The lock of the center keeps two requests at once apart. */
async function createGuestDocuments(
  db: Db,
  { center, centers, name, email, requestedBy, template }: GuestOrder,
  now?: Date,
): Promise<CreatedPatientDocuments> {
  await lockUser(db, center.id)
  const values = [db.domainId, email, blockingStatuses(template), center.id]
  const groups = await openGroups(db, KINDS_OF_ADDRESS, values, template)
  const patient = { id: null, name, email }
  return createDocuments(db, { patient, centers, center, requestedBy, groups, template }, now)
}

const Id = z.number().int()
/** The user who asked for documents, as a job keeps it. */
export const Requester = z.object({
  id: Id,
  kind: z.enum(['own', 'impersonation', 'staff', 'token']),
  impersonatorId: Id.nullable(),
  accessToken: z.object({ id: Id }).optional(),
})

/**
 * Queues the documents of a new patient, so that a missing template cannot undo the account or the sale. The history names the user
 * who asked for them.
 */
export function requestPatientDocuments(db: Db, patientId: number, requestedBy: number | null) {
  const { actor } = db.auditActor
  // Only these keys of the actor: the rest of a session stays out of the queue.
  const requester = actor && Requester.parse(actor satisfies z.input<typeof Requester>)
  return db.enqueue(
    'documents.create_for_patient',
    { patient_id: patientId, requested_by: requestedBy, ...(requester && { actor: requester }) },
    { key: `documents.create_for_patient:${patientId}` },
  )
}

export const REQUESTED = 'The signatures have been requested. We send the emails now.'
const NOTHING_TO_SIGN = 'This patient has signed every document, or has been asked to sign it.'
const NO_TEMPLATE = 'There is no template for these documents yet. Please contact your admin.'

/** The center of a request or an upload; 422 unless the viewer is it, or works for it. */
export const getRequestingCenter = async (db: Db, viewer: Viewer, id: number): Promise<Person> =>
  (await findServedCenter(db, viewer, id)) ?? failField('harvest_center_id', 'This center does not exist.')

/** The center is the one that sees the document of an address without account. */
export const centersOfGuest = ({ id, subscription }: Person): DocumentCenters =>
  subscription === membershipIds.harvest_center ? { harvest_center_id: id } : { referral_center_id: id }

/** A center, its staff or an admin requests the signatures of a patient by email. */
export async function requestSignatures(
  db: Db,
  actor: Viewer,
  { harvest_center_id, template_id, name, email }: SignatureRequest,
): Promise<CreatedDocument[]> {
  const center = await getRequestingCenter(db, actor, harvest_center_id)
  const template = await validateTemplate(db, { templateId: template_id, centers: [center.id] })
  const patient = await findPatientOfCenter(db, center, email)
  const order = { requestedBy: actingUser(db), template }
  const { created, missing } = patient
    ? await createPatientDocuments(db, { ...order, patientId: patient.id })
    : await createGuestDocuments(db, { ...order, center, centers: centersOfGuest(center), name, email })
  if (created.length === 0) fail('conflict', { message: missing.length > 0 ? NO_TEMPLATE : NOTHING_TO_SIGN })
  return created
}
