/** The signer finishes: validates the values, keeps the signature, and invites the next signer or queues the seal. */
import { fieldValueErrors } from '@vialdesk/contract/documents/field-values'
import { type AdoptedSignature, CONSENT_VERSION } from '@vialdesk/contract/documents/signing'
import type { FieldValue } from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import { declineDocument, inviteNextSigner } from '#api/features/documents/state/change-state.commands.ts'
import type { LockedRecipient } from '#api/features/documents/state/lock-document.queries.ts'
import { asSigner, endSession, recordAct, type SignerRequest } from '#api/features/signing/session/signer-request.commands.ts'
import {
  assertOpen,
  assertReadable,
  lockSigningSession,
  type SigningSession,
} from '#api/features/signing/session/signing-sessions.queries.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { attachFile, storeFile } from '#api/platform/files/stored-files.ts'
import { fail, failField, failFields, fieldError } from '#api/platform/kernel/fail.ts'
import { checkSignatureImage, SignatureRefused } from '#api/platform/pdf/signature-image.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { isInitialed, knownTimeZone, newShortId, signedHash, signedValues } from './signed-values.pure.ts'

interface FinishForm {
  values: FieldValue[]
  signature: AdoptedSignature
  initials?: AdoptedSignature | undefined
  time_zone: string
}

interface FinishContext {
  domain: Domain
  ports: Ports
  transact: RunInTransaction
}

interface SignaturePictures {
  signature: StoredPicture
  initials: StoredPicture | undefined
}
interface StoredPicture {
  key: string
  /** Of the file, in hexadecimal. */
  sha256: string
}

const FOLDER = 'signatures'
export const CONSENT_FIRST = 'Please accept the disclosure first.'

const enteredValues = ({ values }: FinishForm) => new Map(values.map(({ field_id, value }) => [field_id, value.trim()]))

/** Returns the session when this page has already signed: two clicks on Finish get the same answer. */
async function lockUnsigned(db: Db, request: SignerRequest): Promise<{ session: SigningSession; isSigned: boolean }> {
  const session = await lockSigningSession(db, request.secret)
  assertReadable(session)
  if (session.endReason === 'signed') return { session, isSigned: true }
  assertOpen(session)
  if (session.signer.consent_version !== CONSENT_VERSION) fail('conflict', { message: CONSENT_FIRST })
  return { session, isSigned: false }
}

function validateForm({ signer, version: { fields } }: SigningSession, form: FinishForm): void {
  const errors = fieldValueErrors(fields, signer.role, Object.fromEntries(enteredValues(form)))
  const named = Object.entries(errors).map(([id, sentence]) => [`values.${id}`, sentence])
  if (named.length > 0) failFields(Object.fromEntries(named))
}

/** The pictures are stored before the signature is written. Unused ones are deleted at night. */
async function storePicture({ ports, transact }: FinishContext, field: string, { kind, image }: AdoptedSignature) {
  const given = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64')
  const png = await checkSignatureImage(given, kind).catch((error) => {
    throw error instanceof SignatureRefused ? fieldError(field, error.message) : error
  })
  const key = await storeFile(transact, ports.files, { folder: FOLDER, extension: 'png', bytes: png })
  return { key, sha256: sha256(png) }
}

/** The printed name of the person who signs. A staff user who signs for a center signs with the own name. */
async function getSignedName(db: Db, { user_id, name }: LockedRecipient, userId: number | null): Promise<string> {
  if (userId === null || user_id === null || userId === user_id) return name
  const [staff] = await db.rows<{ name: string }>(
    `select ${displayNameOf('u')} as name from users u where domain_id = $1 and id = $2`,
    [db.domainId, userId],
  )
  return `${(staff ?? fail('not_found')).name}, for ${name}`
}

async function writeSignature(
  db: Db,
  request: SignerRequest,
  session: SigningSession,
  form: FinishForm,
  { domain, pictures }: { domain: Domain; pictures: SignaturePictures },
): Promise<void> {
  const { document, signer, userId, version } = session
  const moment = { at: new Date(), timeZone: knownTimeZone(form.time_zone, domain.time_zone) }
  const name = await getSignedName(db, signer, userId)
  const person = { role: signer.role, name, email: signer.email }
  const values = signedValues(version.fields, person, moment, enteredValues(form))
  const initials = isInitialed(version.fields, values)
    ? (pictures.initials ?? failField('initials', 'Add your initials.'))
    : undefined
  await attachFile(db, pictures.signature.key)
  if (initials) await attachFile(db, initials.key)
  const signed_sha256 = signedHash({
    ...{ documentId: document.document_id, templateId: version.template_id, version: version.version },
    ...{ pdfSha256: version.sha256, fields: version.fields, prefill: document.prefill, signer: person, values },
    images: [pictures.signature, initials].flatMap((picture) => (picture ? [picture.sha256] : [])),
  })
  const { ip } = db.auditActor
  await db.updateRows(
    'document_recipients',
    { id: signer.id },
    {
      ...{ status: 'signed', signed_at: moment.at, signed_by: userId, signed_name: name, ip, user_agent: request.userAgent },
      ...{ time_zone: moment.timeZone, signature_kind: form.signature.kind, signature_key: pictures.signature.key },
      ...{ initials_key: initials?.key ?? null, values: JSON.stringify(values), signed_sha256, short_id: newShortId() },
    },
  )
  await recordAct(db, request, session, 'signed', { signed_sha256 })
}

/** Two requests at once sign once: the second one finds that its page has signed. */
export async function finishDocument(context: FinishContext, request: SignerRequest, form: FinishForm): Promise<SigningSession> {
  const { domain, transact } = context
  const before = await transact(async (db) => {
    const found = await lockUnsigned(db, request)
    if (!found.isSigned) validateForm(found.session, form)
    return found
  })
  if (before.isSigned) return before.session
  const pictures: SignaturePictures = {
    signature: await storePicture(context, 'signature', form.signature),
    initials: form.initials && (await storePicture(context, 'initials', form.initials)),
  }
  return transact(async (db) => {
    const { session, isSigned } = await lockUnsigned(db, request)
    if (isSigned) return session
    await writeSignature(db, request, session, form, { domain, pictures })
    await endSession(db, session, 'signed')
    await inviteNextSigner(db, session.document.id)
    return lockSigningSession(db, request.secret)
  })
}

/** A repeated request gets the same answer. */
export async function declineAsSigner(db: Db, request: SignerRequest, reason: string): Promise<SigningSession> {
  const session = await lockSigningSession(db, request.secret)
  assertReadable(session)
  if (session.endReason === 'declined') return session
  assertOpen(session)
  const { document, signer } = session
  await declineDocument(asSigner(db, session), document.id, signer, reason)
  await endSession(db, session, 'declined')
  return { ...session, document: { ...document, status: 'Declined' }, signer: { ...signer, status: 'declined' } }
}
