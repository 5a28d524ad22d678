/**
 * Fields of a document to sign: one model for the editor, the signing page and the drawn PDF. Positions are fractions of the
 * visible page (its crop box, turned as the reader sees it), from the upper left corner.
 */
import { z } from 'zod'
import { multiLine, singleLine } from '../base/primitives.ts'

/** Fills a field when the document is created. Nobody can change it. */
export const prefillSources = {
  'patient.name': "Patient's name",
  'patient.email': "Patient's email",
  'center.name': "Center's name",
  'center.email': "Center's email",
  'domain.name': 'Name of the business',
  'document.date': 'Date of the request',
} as const
export type PrefillSource = keyof typeof prefillSources

/** What the signer does with a field. `automatic` fields are filled by the portal when the signer finishes. */
export const fieldTypes = {
  signature: { label: 'Signature', filledBy: 'signer' },
  initials: { label: 'Initials', filledBy: 'signer' },
  full_name: { label: 'Full name', filledBy: 'automatic' },
  email: { label: 'Email', filledBy: 'automatic' },
  date_signed: { label: 'Date signed', filledBy: 'automatic' },
  date: { label: 'Date', filledBy: 'signer' },
  text: { label: 'Text', filledBy: 'signer' },
  number: { label: 'Number', filledBy: 'signer' },
  checkbox: { label: 'Checkbox', filledBy: 'signer' },
  radio: { label: 'Radio button', filledBy: 'signer' },
  dropdown: { label: 'Dropdown', filledBy: 'signer' },
  prefill: { label: 'Prefilled text', filledBy: 'portal' },
} as const
export type FieldType = keyof typeof fieldTypes
export const FieldTypeName = z.enum(Object.keys(fieldTypes) as [FieldType, ...FieldType[]])

export const signerRoles = ['patient', 'center'] as const
export const SignerRole = z.enum(signerRoles)
export type SignerRole = z.infer<typeof SignerRole>
export const signerRoleNames: Record<SignerRole, string> = { patient: 'Patient', center: 'Center' }

export const MAX_FIELDS = 500
export const MAX_FIELD_TEXT = 1000

const Fraction = z.number().min(0).max(1)

export const SigningField = z
  .object({
    /** Unique within the template. Values are stored by it, so it is none of the names that every object has. */
    id: z
      .string()
      .regex(/^[a-z0-9_-]{1,40}$/)
      .refine((id) => !(id in Object.prototype)),
    type: FieldTypeName,
    /** The signer of the field. A prefilled field has a signer too, but nobody fills it. */
    role: SignerRole,
    /** Counted from 1. */
    page: z.number().int().min(1).max(1000),
    x: Fraction,
    y: Fraction,
    width: Fraction.min(0.003),
    height: Fraction.min(0.003),
    required: z.boolean(),
    label: singleLine(80),
    /** Of a dropdown. */
    options: z.array(singleLine(80).min(1)).max(50).optional(),
    /** Radio buttons of one group exclude each other. */
    group: singleLine(40).optional(),
    /** Of a radio button: the value of the group when it is chosen. */
    value: singleLine(80).optional(),
    /** Of a prefilled field. */
    source: z.enum(Object.keys(prefillSources) as [PrefillSource, ...PrefillSource[]]).optional(),
  })
  .superRefine((field, refine) => {
    const addError = (path: string, message: string) => refine.addIssue({ code: 'custom', path: [path], message })
    if (field.x + field.width > 1.0001) addError('x', 'The field is outside the page.')
    if (field.y + field.height > 1.0001) addError('y', 'The field is outside the page.')
    if (field.type === 'dropdown' && (field.options ?? []).length === 0) addError('options', 'Add an option.')
    if (field.type === 'radio' && (!field.group || !field.value)) addError('group', 'Enter a group and a value.')
    if (field.type === 'prefill' && !field.source) addError('source', 'Choose the text.')
  })
export type SigningField = z.infer<typeof SigningField>

export const SigningFields = z
  .array(SigningField)
  .max(MAX_FIELDS)
  .superRefine((fields, refine) => {
    const seen = new Set<string>()
    for (const [index, { id }] of fields.entries()) {
      if (seen.has(id)) refine.addIssue({ code: 'custom', path: [index, 'id'], message: 'Two fields have the same id.' })
      seen.add(id)
    }
  })

/** A visible page, in points, as the reader sees it. */
export const PageSize = z.object({ width: z.number().positive(), height: z.number().positive() })
export type PageSize = z.infer<typeof PageSize>

/** Signers that have a field to fill but no required signature. A template without any field lacks its first signer. */
export function signersWithoutSignature(fields: readonly SigningField[], mainSigner: SignerRole): SignerRole[] {
  const signs = (role: SignerRole) => fields.some((field) => field.role === role && field.type === 'signature' && field.required)
  const takesPart = (role: SignerRole) => fields.some((field) => field.role === role && field.type !== 'prefill')
  return signerRoles.filter((role) => (role === mainSigner || takesPart(role)) && !signs(role))
}

/** The type of template decides who signs in the first place: a patient's documents the patient, the others the center. */
export const mainSignerOf = (templateType: number): SignerRole => (templateType === 2 ? 'patient' : 'center')

/** A checked box has the value `yes`, a chosen radio button its group's value. An empty value is no value. */
export const FieldValue = z.object({ field_id: singleLine(40), value: multiLine(MAX_FIELD_TEXT) })
export type FieldValue = z.infer<typeof FieldValue>
export const CHECKED = 'yes'

/** Type, signer and position of a text tag such as `{{signature:patient}}` in the PDF, read when it is uploaded. */
export const TEXT_TAG = /\{\{\s*([a-z_.]+)\s*(?::\s*(patient|center))?\s*(?::\s*(optional))?\s*\}\}/gi
