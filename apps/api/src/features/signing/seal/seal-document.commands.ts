/**
 * Seals a document that everybody has signed: draws the values, appends the certificate, signs the file, and completes the document.
 * Safe to repeat: whatever step fails or is killed, the next run begins again, and only one sealed file is kept.
 */

import { buffer } from 'node:stream/consumers'
import { nearestReadable } from '@vialdesk/contract/base/colors'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { completeDocument, recordDocumentEvent } from '#api/features/documents/state/change-state.commands.ts'
import { type LockedRecipient, lockDocument } from '#api/features/documents/state/lock-document.queries.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { DOCUMENT_FILES } from '#api/platform/files/pdf-folders.ts'
import { storeFile } from '#api/platform/files/stored-files.ts'
import { appendCertificate, type CertificateData, type CertificateSigner } from '#api/platform/pdf/certificate.ts'
import { drawValues } from '#api/platform/pdf/draw-values.ts'
import { type DrawnSigner, drawnFields } from '#api/platform/pdf/drawn-fields.ts'
import type { SealedPdf } from '#api/platform/pdf/seal-pdf.ts'
import { FileMissing } from '#api/platform/ports/files.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { certificateSigner, findSealData, type SealData } from './seal-data.queries.ts'

/** What the drawing of a sealed file needs. */
interface SealParts {
  domain: Domain
  ports: Pick<Ports, 'files' | 'seal' | 'publicUrl'>
}

interface SealContext extends SealParts {
  transact: RunInTransaction
}

const REASON = 'Signed by everybody and completed'

const read = async ({ ports }: SealParts, key: string) => buffer((await ports.files.open(key)).stream)

/** The PDF that was signed. Its bytes must be those that the signatures name. */
async function readOriginal(context: SealParts, { version }: SealData): Promise<Buffer> {
  const pdf = await read(context, version.file_key)
  if (sha256(pdf) !== version.sha256) throw new Error('The PDF is not the one that was signed')
  return pdf
}

interface ReadSigner {
  onPages: DrawnSigner
  onCertificate: CertificateSigner
}

async function readSigner(context: SealParts, signer: LockedRecipient): Promise<ReadSigner> {
  const { role, signature_key, initials_key, values } = signer
  const described = certificateSigner(signer)
  if (signature_key === null) throw new Error('A signer has no signature')
  const [signature, initials] = await Promise.all([
    read(context, signature_key),
    initials_key === null ? undefined : read(context, initials_key),
  ])
  const { name, signedAt, timeZone, shortId } = described
  return {
    onPages: { role, name, signedAt, timeZone, shortId, values: values ?? {}, signature, initials },
    onCertificate: { ...described, signature },
  }
}

/** PNG. Undefined without a logo, or if the logo is a drawing (SVG), which documents cannot show. */
async function readLogo(context: SealParts): Promise<Buffer | undefined> {
  const { logo } = context.domain
  if (!logo?.endsWith('.png')) return undefined
  return read(context, logo).catch((error) => {
    // A lost picture does not stop a document.
    if (error instanceof FileMissing) return undefined
    throw error
  })
}

async function brandOf(context: SealParts): Promise<CertificateData['brand']> {
  const { domain } = context
  const contact = [...domain.address.split('\n'), domain.phone].map((line) => line.trim()).filter(Boolean)
  return {
    color: nearestReadable(domain.primary_color, '#ffffff'),
    logo: await readLogo(context),
    contact: contact.join(', '),
  }
}

async function certificateOf(context: SealParts, data: SealData, signers: CertificateSigner[]): Promise<CertificateData> {
  const { domain, ports } = context
  const { document, version, history } = data
  return {
    brand: await brandOf(context),
    ...{ business: domain.name, documentId: document.document_id, title: document.name, originalSha256: version.sha256 },
    ...{ templateVersion: version.version, timeZone: domain.time_zone, history, signers },
    createdAt: new Date(document.created_at),
    completedAt: new Date(Math.max(...signers.map(({ signedAt }) => signedAt.getTime()))),
    verifyUrl: `${domainUrl(domain, ports.publicUrl)}/verify`,
  }
}

/** Does nothing when another run has sealed the document in the meantime: its file stays, and this one is deleted at night. */
const saveSealed =
  (data: SealData, key: string, { sha256: sealedSha256, pages, level }: SealedPdf) =>
  async (db: Db) => {
    const { id, step } = await lockDocument(db, { id: data.document.id })
    if (step !== 'sealing') return
    await db.updateRows('documents', { id }, { original_key: data.version.file_key, original_sha256: data.version.sha256 })
    await recordDocumentEvent(db, id, { type: 'sealed', detail: `PAdES ${level}` })
    await completeDocument(db, id, { sealedKey: key, sealedSha256, pages })
  }

/** Draws the values and the certificate, and signs the file. */
export async function drawSealedFile(context: SealParts, data: SealData): Promise<SealedPdf> {
  const original = await readOriginal(context, data)
  const signers = await Promise.all(data.recipients.map((signer) => readSigner(context, signer)))
  const fields = drawnFields(
    data.version.fields,
    data.document.prefill,
    signers.map(({ onPages }) => onPages),
  )
  const certificate = await certificateOf(
    context,
    data,
    signers.map(({ onCertificate }) => onCertificate),
  )
  const drawn = await appendCertificate(await drawValues(original, fields), certificate)
  return context.ports.seal.seal(drawn, { reason: REASON })
}

/** Throws TimestampUnavailable, FilesUnavailable and whatever else may fail; the job decides about the next try. */
export async function sealDocument(context: SealContext, id: number): Promise<void> {
  const { ports, transact } = context
  const data = await transact((db) => findSealData(db, id))
  if (!data) return
  const sealed = await drawSealedFile(context, data)
  const key = await storeFile(transact, ports.files, { folder: DOCUMENT_FILES, extension: 'pdf', bytes: sealed.pdf })
  await transact(saveSealed(data, key, sealed))
}
