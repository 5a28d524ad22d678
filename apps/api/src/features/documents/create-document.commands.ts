/**
 * Creates a document to sign. A new document is queued: the job `documents.send` hands it to its provider, and then invites the first
 * signer.
 */
import { EXPIRY_DAYS } from '@vialdesk/contract/documents/document-requests'
import type { DocumentKind } from '@vialdesk/contract/documents/documents'
import type { PrefillSource, SignerRole, SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import { auditDocument, DAY_MS, recordDocumentEvent } from '#api/features/documents/state/change-state.commands.ts'
import { getTemplateVersion, type UsableTemplate } from '#api/features/templates/usable-templates.queries.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'

export interface NewSigner {
  role: SignerRole
  /** Null for a guest. */
  userId: number | null
  name: string
  email: string
}

/** The columns of centers: they decide which centers see a document. */
export interface DocumentCenters {
  harvest_center_id?: number | null
  referral_center_id?: number | null
  referred_center_id?: number | null
}

export interface NewDocument {
  party: 'patient' | 'center' | 'test'
  kind: DocumentKind
  name: string
  template: Pick<UsableTemplate, 'id' | 'version' | 'provider' | 'document_message'>
  /** In the order in which they sign. */
  signers: NewSigner[]
  /** Of a patient's document; the id is null for an address without account. */
  patient?: { id: number | null; name: string; email: string }
  centers?: DocumentCenters
  /** The center whose name fills prefilled fields. */
  center?: { name: string; email: string }
  requestedBy: number | null
  /** The call sends the document itself, and the job only when the call did not. */
  isSentByCaller?: boolean
}

export interface CreatedDocument {
  id: number
  document_id: string
}

const DOMAIN = `select name, to_char($2::timestamptz at time zone time_zone, 'YYYY-MM-DD') as day from domains where id = $1`

/** The texts of prefilled fields by field id. */
async function prefillOf(db: Db, fields: readonly SigningField[], { patient, center }: NewDocument, now: Date) {
  const [domain] = await db.rows<{ name: string; day: string }>(DOMAIN, [db.domainId, now])
  const texts: Record<PrefillSource, string> = {
    'patient.name': patient?.name ?? '',
    'patient.email': patient?.email ?? '',
    'center.name': center?.name ?? '',
    'center.email': center?.email ?? '',
    'domain.name': domain?.name ?? '',
    'document.date': domain?.day ?? '',
  }
  return Object.fromEntries(fields.flatMap(({ id, source }) => (source === undefined ? [] : [[id, texts[source]]])))
}

/** Milliseconds that a call may take to send its document. */
const CALLER_MS = 120_000

export async function createDocument(db: Db, document: NewDocument, now = new Date()): Promise<CreatedDocument> {
  const { party, kind, name, template, patient, centers, requestedBy, signers, isSentByCaller } = document
  const { fields } = await getTemplateVersion(db, template.id, template.version)
  const created = await db
    .insertInto('documents')
    .values({
      ...{ domain_id: db.domainId, document_id: newPublicId(), party, kind, name, step: 'sending' },
      ...{ template_id: template.id, template_version: template.version, provider: template.provider },
      ...{ message: template.document_message, requested_by: requestedBy },
      ...{ patient_id: patient?.id ?? null, patient_name: patient?.name ?? '', patient_email: patient?.email ?? '' },
      ...centers,
      prefill: JSON.stringify(await prefillOf(db, fields, document, now)),
      expires_at: new Date(now.getTime() + EXPIRY_DAYS * DAY_MS),
    })
    .returning(['id', 'document_id'])
    .executeTakeFirstOrThrow()
  const recipients = signers.map(({ userId, ...signer }, at) => ({
    ...{ domain_id: db.domainId, document_id: created.id, position: at + 1, user_id: userId },
    ...signer,
  }))
  const [first] = await db.insertInto('document_recipients').values(recipients).returning('id').execute()
  // A visitor makes the documents of its sign-up itself.
  const creatorId = kind === 'registration' && !db.auditActor.actor ? first?.id : undefined
  await recordDocumentEvent(db, created.id, { type: 'created', ...(creatorId && { recipientId: creatorId }) })
  auditDocument(db, { id: created.id, name, patient_id: patient?.id ?? null }, 'document.requested', { kind })
  await enqueueSend(db, created.id, isSentByCaller ? new Date(Date.now() + CALLER_MS) : undefined)
  return created
}

/** The user who really acts; null for a guest or a job. */
export const actingUser = ({ auditActor: { actor } }: Db): number | null => actor?.impersonatorId ?? actor?.id ?? null

const SEND_ATTEMPTS = 8

/** The key of the job replaces one that is still waiting, so that a document is queued once. */
export const enqueueSend = (db: Db, documentId: number, runAt?: Date) =>
  db.enqueue(
    'documents.send',
    { document_id: documentId },
    { key: `documents.send:${documentId}`, attempts: SEND_ATTEMPTS, ...(runAt && { runAt }) },
  )
