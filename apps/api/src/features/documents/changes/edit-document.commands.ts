/** Changes that an admin or a center makes to a document: name, note, patient, removal, revocation, legal hold, new links, new tries after a failure. */
import type { contract } from '@vialdesk/contract'
import { EXPIRY_DAYS } from '@vialdesk/contract/documents/document-requests'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { enqueueSend } from '#api/features/documents/create-document.commands.ts'
import { documentPolicy } from '#api/features/documents/documents.policy.ts'
import { getDocument } from '#api/features/documents/documents.queries.ts'
import { signerSecret, signLink } from '#api/features/documents/mails/signer-secret.pure.ts'
import { centersOf } from '#api/features/documents/requests/patient-documents.commands.ts'
import { findActivePatient } from '#api/features/documents/requests/people.queries.ts'
import { hasAccount } from '#api/features/documents/signing-links/signers.queries.ts'
import {
  auditDocument,
  DAY_MS,
  enqueueSeal,
  mailSigner,
  recordChange,
  recordDocumentEvent,
  revokeDocument,
} from '#api/features/documents/state/change-state.commands.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

type Action = Parameters<typeof documentPolicy.assertCan>[1]

/** Locks a document that the user may see, and fails unless the user may do this with it. */
async function lockFor(db: Db, viewer: Viewer, id: number, action: Action): Promise<LockedDocument> {
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
  await db.updateRows('documents', { id: document.id }, { patient_id: patientId, ...centersOf(patient) })
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
    await db.updateRows('documents', { id }, changes.after)
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
  await db.updateRows('documents', { id }, { hidden_at: new Date() })
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
  await db.updateRows('documents', { id }, { legal_hold })
  await recordChange(db, document, { type: legal_hold ? 'held' : 'released', detail: reason }, { reason })
}

/** A link that is sent again works for at least this many days: an earlier expiry is moved to the full time again. */
const LEAST_DAYS = 7

/** The signer whose turn it is. */
const findTurn = async (db: Db, documentId: number): Promise<LockedRecipient | undefined> =>
  (await lockRecipients(db, documentId)).find(({ status }) => status === 'sent' || status === 'viewed')

/** Ends the earlier link. `secret` is that of the new one; without it, the mail makes it. */
const renewSecret = (db: Db, { id, secret_version }: LockedRecipient, expiresAt: string | Date | null, secret?: string) =>
  db.updateRows(
    'document_recipients',
    { id },
    {
      secret_version: secret_version + 1,
      secret_hash: secret === undefined ? null : hashSecret(secret),
      secret_expires_at: expiresAt,
    },
  )

/** The expiry of a document whose link is renewed. */
async function renewExpiry(db: Db, { id, expires_at }: LockedDocument, now: Date): Promise<string | Date | null> {
  if (expires_at === null || new Date(expires_at).getTime() > now.getTime() + LEAST_DAYS * DAY_MS) return expires_at
  const renewed = new Date(now.getTime() + EXPIRY_DAYS * DAY_MS)
  await db.updateRows('documents', { id }, { expires_at: renewed })
  return renewed
}

/** Mails a new link to the signer. Earlier links stop working. */
async function mailNewLink(db: Db, signer: LockedRecipient, expiresAt: string | Date | null): Promise<void> {
  await renewSecret(db, signer, expiresAt)
  await mailSigner(db, signer.id, 'resent', signer.secret_version + 1)
}

const lockTurn = async (db: Db, documentId: number): Promise<LockedRecipient> =>
  (await findTurn(db, documentId)) ?? fail('conflict', { message: 'This document does not wait for a signature.' })

/** Mails a new link to the signer. Earlier links stop working. */
export async function resendDocument(
  db: Db,
  viewer: Viewer,
  key: { id: number } | { document_id: string },
  now = new Date(),
): Promise<void> {
  const { id } = await getDocument(db, viewer, key)
  const document = await lockFor(db, viewer, id, 'resend')
  const signer = await lockTurn(db, id)
  await mailNewLink(db, signer, await renewExpiry(db, document, now))
  await recordChange(db, document, { type: 'resent', recipientId: signer.id })
}

/**
 * A link for the signer, for example to sign on a device at the center. A signer with an account logs in at it. For a guest it has a
 * new secret, and earlier links stop working.
 */
export async function copySignLink(
  db: Db,
  viewer: Viewer,
  { domain, publicUrl, secretKey }: { domain: Domain; publicUrl: string; secretKey: string },
  id: number,
  now = new Date(),
): Promise<{ link: string; needs_login: boolean }> {
  const document = await lockFor(db, viewer, id, 'copy_link')
  const signer = await lockTurn(db, id)
  const version = signer.secret_version + 1
  const needs_login = await hasAccount(db, signer)
  const expiresAt = await renewExpiry(db, document, now)
  const secret = needs_login
    ? undefined
    : signerSecret(secretKey, { domainId: db.domainId, recipientId: signer.id, purpose: 'link', version })
  if (secret !== undefined) await renewSecret(db, signer, expiresAt, secret)
  await recordChange(db, document, { type: 'link_copied', recipientId: signer.id })
  return { link: signLink(domainUrl(domain, publicUrl), document.document_id, secret), needs_login }
}

/** Queues the failed step again. Two admins at once queue it once. */
export async function retryDocument(db: Db, viewer: Viewer, id: number): Promise<void> {
  const document = await lockFor(db, viewer, id, 'retry')
  const isSending = document.step === 'send_failed'
  await db.updateRows('documents', { id }, { step: isSending ? 'sending' : 'sealing', failure: '' })
  await (isSending ? enqueueSend(db, id) : enqueueSeal(db, id))
  await recordChange(db, document, { type: 'retried' })
}
