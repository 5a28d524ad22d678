/**
 * Creates documents to sign. A new document is queued: the job `documents.send` hands it to its provider, and then invites the
 * first signer.
 */
import { type DocumentKind, EXPIRY_DAYS } from '@vialdesk/contract/documents'
import type { PrefillSource, SignerRole, SigningField } from '@vialdesk/contract/signing-fields'
import { type DocumentGroup, documentGroups, documentNames } from '@vialdesk/contract/templates'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { findUsableTemplate, getTemplateVersion, type UsableTemplate } from '#api/features/templates/usable-templates.queries.ts'
import type { AuditActor } from '#api/platform/audit/audit.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { findPerson, type Person } from './people.queries.ts'
import { auditDocument, DAY_MS } from './state/change-state.commands.ts'
import { recordDocumentEvent } from './state/record-event.commands.ts'

export interface NewSigner {
  role: SignerRole
  /** Null for a guest. */
  userId: number | null
  name: string
  email: string
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
  centers?: { harvest_center_id?: number | null; referral_center_id?: number | null; referred_center_id?: number | null }
  /** The center whose name fills prefilled fields. */
  center?: { name: string; email: string }
  requestedBy: number | null
  /** The call sends the document itself, and the job only when the call did not. */
  isSentByCaller?: boolean
}

/** Milliseconds that a call may take to send its document. */
const CALLER_MS = 120_000

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

export async function createDocument(
  db: Db,
  auditActor: AuditActor,
  document: NewDocument,
  now = new Date(),
): Promise<CreatedDocument> {
  const { party, kind, name, template, patient, centers, requestedBy, signers } = document
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
  await db.insertInto('document_recipients').values(recipients).execute()
  const { ip, actor } = auditActor
  await recordDocumentEvent(db, created.id, { type: 'created', userId: actor?.impersonatorId ?? actor?.id ?? null, ip })
  auditDocument(db, auditActor, { id: created.id, name, patient_id: patient?.id ?? null }, 'document.requested', { kind })
  await enqueueSend(db, created.id, document.isSentByCaller ? new Date(Date.now() + CALLER_MS) : undefined)
  return created
}

const SEND_ATTEMPTS = 8

/** The key of the job replaces one that is still waiting, so that a document is queued once. */
export const enqueueSend = (db: Db, documentId: number, runAt?: Date) =>
  db.enqueue(
    'documents.send',
    { document_id: documentId },
    { key: `documents.send:${documentId}`, attempts: SEND_ATTEMPTS, ...(runAt && { runAt }) },
  )

/** Prefilled fields are filled by the portal. Undefined when the template needs the signature of a center, but there is none. */
export async function signersOfPatient(
  db: Db,
  template: UsableTemplate,
  patient: { id: number | null; name: string; email: string },
  center: Person | undefined,
): Promise<NewSigner[] | undefined> {
  const { fields } = await getTemplateVersion(db, template.id, template.version)
  const first: NewSigner = { role: 'patient', userId: patient.id, name: patient.name, email: patient.email }
  if (!fields.some(({ role, type }) => role === 'center' && type !== 'prefill')) return [first]
  return center && [first, { role: 'center', userId: center.id, name: center.name, email: center.email }]
}

const OPEN_OR_SIGNED = `
  select distinct kind
  from documents
  where domain_id = $1 and patient_id = $2 and party = 'patient' and status in ('Pending', 'Completed') and hidden_at is null`

export interface CreatedPatientDocuments {
  created: CreatedDocument[]
  /** The groups without a usable template, or whose template needs the signature of a center that the patient lacks. */
  missing: DocumentGroup[]
}

/**
 * The documents of a patient that are neither pending nor completed: attestation from the template of its center, processing and
 * storage from the templates of the domain. Two requests at once create each document once.
 */
export async function createPatientDocuments(
  db: Db,
  auditActor: AuditActor,
  {
    patientId,
    requestedBy,
    groups = documentGroups,
  }: { patientId: number; requestedBy: number | null; groups?: readonly DocumentGroup[] },
  now = new Date(),
): Promise<CreatedPatientDocuments> {
  await lockUser(db, patientId)
  const patient = (await findPerson(db, patientId)) ?? fail('not_found')
  const existing = await db.rows<{ kind: string }>(OPEN_OR_SIGNED, [db.domainId, patientId])
  const centerId = patient.harvest_center_id ?? patient.referral_harvest_center_id
  const center = centerId === null ? undefined : await findPerson(db, centerId)
  const result: CreatedPatientDocuments = { created: [], missing: [] }
  for (const group of groups) {
    if (existing.some(({ kind }) => kind === group)) continue
    const template = await findUsableTemplate(db, { type: 2, group, centerId: centerId ?? undefined })
    const signers = template && (await signersOfPatient(db, template, patient, center))
    if (!template || !signers) {
      result.missing.push(group)
      continue
    }
    const document: NewDocument = {
      ...{ party: 'patient', kind: group, name: documentNames[group], template, signers, patient, requestedBy },
      ...(center && { center }),
      centers: {
        harvest_center_id: patient.harvest_center_id,
        referral_center_id: patient.referral_harvest_center_id,
        referred_center_id: patient.referred_center_id,
      },
    }
    result.created.push(await createDocument(db, auditActor, document, now))
  }
  return result
}
