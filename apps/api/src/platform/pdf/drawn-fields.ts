/** The values that are drawn on the pages of a signed document. */

import { ownValue } from '@vialdesk/contract/base/own-value'
import { printedValue } from '@vialdesk/contract/documents/field-values'
import { SIGNATURE_MEANINGS } from '@vialdesk/contract/documents/signing'
import type { SignerRole, SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { DrawnField } from './draw-values.ts'

export interface DrawnSigner {
  role: SignerRole
  name: string
  signedAt: Date
  timeZone: string
  shortId: string
  /** Text by field id. */
  values: Record<string, string>
  /** PNG. Without it, only the printed signature is drawn. */
  signature: Buffer | undefined
  initials: Buffer | undefined
}

/** An empty box shows that the signer did not choose it. Other fields without a value are not drawn. */
const isBox = ({ type }: SigningField) => type === 'checkbox' || type === 'radio'

function drawnSignature(field: SigningField, { signature, initials, ...signer }: DrawnSigner): DrawnField {
  if (field.type === 'initials') return { field, ...(initials && { image: initials }) }
  const { name, signedAt: at, timeZone, shortId, role } = signer
  const manifestation = { name, at, timeZone, meaning: SIGNATURE_MEANINGS[role], shortId }
  return { field, manifestation, ...(signature && { image: signature }) }
}

export function drawnFields(
  fields: readonly SigningField[],
  prefill: Record<string, string>,
  signers: readonly DrawnSigner[],
): DrawnField[] {
  return fields.flatMap((field): DrawnField[] => {
    const signer = signers.find(({ role }) => role === field.role)
    const value = field.type === 'prefill' ? ownValue(prefill, field.id) : ownValue(signer?.values, field.id)
    if (!value) return isBox(field) ? [{ field }] : []
    if (signer && (field.type === 'signature' || field.type === 'initials')) return [drawnSignature(field, signer)]
    return [{ field, text: printedValue(field, value) }]
  })
}
