/** Words about fields, for labels, lists and screen readers. */
import {
  fieldTypes,
  prefillSources,
  type SignerRole,
  SigningField,
  signerRoleNames,
} from '@vialdesk/contract/documents/signing-fields'
import type { Fields } from './history.ts'

/** What the field shows: its label, its text or its type. */
export function captionOf(field: SigningField): string {
  if (field.label) return field.label
  if (field.type === 'prefill' && field.source) return prefillSources[field.source]
  return fieldTypes[field.type].label
}

/** `Text 'City' for Patient` */
export function nameOf(field: SigningField): string {
  const type = fieldTypes[field.type].label
  const label = field.label ? ` '${field.label}'` : ''
  return field.type === 'prefill'
    ? `${type}${label || ` '${captionOf(field)}'`}`
    : `${type}${label} for ${signerRoleNames[field.role]}`
}

/** `Signature for Patient`, or `3 fields` */
export const nameOfAll = (fields: Fields): string => {
  const [first] = fields
  return fields.length === 1 && first ? nameOf(first) : `${fields.length} fields`
}

const percent = (value: number) => `${Math.round(value * 1000) / 10}%`

/** `10% from the left, 20% from the top` */
export const placeOf = ({ x, y }: SigningField) => `${percent(x)} from the left, ${percent(y)} from the top`
/** `20% wide, 5% high` */
export const sizeOf = ({ width, height }: SigningField) => `${percent(width)} wide, ${percent(height)} high`

/** The signer leaves these fields blank if they are optional. The portal fills all others. */
export const isFilledBySigner = ({ type }: SigningField) => fieldTypes[type].filledBy === 'signer'

/** The order of reading: by page, then from the upper left to the lower right. */
export const byPosition = (a: SigningField, b: SigningField) => a.page - b.page || a.y - b.y || a.x - b.x

/** `Add a signature field for the patient.` */
export function missingSignatureText(role: SignerRole, fields: Fields): string {
  const hasOptional = fields.some((field) => field.role === role && field.type === 'signature')
  const name = signerRoleNames[role].toLowerCase()
  return hasOptional ? `Make a signature of the ${name} required.` : `Add a signature field for the ${name}.`
}

type Problems = Partial<Record<string, string>>

/** Fields are never changed in place, and a drag asks for all of them again. */
const known = new WeakMap<SigningField, Problems>()

/** Why the server would refuse a field, by the same schema: messages by attribute. */
export function problemsOf(field: SigningField): Problems {
  const found = known.get(field)
  if (found) return found
  const issues = SigningField.safeParse(field).error?.issues ?? []
  const problems = Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
  known.set(field, problems)
  return problems
}

export function firstProblem(fields: Fields): { id: string; text: string } | undefined {
  for (const field of fields) {
    const [message] = Object.values(problemsOf(field))
    if (message) return { id: field.id, text: `${nameOf(field)} on page ${field.page}: ${message}` }
  }
  return undefined
}
