/** A center, its staff or an admin requests the signatures of a patient by email. */
import type { SignatureRequest } from '@vialdesk/contract/document-requests'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { actingUser, type CreatedDocument, type DocumentCenters } from '#api/features/documents/create-document.commands.ts'
import { validateTemplate } from '#api/features/templates/validate-template.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { createGuestDocuments, createPatientDocuments } from './patient-documents.commands.ts'
import { findPatientOfCenter, findServedCenter, type Person } from './people.queries.ts'

export const REQUESTED = 'The signatures have been requested. We send the emails now.'
const NOTHING_TO_SIGN = 'This patient has signed every document, or has been asked to sign it.'
const NO_TEMPLATE = 'There is no template for these documents yet. Please contact your admin.'

/** The center of a request or an upload; 422 unless the viewer is it, or works for it. */
export const getRequestingCenter = async (db: Db, viewer: Viewer, id: number): Promise<Person> =>
  (await findServedCenter(db, viewer, id)) ?? failField('harvest_center_id', 'This center does not exist.')

/** The center is the one that sees the document of an address without account. */
export const centersOfGuest = ({ id, subscription }: Person): DocumentCenters =>
  subscription === membershipIds.harvest_center ? { harvest_center_id: id } : { referral_center_id: id }

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
