/**
 * Seals a PDF with a digital signature (PAdES): every later change is detected. Without a timestamp authority the level is
 * B-B. With one it is B-LTA, or B-T if the certificates give no revocation data.
 */

import { type P12Signer, PDF, PdfArray, TimestampError } from '@libpdf/core'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { type TimestampAuthority, timestampAuthority } from './seal/timestamp-authority.ts'

/** The timestamp authority gave no timestamp that can be used. Try again later. */
export class TimestampUnavailable extends Error {
  override name = 'TimestampUnavailable'
}

/** Holds the certificate and signs with its key. */
export type SealSigner = Pick<P12Signer, 'certificate' | 'certificateChain' | 'keyType' | 'signatureAlgorithm' | 'sign'>

export interface SealOptions {
  signer: SealSigner
  tsaUrl?: string | undefined
  /** For example `Signed by all parties`. */
  reason?: string | undefined
  at?: Date | undefined
}

export interface SealedPdf {
  pdf: Buffer
  /** Of the sealed file, in hexadecimal. */
  sha256: string
  pages: number
  level: 'B-B' | 'B-T' | 'B-LTA'
}

/** Bytes for the signature with its certificates and timestamp. */
const SIGNATURE_BYTES = 32_000

async function hasRevocationData(bytes: Uint8Array): Promise<boolean> {
  const pdf = await PDF.load(bytes)
  const resolve = (ref: Parameters<PDF['getObject']>[0]) => pdf.getObject(ref)
  const store = pdf.getCatalog().getDict('DSS', resolve)
  return ['OCSPs', 'CRLs'].some((name) => {
    const found = store?.get(name, resolve)
    return found instanceof PdfArray && found.length > 0
  })
}

/** Adds revocation data and a timestamp of the whole file; undefined if there is no revocation data. */
async function archive(signed: Uint8Array, authority: TimestampAuthority): Promise<Uint8Array | undefined> {
  const pdf = await PDF.load(signed)
  const { bytes, warnings } = await pdf.addArchivalData({ timestampAuthority: authority, estimatedSize: SIGNATURE_BYTES })
  return warnings.length === 0 && (await hasRevocationData(bytes)) ? bytes : undefined
}

async function sign(
  bytes: Buffer,
  { signer, tsaUrl, reason, at }: SealOptions,
): Promise<Pick<SealedPdf, 'level'> & { bytes: Uint8Array }> {
  const pdf = await PDF.load(bytes)
  const authority = tsaUrl === undefined ? undefined : timestampAuthority(tsaUrl)
  const { bytes: signed } = await pdf.sign({
    ...{ signer, estimatedSize: SIGNATURE_BYTES, level: authority ? 'B-T' : 'B-B' },
    ...(authority && { timestampAuthority: authority }),
    ...(reason !== undefined && { reason }),
    ...(at !== undefined && { signingTime: at }),
  })
  if (!authority) return { bytes: signed, level: 'B-B' }
  const archived = await archive(signed, authority)
  return archived ? { bytes: archived, level: 'B-LTA' } : { bytes: signed, level: 'B-T' }
}

/** Throws TimestampUnavailable: the caller tries again later, and never seals without the timestamp. */
export async function sealPdf(bytes: Buffer, options: SealOptions): Promise<SealedPdf> {
  const { bytes: sealed, level } = await sign(bytes, options).catch((cause) => {
    throw cause instanceof TimestampError ? new TimestampUnavailable(cause.message, { cause }) : cause
  })
  const pdf = Buffer.from(sealed)
  const pages = (await PDF.load(pdf)).getPageCount()
  return { pdf, sha256: sha256(pdf), pages, level }
}
