/** Our fields as form fields of BoldSign. */
import { ownValue } from '@vialdesk/contract/base/own-value'
import {
  type FieldType,
  type PageSize,
  type PrefillSource,
  prefillSources,
  type SignerRole,
  type SigningField,
} from '@vialdesk/contract/documents/signing-fields'
import { z } from 'zod'

/** BoldSign measures pages in pixels, 96 to the inch; a point is 1/72 inch. */
const PIXELS_PER_POINT = 96 / 72
const DATE_FORMAT = 'MM/dd/yyyy'

/**
 * The portal fills labels when it sends a document. Their ids say with what: `full_name__patient__<id>`, `email__center__<id>` or
 * `prefill__patient_name__patient__<id>`. BoldSign keeps a label without its role, so the id has the role too.
 */
const FILLED = /^(full_name|email|prefill__([a-z]+)_([a-z]+))__(?:(patient|center)__)?(.+)$/

export interface FilledField {
  type: 'full_name' | 'email' | 'prefill'
  /** Undefined: the main signer. */
  role: SignerRole | undefined
  source?: PrefillSource
  /** Of our field. */
  id: string
}

/** Undefined for a form field that the portal does not fill. */
export function filledFieldOf(formFieldId: string | null | undefined): FilledField | undefined {
  const [, kind, subject, fact, role, id = ''] = FILLED.exec(formFieldId ?? '') ?? []
  if (kind === 'full_name' || kind === 'email') return { type: kind, role: role as SignerRole | undefined, id }
  const source = `${subject}.${fact}` as PrefillSource
  return Object.hasOwn(prefillSources, source) ? { type: 'prefill', role: role as SignerRole | undefined, source, id } : undefined
}

const filledKind = ({ id, role }: SigningField, what: string) => ({ fieldType: 'Label', id: `${what}__${role}__${id}` })

const MIN_PIXELS = 1
const pixels = (fraction: number, points: number) => Math.round(fraction * points * PIXELS_PER_POINT * 100) / 100

function boundsOf({ x, y, width, height }: SigningField, page: PageSize) {
  return {
    x: pixels(x, page.width),
    y: pixels(y, page.height),
    width: Math.max(MIN_PIXELS, pixels(width, page.width)),
    height: Math.max(MIN_PIXELS, pixels(height, page.height)),
  }
}

type Kind = { fieldType: string } & Record<string, unknown>

/** Everything that depends on the type of the field. */
function kindOf(field: SigningField): Kind {
  switch (field.type) {
    case 'signature':
      return { fieldType: 'Signature' }
    case 'initials':
      return { fieldType: 'Initial' }
    case 'full_name':
    case 'email':
      return filledKind(field, field.type)
    case 'prefill':
      return filledKind(field, `prefill__${(field.source ?? 'patient.name').replace('.', '_')}`)
    case 'date_signed':
      return { fieldType: 'DateSigned', dateFormat: DATE_FORMAT }
    case 'date':
      return { fieldType: 'EditableDate', editableDateFieldSettings: { dateFormat: DATE_FORMAT } }
    case 'text':
      return { fieldType: 'TextBox', placeHolder: field.label }
    case 'number':
      return { fieldType: 'TextBox', placeHolder: field.label, validationType: 'NumbersOnly' }
    case 'checkbox':
      return { fieldType: 'CheckBox', label: field.label }
    case 'radio':
      return { fieldType: 'RadioButton', label: field.value ?? field.label, groupName: field.group ?? field.id }
    case 'dropdown':
      return { fieldType: 'Dropdown', dropdownOptions: field.options ?? [] }
  }
}

export function formFieldOf(field: SigningField, pages: readonly PageSize[]) {
  const page = pages[field.page - 1] ?? pages[0] ?? { width: 612, height: 792 }
  return {
    id: field.id,
    pageNumber: field.page,
    bounds: boundsOf(field, page),
    isRequired: field.required && field.type !== 'prefill',
    ...kindOf(field),
  }
}

export const formFieldsOf = (fields: readonly SigningField[], role: SignerRole, pages: readonly PageSize[]) =>
  fields.filter((field) => field.role === role).map((field) => formFieldOf(field, pages))

/**
 * The type of a form field in small letters. In requests BoldSign spells it as `TextBox`, in answers as `textbox`; properties of
 * templates have it as `fieldType`, those of documents as `type`.
 */
export const kindOfAnswer = ({ fieldType, type }: Pick<FormField, 'fieldType' | 'type'>) =>
  (fieldType || type || '').toLowerCase()

/** True for a form field that the signer does not fill. */
export const isLabel = (field: FormField) => ['label', 'hyperlink'].includes(kindOfAnswer(field))

/** A form field as BoldSign answers it. */
export const FormField = z.object({
  id: z.string().nullish(),
  fieldType: z.string().nullish(),
  type: z.string().nullish(),
  isRequired: z.boolean().nullish(),
  pageNumber: z.number().int().nullish(),
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullish(),
  label: z.string().nullish(),
  groupName: z.string().nullish(),
  dropdownOptions: z.array(z.string()).nullish(),
})
export type FormField = z.infer<typeof FormField>

const types: Record<string, FieldType> = {
  signature: 'signature',
  initial: 'initials',
  datesigned: 'date_signed',
  editabledate: 'date',
  checkbox: 'checkbox',
  radiobutton: 'radio',
  dropdown: 'dropdown',
}

/** Ids of BoldSign's own editor may have other characters than ours. */
const validId = (id: string) =>
  id
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '-')
    .slice(0, 40)

const fraction = (pixels: number, points: number) =>
  Math.min(1, Math.max(0, Math.round((pixels / PIXELS_PER_POINT / points) * 100_000) / 100_000))

/** Our field; undefined for text that nobody fills, and for a field without a place. */
export function signingFieldOf(field: FormField, role: SignerRole, pages: readonly PageSize[]): SigningField | undefined {
  const filled = filledFieldOf(field.id)
  const type = filled?.type ?? (isLabel(field) ? undefined : (ownValue(types, kindOfAnswer(field)) ?? 'text'))
  const page = pages[(field.pageNumber ?? 1) - 1]
  if (!type || !field.id || !field.bounds || !page) return undefined
  const { x, y, width, height } = field.bounds
  return {
    ...{ id: validId(filled?.id ?? field.id), type, role: filled?.role ?? role, page: field.pageNumber ?? 1 },
    ...{ x: fraction(x, page.width), y: fraction(y, page.height) },
    ...{ width: fraction(width, page.width), height: fraction(height, page.height) },
    ...{ required: field.isRequired ?? false, label: (field.label ?? '').slice(0, 80) },
    ...(type === 'dropdown' && { options: field.dropdownOptions ?? [] }),
    ...(type === 'radio' && { group: (field.groupName ?? field.id).slice(0, 40), value: (field.label ?? field.id).slice(0, 80) }),
    ...(filled?.source && { source: filled.source }),
  }
}
