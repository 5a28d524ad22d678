/** Makes the center's own attestation template from the attestation that it signed: its patients sign the rest of it. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { PageSize } from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { findPerson } from '#api/features/documents/requests/people.queries.ts'
import { getProviderOf, type SigningContext } from '#api/features/documents/sending/send-document.commands.ts'
import { findUserSigningAs } from '#api/features/documents/signing-links/signers.queries.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'
import { createCenterTemplate } from '#api/features/templates/add-template.commands.ts'
import { getTemplateVersion, type TemplateVersion } from '#api/features/templates/usable-templates.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { storeFile } from '#api/platform/files/stored-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { type DrawnField, drawValues } from '#api/platform/pdf/draw-values.ts'
import { drawnFields } from '#api/platform/pdf/drawn-fields.ts'
import { SigningUnavailable } from '#api/platform/ports/signing.ts'

interface AttestationContext extends SigningContext {
  domain: { id: number }
  actor: Actor
}

interface SignedAttestation {
  document: LockedDocument
  signer: LockedRecipient & { user_id: number }
  version: TemplateVersion
}

const NOT_SIGNED = 'This document is not signed yet.'

/** The signed attestation of this session; not_found for every other document. */
async function getSigned(db: Db, actor: Actor, documentId: string): Promise<SignedAttestation> {
  const document = await lockDocument(db, { document_id: documentId })
  const [signer] = await lockRecipients(db, document.id)
  const isAttestation = document.party === 'center' && document.kind === 'attestation' && document.template_id !== null
  if (!isAttestation || !signer || signer.user_id === null) return fail('not_found')
  if ((await findUserSigningAs(db, signer, actor)) === undefined) return fail('not_found')
  const isOver = document.status !== 'Pending' && document.status !== 'Completed'
  if (signer.status !== 'signed' || isOver) return fail('conflict', { message: NOT_SIGNED })
  const version = await getTemplateVersion(db, document.template_id as number, document.template_version as number)
  return { document, signer: { ...signer, user_id: signer.user_id }, version }
}

const readFile = async ({ ports }: SigningContext, key: string) => buffer((await ports.files.open(key)).stream)

/** The fields of the center with the values that it signed. */
async function drawnFieldsOf(context: SigningContext, { signer, version, document }: SignedAttestation): Promise<DrawnField[]> {
  const { role, signature_key, initials_key, values, signed_at, time_zone, short_id } = signer
  const drawn = {
    ...{ role, name: signer.signed_name ?? signer.name, signedAt: new Date(signed_at ?? document.created_at) },
    ...{ timeZone: time_zone || 'UTC', shortId: short_id ?? '', values: values ?? {} },
    signature: signature_key === null ? undefined : await readFile(context, signature_key),
    initials: initials_key === null ? undefined : await readFile(context, initials_key),
  }
  const own = version.fields.filter((field) => field.role === role)
  return drawnFields(own, document.prefill, [drawn])
}

/** An external provider draws the values itself. */
async function drawSigned(context: AttestationContext, signed: SignedAttestation): Promise<Buffer> {
  const { document, version } = signed
  if (document.provider === 'embedded')
    return drawValues(await readFile(context, version.file_key), await drawnFieldsOf(context, signed))
  const { provider, account } = await getProviderOf(context, document)
  return provider.downloadSigned(account, document.provider_ref ?? document.document_id).catch((cause) => {
    if (!(cause instanceof SigningUnavailable)) throw cause
    return fail('unavailable', { message: 'The signed document is not ready. Try again in a moment.', cause })
  })
}

/** A registered file that nothing refers to yet. */
async function storePdf({ ports, transact }: AttestationContext, pdf: Buffer, pages: PageSize[]) {
  const key = await storeFile(transact, ports.files, { folder: 'templates', extension: 'pdf', bytes: pdf })
  return { key, sha256: createHash('sha256').update(pdf).digest('hex'), pages }
}

/** The template that was made from this document before: a repeated call makes no second one. */
const findMade = async (db: Db, { signer, document }: SignedAttestation): Promise<string | undefined> => {
  const key = { id: signer.user_id, document_id: document.document_id }
  return (await db.findRow('users', ['template_id'], key))?.template_id ?? undefined
}

const saveTemplate =
  ({ ports }: AttestationContext, signed: SignedAttestation, file: Awaited<ReturnType<typeof storePdf>>) =>
  async (db: Db) => {
    const { document, signer, version } = signed
    await lockUser(db, signer.user_id)
    const made = await findMade(db, signed)
    if (made !== undefined) return made
    const center = await findPerson(db, signer.user_id)
    const { template_id } = await createCenterTemplate(db, ports.secretKey, {
      ...{ centerId: signer.user_id, title: document.name, description: `Signed by ${signer.name}` },
      ...{ document_message: document.message, file, fields: version.fields.filter(({ role }) => role !== signer.role) },
    })
    const after = { template_id, document_id: document.document_id }
    await db.updateRows('users', { id: signer.user_id }, after)
    audit(db, {
      ...{ type: 'account.changed', subject: signer.user_id, before: { template_id: center?.template_id ?? null }, after },
    })
    return template_id
  }

/** Saves the new template and the document on the account of the center. */
export async function makeCenterTemplate(
  context: AttestationContext,
  documentId: string,
): Promise<{ templateId: string; docId: string }> {
  const { actor, transact } = context
  const { made, ...signed } = await transact(async (db) => {
    const found = await getSigned(db, actor, documentId)
    return { ...found, made: await findMade(db, found) }
  })
  if (made !== undefined) return { templateId: made, docId: documentId }
  const file = await storePdf(context, await drawSigned(context, signed), signed.version.pages)
  return { templateId: await transact(saveTemplate(context, signed, file)), docId: documentId }
}
