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

/** Ids of fields that the portal fills with facts about the signer when it sends a document. */
const FULL_NAME = 'full_name__'
const EMAIL = 'email__'
/** Fields that the portal fills from `prefill`: `prefill__patient_name__<id>`. */
const PREFILL = 'prefill__'
const sources = Object.keys(prefillSources) as PrefillSource[]
const sourceName = (source: PrefillSource) => source.replace('.', '_')

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
      return { fieldType: 'Label', id: `${FULL_NAME}${field.id}` }
    case 'email':
      return { fieldType: 'Label', id: `${EMAIL}${field.id}` }
    case 'prefill':
      return { fieldType: 'Label', id: `${PREFILL}${sourceName(field.source ?? 'patient.name')}__${field.id}` }
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

/** The text of a form field that the portal fills when it sends a document; undefined for a field that the signer fills. */
export function filledText(
  formFieldId: string,
  signer: { name: string; email: string },
  prefill: Readonly<Record<string, string>>,
): string | undefined {
  if (formFieldId.startsWith(FULL_NAME)) return signer.name
  if (formFieldId.startsWith(EMAIL)) return signer.email
  return formFieldId.startsWith(PREFILL) ? ownValue(prefill, ownId(formFieldId)) : undefined
}

/** True for a form field that the signer does not fill. */
export const isLabel = ({ fieldType }: { fieldType?: string | null | undefined }) =>
  fieldType === 'Label' || fieldType === 'Hyperlink'

/** A form field as BoldSign answers it. */
export const FormField = z.object({
  id: z.string().nullish(),
  fieldType: z.string().nullish(),
  isRequired: z.boolean().nullish(),
  pageNumber: z.number().int().nullish(),
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullish(),
  label: z.string().nullish(),
  groupName: z.string().nullish(),
  dropdownOptions: z.array(z.string()).nullish(),
})
export type FormField = z.infer<typeof FormField>

const types: Record<string, FieldType> = {
  Signature: 'signature',
  Initial: 'initials',
  DateSigned: 'date_signed',
  EditableDate: 'date',
  CheckBox: 'checkbox',
  RadioButton: 'radio',
  Dropdown: 'dropdown',
}

/** Undefined for text that nobody fills. */
function typeOf(field: FormField): FieldType | undefined {
  if (!isLabel(field)) return ownValue(types, field.fieldType ?? '') ?? 'text'
  if (field.id?.startsWith(FULL_NAME)) return 'full_name'
  if (field.id?.startsWith(EMAIL)) return 'email'
  return field.id?.startsWith(PREFILL) ? 'prefill' : undefined
}

/** The id of our field, in the id of the form field that was made from it. */
function ownId(id: string): string {
  const prefix = [FULL_NAME, EMAIL, ...sources.map((source) => `${PREFILL}${sourceName(source)}__`)].find((each) =>
    id.startsWith(each),
  )
  return id.slice(prefix?.length ?? 0)
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
  const type = typeOf(field)
  const page = pages[(field.pageNumber ?? 1) - 1]
  if (!type || !field.id || !field.bounds || !page) return undefined
  const { x, y, width, height } = field.bounds
  const source = sources.find((each) => field.id?.startsWith(`${PREFILL}${sourceName(each)}__`))
  return {
    ...{ id: validId(ownId(field.id)), type, role, page: field.pageNumber ?? 1 },
    ...{ x: fraction(x, page.width), y: fraction(y, page.height) },
    ...{ width: fraction(width, page.width), height: fraction(height, page.height) },
    ...{ required: field.isRequired ?? false, label: (field.label ?? '').slice(0, 80) },
    ...(type === 'dropdown' && { options: field.dropdownOptions ?? [] }),
    ...(type === 'radio' && { group: (field.groupName ?? field.id).slice(0, 40), value: (field.label ?? field.id).slice(0, 80) }),
    ...(type === 'prefill' && source && { source }),
  }
}
