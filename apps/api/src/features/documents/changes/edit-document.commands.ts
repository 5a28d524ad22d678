/** Changes that an admin or a center makes to a document: name, note, patient, removal, revocation, legal hold. */

import type { contract } from '@vialdesk/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { documentPolicy } from '#api/features/documents/documents.policy.ts'
import { getDocument } from '#api/features/documents/documents.queries.ts'
import { centersOf } from '#api/features/documents/requests/patient-documents.commands.ts'
import { findActivePatient } from '#api/features/documents/requests/people.queries.ts'
import {
  auditDocument,
  recordChange,
  recordDocumentEvent,
  revokeDocument,
  updateDocument,
} from '#api/features/documents/state/change-state.commands.ts'
import { type LockedDocument, lockDocument } from '#api/features/documents/state/lock-document.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { findTurn, mailNewLink } from './resend-document.commands.ts'

type Action = Parameters<typeof documentPolicy.assertCan>[1]

/** Locks a document that the user may see, and fails unless the user may do this with it. */
export async function lockFor(db: Db, viewer: Viewer, id: number, action: Action): Promise<LockedDocument> {
  const seen = await getDocument(db, viewer, { id })
  const document = await lockDocument(db, { id: seen.id })
  // The state may have changed before the lock.
  const row = { ...document, hidden: document.hidden_at !== null, signer_id: null, uploaded: document.template_id === null }
  documentPolicy.assertCan(viewer, action, row)
  return document
}

/** The link of a guest may have been copied. The link of a patient is known to its mailbox only. */
async function replaceGuestLink(db: Db, { id, step, expires_at }: LockedDocument): Promise<void> {
  const turn = step === 'waiting' ? await findTurn(db, id) : undefined
  if (turn?.role !== 'patient') return
  await db.updateRows('signing_sessions', { recipient_id: turn.id, ended_at: null }, { expires_at: sql`now()` })
  await mailNewLink(db, turn, expires_at)
}

/** The account of the patient who signed as a guest; its centers see the document. */
async function moveToPatient(db: Db, document: LockedDocument, patientId: number): Promise<void> {
  if (document.patient_id === patientId) return
  if (document.party !== 'patient' || document.patient_id !== null)
    failField('patient', 'Only the document of an address without account can be moved.')
  const patient = (await findActivePatient(db, patientId)) ?? failField('patient', 'Choose a patient.')
  await updateDocument(db, document.id, { patient_id: patientId, ...centersOf(patient) })
  await db.updateRows('document_recipients', { document_id: document.id, role: 'patient' }, { user_id: patientId })
  await recordDocumentEvent(db, document.id, { type: 'moved' })
  await replaceGuestLink(db, document)
  auditDocument(db, { ...document, patient_id: patientId }, 'document.changed', { patient_id: patientId })
}

export async function editDocument(
  db: Db,
  viewer: Viewer,
  id: number,
  { patient, ...values }: z.output<typeof contract.documents.edit.body>,
): Promise<void> {
  const document = await lockFor(db, viewer, id, 'edit')
  const changes = changesBetween<Pick<LockedDocument, 'name' | 'note'>>(document, values)
  if (changes) {
    await updateDocument(db, id, changes.after)
    const { patient_id } = document
    const event = { type: 'document.changed', subject: id, ...changes } as const
    audit(db, { ...event, ...(patient_id !== null && { patient: patient_id }) })
  }
  if (patient !== undefined) await moveToPatient(db, document, patient)
}

/** Hides a document. A pending one is revoked first; the row and its files are kept for good. */
export async function removeDocument(db: Db, viewer: Viewer, id: number): Promise<void> {
  const document = await lockFor(db, viewer, id, 'delete')
  if (document.status === 'Pending') await revokeDocument(db, id, 'Removed by an admin.')
  await updateDocument(db, id, { hidden_at: new Date() })
  await recordChange(db, document, { type: 'hidden' })
}

export async function voidDocument(db: Db, viewer: Viewer, id: number, reason: string): Promise<void> {
  await lockFor(db, viewer, id, 'void')
  await revokeDocument(db, id, reason)
}

/** A document on legal hold cannot be removed from the lists. */
export async function holdDocument(
  db: Db,
  viewer: Viewer,
  id: number,
  { legal_hold, reason }: { legal_hold: boolean; reason: string },
): Promise<void> {
  const document = await lockFor(db, viewer, id, 'hold')
  if (document.legal_hold === legal_hold) return
  await updateDocument(db, id, { legal_hold })
  await recordChange(db, document, { type: legal_hold ? 'held' : 'released', detail: reason }, { reason })
}
