import { documentNames } from '@vialdesk/contract/document-groups'
import { signerRoleNames } from '@vialdesk/contract/signing-fields'
import type { Template } from '@vialdesk/contract/templates'

/** `Add a signature field for the patient`; undefined when every signer has one. */
export const missingSignatureText = ({ missing_signatures: missing }: Pick<Template, 'missing_signatures'>) =>
  missing.length === 0
    ? undefined
    : `Add a signature field for the ${missing.map((role) => signerRoleNames[role].toLowerCase()).join(' and the ')}`

/** The kind of a patient's document, and the center that has its own; undefined for documents of centers. */
export function groupText({ group, center }: Pick<Template, 'group' | 'center'>): string | undefined {
  if (group === null) return undefined
  return center ? `${documentNames[group]} of ${center.company}` : documentNames[group]
}
