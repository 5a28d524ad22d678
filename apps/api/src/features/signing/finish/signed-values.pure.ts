/** What a signer signs: the values of its fields, and the hash that binds the signature to them. */

import { randomInt } from 'node:crypto'
import { isFilledBy } from '@vialdesk/contract/documents/field-values'
import type { SignerRole, SigningField } from '@vialdesk/contract/documents/signing-fields'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { dayIn } from '#api/platform/kernel/day-in.ts'

interface Signer {
  role: SignerRole
  name: string
  email: string
}

export interface SigningMoment {
  at: Date
  timeZone: string
}

/** The given time zone, if it is one; else the other one. */
export function knownTimeZone(given: string, fallback: string): string {
  try {
    return given ? new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone : fallback
  } catch {
    return fallback
  }
}

/** All values of the signer by field id: the entered ones, and those that the portal fills. Blank ones are left out. */
export function signedValues(
  fields: readonly SigningField[],
  { role, name, email }: Signer,
  moment: SigningMoment,
  entered: ReadonlyMap<string, string>,
): Record<string, string> {
  const automatic: Partial<Record<SigningField['type'], string>> = {
    full_name: name,
    email,
    date_signed: dayIn(moment.timeZone, moment.at),
  }
  const signedValue = (field: SigningField) => (isFilledBy(role, field) ? entered.get(field.id) : automatic[field.type])
  const own = fields.filter((field) => field.role === role)
  return Object.fromEntries(own.flatMap((field) => (signedValue(field) ? [[field.id, signedValue(field) as string]] : [])))
}

export const isInitialed = (fields: readonly SigningField[], values: Record<string, string>) =>
  fields.some(({ id, type }) => type === 'initials' && Object.hasOwn(values, id))

/** Everything to which a signature is bound (21 CFR 11.70). */
export interface SignedContent {
  documentId: string
  templateId: string
  version: number
  /** SHA-256 of the bytes of the PDF, in hexadecimal. */
  pdfSha256: string
  fields: readonly SigningField[]
  prefill: Record<string, string>
  signer: Signer
  values: Record<string, string>
  /** SHA-256 of the picture of the signature, and of the initials. */
  images: string[]
}

/** JSON whose keys are sorted, so that the same content has the same hash wherever it comes from. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, canonical(part)])
}

/** In hexadecimal. */
export const signedHash = (content: SignedContent): string => sha256(JSON.stringify(canonical(content)))

/** Without characters that people confuse. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Printed next to the signature: it finds the signature in the certificate. */
export const newShortId = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
