/**
 * The states of a document. Each change locks the document, and writes its history, the audit, notices and mails. A change
 * that has already happened is left as it is, so that jobs and webhooks may repeat it.
 */
import type { AuditEventType } from '@vialdesk/contract/business/audit-events'
import type { DocumentEventType } from '@vialdesk/contract/documents/document-events'
import { FIRST_REMINDER_DAYS } from '@vialdesk/contract/documents/document-requests'
import type { DocumentStatus } from '@vialdesk/contract/documents/documents'
import type { Updateable } from 'kysely'
import { type Db, SYSTEM_ACTOR } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { named, notify, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { announce } from '#api/platform/events/announce.ts'
import { attachFile } from '#api/platform/files/stored-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { type LockedDocument, type LockedRecipient, lockDocument, lockRecipients } from './lock-document.queries.ts'

interface NewDocumentEvent {
  type: DocumentEventType
  /** The signer who acted, or whom the event is about (`eventsAboutSigner`). */
  recipientId?: number | null
  userAgent?: string | null
  /** A sentence for people, such as a reason. */
  detail?: string
}

const MAX_USER_AGENT = 300

/** Writes the history of a document, which its certificate shows. */
export async function recordDocumentEvent(
  db: Db,
  documentId: number,
  { type, recipientId, userAgent, detail }: NewDocumentEvent,
): Promise<void> {
  const { actor, ip } = db.auditActor
  await db.insertRow('document_events', {
    ...{ document_id: documentId, type, detail: detail ?? '', recipient_id: recipientId ?? null },
    ...{ user_id: actor?.id ?? null, impersonator_id: actor?.impersonatorId ?? null },
    ...{ ip, user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null },
  })
}

/** The audit of a document: its subject is the document, and its patient's timeline shows it. Tests are not audited. */
export function auditDocument(
  db: Db,
  { id, patient_id, name }: Pick<LockedDocument, 'id' | 'patient_id' | 'name'>,
  type: AuditEventType,
  after: object = {},
): void {
  audit(db, {
    type,
    subject: id,
    ...(patient_id !== null && { patient: patient_id }),
    after: { document: name, ...after },
  })
}

/** The events of the history that are audited, too. */
type AuditedEvent = { [Type in DocumentEventType]: `document.${Type}` extends AuditEventType ? Type : never }[DocumentEventType]

/** Writes a change to the history of the document, and to the audit with `after`. */
export async function recordChange(
  db: Db,
  document: Pick<LockedDocument, 'id' | 'patient_id' | 'name'>,
  event: NewDocumentEvent & { type: AuditedEvent },
  after?: object,
): Promise<void> {
  await recordDocumentEvent(db, document.id, event)
  auditDocument(db, document, `document.${event.type}`, after)
}

/** A document that was removed from the lists is not shown to its parties either, so nobody is notified. */
export async function notifyParties(db: Db, document: LockedDocument, title: string, text: string): Promise<void> {
  if (document.party === 'test' || document.hidden_at !== null) return
  const { requested_by, harvest_center_id, referral_center_id, referred_center_id, patient_id: about } = document
  const parties = [...new Set([requested_by, harvest_center_id, referral_center_id, referred_center_id])]
  await notify(db, parties, { kind: 'document', title, text, about, path: documentScreen(document), mailedAlready: true })
}

const quoted = ({ name }: Pick<LockedDocument, 'name'>) => `“${name}”`

/** A document in the text of a notice for somebody else than its patient. */
export const inNotice = ({ name, party }: LockedDocument) =>
  party === 'patient' ? `${quoted({ name })} of ${named('a patient')}` : quoted({ name })

/** The screen that shows a document to every reader of it. */
const documentScreen = ({ document_id }: Pick<LockedDocument, 'document_id'>) => `/document/${document_id}`

const ended = (status: DocumentStatus, more: Updateable<Tables['documents']> = {}) => ({
  ...{ status, step: 'done', failure: '', next_reminder_at: null },
  ...more,
})

/** Everybody has signed; only the seal is missing. Such a document does not end otherwise. */
export const isSigned = ({ step }: Pick<LockedDocument, 'step'>) => step === 'sealing' || step === 'seal_failed'

/** Ends the links of all signers. The hashes are kept: the holder of a link reads why it ended. */
async function endLinks(db: Db, documentId: number): Promise<void> {
  await db.updateRows('document_recipients', { document_id: documentId }, { secret_expires_at: new Date() })
}

/** The provider ends its own copy of the document. The job is safe to repeat. */
async function enqueueRevoke(db: Db, { id, provider_ref }: LockedDocument): Promise<void> {
  if (provider_ref === null) return
  await db.enqueue('documents.revoke', { document_id: id }, { key: `documents.revoke:${id}` })
}

interface SealedFile {
  /** Of a registered file. */
  sealedKey: string
  sealedSha256: string
  pages: number
}

/** The document is signed and sealed: its file is kept, and every signer gets a copy. */
export async function completeDocument(
  db: Db,
  documentId: number,
  { sealedKey, sealedSha256, pages }: SealedFile,
): Promise<void> {
  const document = await lockDocument(db, { id: documentId })
  if (document.status === 'Completed') return
  if (document.status !== 'Pending') fail('conflict')
  await attachFile(db, sealedKey)
  const now = new Date()
  const sealed = { sealed_key: sealedKey, sealed_sha256: sealedSha256, sealed_pages: pages, sealed_at: now }
  await db.updateRows('documents', { id: documentId }, ended('Completed', { ...sealed, completed_at: now }))
  await endLinks(db, documentId)
  await recordChange(db, document, { type: 'completed' })
  if (document.party !== 'test') await announce(db, 'document.completed', { id: documentId })
  for (const { id } of await lockRecipients(db, documentId))
    await db.enqueue('documents.mail_copy', { recipient_id: id }, { key: `documents.mail_copy:${id}` })
  await notifyParties(db, document, 'A document is signed', `${inNotice(document)} has been signed by everybody.`)
}

/** `signer` is undefined when the provider does not name the signer. */
export async function declineDocument(
  db: Db,
  documentId: number,
  signer: LockedRecipient | undefined,
  reason: string,
): Promise<void> {
  const document = await lockDocument(db, { id: documentId })
  if (document.status === 'Declined') return
  if (document.status !== 'Pending' || isSigned(document)) fail('conflict')
  if (signer) await db.updateRows('document_recipients', { id: signer.id }, { status: 'declined' })
  await db.updateRows('documents', { id: documentId }, ended('Declined', { reason }))
  await endLinks(db, documentId)
  await recordChange(
    db,
    document,
    { type: 'declined', recipientId: signer?.id ?? null, detail: reason },
    { reason, signer_id: signer?.user_id ?? null },
  )
  await mailRequester(db, document, 'declined')
  await notifyParties(db, document, 'A document was declined', `The signer of ${inNotice(document)} declined to sign it.`)
}

/** Ends a document that is not signed yet: by an admin or center, or because the provider reports it. */
export async function revokeDocument(db: Db, documentId: number, reason: string): Promise<void> {
  const document = await lockDocument(db, { id: documentId })
  if (document.status === 'Revoked') return
  if (document.status !== 'Pending' || isSigned(document)) fail('conflict')
  await db.updateRows('documents', { id: documentId }, ended('Revoked', { reason }))
  await endLinks(db, documentId)
  await recordChange(db, document, { type: 'revoked', detail: reason }, { reason })
  await enqueueRevoke(db, document)
  await notifyPatient(db, document, 'A document was withdrawn', `You do not have to sign ${quoted(document)} any more.`)
}

/** Does nothing before its time. */
export async function expireDocument(db: Db, documentId: number, now = new Date()): Promise<void> {
  const document = await lockDocument(db, { id: documentId })
  if (document.status !== 'Pending' || isSigned(document)) return
  if (document.expires_at === null || new Date(document.expires_at) > now) return
  await db.updateRows('documents', { id: documentId }, ended('Expired'))
  await endLinks(db, documentId)
  await recordChange(db, document, { type: 'expired' })
  await enqueueRevoke(db, document)
  await mailRequester(db, document, 'expired')
  await notifyParties(db, document, 'A document has expired', `${inNotice(document)} was not signed in time.`)
}

/** A step failed for good. Admins see the document with the reason, and can try again. */
export async function failDocument(
  db: Db,
  documentId: number,
  step: 'send_failed' | 'seal_failed',
  failure: string,
): Promise<void> {
  const document = await lockDocument(db, { id: documentId })
  if (document.status !== 'Pending' || document.step === step) return
  await db.updateRows('documents', { id: documentId }, { step, failure })
  const portal = db.as(SYSTEM_ACTOR)
  await recordChange(portal, document, { type: 'failed', detail: failure }, { step })
  const what = step === 'send_failed' ? 'sent to its signer' : 'sealed'
  await notifyAdmins(db, {
    kind: 'document',
    title: 'A document needs attention',
    text: `${inNotice(document)} could not be ${what}. Open it to try again.`,
    about: document.patient_id,
    path: documentScreen(document),
  })
}

const isInvited = ({ status }: LockedRecipient) => status === 'sent' || status === 'viewed'

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000

/**
 * Invites the next signer: its link is mailed, and reminders begin. Centers sign inside the portal and get no mail. When
 * everybody has signed, the document is queued for sealing.
 */
export async function inviteNextSigner(db: Db, documentId: number, now = new Date()): Promise<void> {
  const document = await lockDocument(db, { id: documentId })
  if (document.status !== 'Pending' || document.step !== 'waiting') return
  const recipients = await lockRecipients(db, documentId)
  if (recipients.some(isInvited)) return
  const next = recipients.find(({ status }) => status === 'waiting')
  if (!next) return startSealing(db, documentId)
  await db.updateRows('document_recipients', { id: next.id }, { status: 'sent' })
  await recordDocumentEvent(db.as(SYSTEM_ACTOR), documentId, { type: 'invited', recipientId: next.id })
  if (document.party === 'center') return
  const firstReminder = new Date(now.getTime() + FIRST_REMINDER_DAYS * DAY_MS)
  await db.updateRows('documents', { id: documentId }, { reminders: 0, next_reminder_at: firstReminder })
  await mailSigner(db, next.id, 'request')
  if (next.user_id === null) return
  await notify(db, next.user_id, {
    ...{ kind: 'document', mailedAlready: true, path: documentScreen(document) },
    ...{ title: 'Please sign a document', about: document.patient_id },
    text: `${next.role === 'patient' ? quoted(document) : inNotice(document)} waits for your signature.`,
  })
}

async function startSealing(db: Db, documentId: number): Promise<void> {
  await db.updateRows('documents', { id: documentId }, { step: 'sealing', failure: '', next_reminder_at: null })
  await enqueueSeal(db, documentId)
}

/** The key of the job replaces one that is still waiting, so that a document is queued once. */
export const enqueueSeal = (db: Db, documentId: number, runAt?: Date) =>
  db.enqueue('signing.seal', { document_id: documentId }, { key: `signing.seal:${documentId}`, ...(runAt && { runAt }) })

/** Queues the mail with the link. Its secret is made by the job, so that it is in no queue. */
export const mailSigner = (db: Db, recipientId: number, reason: 'request' | 'reminder' | 'resent', round = 0) =>
  db.enqueue(
    'documents.mail_signer',
    { recipient_id: recipientId, reason, round },
    { key: `documents.mail_signer:${recipientId}:${reason}:${round}` },
  )

const mailRequester = (db: Db, { id, requested_by }: LockedDocument, outcome: 'declined' | 'expired') =>
  requested_by === null
    ? undefined
    : db.enqueue('documents.mail_requester', { document_id: id, outcome }, { key: `documents.mail_requester:${id}:${outcome}` })

async function notifyPatient(db: Db, document: LockedDocument, title: string, text: string): Promise<void> {
  if (document.hidden_at !== null) return
  await notify(db, document.patient_id, { kind: 'document', title, text, path: documentScreen(document), mailedAlready: true })
}
