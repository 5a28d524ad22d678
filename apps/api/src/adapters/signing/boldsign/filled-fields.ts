/** The fields that the portal fills when it sends a document. A document is never sent with a blank where a text belongs. */
import { fieldTypes, prefillSources } from '@vialdesk/contract/documents/signing-fields'
import { type NewProviderDocument, SigningRefused } from '#api/platform/ports/signing.ts'
import { type FilledField, type FormField, filledFieldOf } from './form-fields.ts'
import { signerOfRole, type TemplateProperties } from './templates.ts'

type Filling = Pick<NewProviderDocument, 'signers' | 'prefill'>

function textOf({ type, role, id }: FilledField, { signers, prefill }: Filling): string | undefined {
  if (type === 'prefill') return prefill.find((each) => each.id === id)?.text
  const signer = signers.find((each) => (role === undefined ? each.position === 1 : each.role === role))
  return type === 'full_name' ? signer?.name : signer?.email
}

const nameOf = ({ type, source }: FilledField) => (source ? prefillSources[source] : fieldTypes[type].label)

/** Throws SigningRefused, with a reason for admins, when the template and the document do not have the same prefilled fields. */
export function filledFields({ roles, commonFields }: TemplateProperties, { signers, prefill }: Filling) {
  const main = signers.find(({ position }) => position === 1)?.role
  const present = roles.filter((role) => signers.some((signer) => signer.role === signerOfRole(role, roles, main)))
  const found: string[] = []
  const fill = (field: FormField, roleIndex: number | undefined, more: object = {}) => {
    const filled = filledFieldOf(field.id)
    if (!filled) return []
    const value = textOf(filled, { signers, prefill })
    if (value === undefined || roleIndex === undefined)
      throw new SigningRefused(
        `The template has the field "${nameOf(filled)}" at BoldSign, and this document has no text for it. Choose Verify Status, and then make a new document.`,
      )
    found.push(filled.id)
    return [{ roleIndex, id: field.id ?? '', value, ...more }]
  }
  // A label belongs to no role. It is filled through the role of the first signer, as BoldSign's guide for labels does.
  const labels = commonFields.flatMap((field) => fill(field, present[0]?.index))
  const own = present.flatMap(({ index, formFields }) =>
    (formFields ?? []).flatMap((field) => fill(field, index, { isReadOnly: true })),
  )
  const missing = prefill.find(({ id }) => !found.includes(id))
  if (missing)
    throw new SigningRefused(
      `The template has no field for "${missing.name}" at BoldSign, so the text would be missing. Add the field there, choose Verify Status, and then make a new document.`,
    )
  return [...labels, ...own]
}
