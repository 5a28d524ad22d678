/** Our fields as form fields of BoldSign. */
import type { PageSize, SignerRole, SigningField } from '@vialdesk/contract/signing-fields'

/** BoldSign measures pages in pixels, 96 to the inch; a point is 1/72 inch. */
const PIXELS_PER_POINT = 96 / 72
const DATE_FORMAT = 'MM/dd/yyyy'

/** Ids of fields that the portal fills with facts about the signer when it sends a document. */
const FULL_NAME = 'full_name__'
const EMAIL = 'email__'
/** Fields that the portal fills from `prefill`. */
const PREFILL = 'prefill__'

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
      return { fieldType: 'Label', id: `${PREFILL}${field.id}` }
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
  return formFieldId.startsWith(PREFILL) ? prefill[formFieldId.slice(PREFILL.length)] : undefined
}

/** True for a form field that the signer does not fill. */
export const isLabel = ({ fieldType }: { fieldType?: string | null | undefined }) =>
  fieldType === 'Label' || fieldType === 'Hyperlink'
