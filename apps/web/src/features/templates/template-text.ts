import { documentNames } from '@vialdesk/contract/documents/document-groups'
import { signerRoleNames } from '@vialdesk/contract/documents/signing-fields'
import type { Template, TemplateType } from '@vialdesk/contract/documents/templates'

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

export interface SectionTexts {
  type: TemplateType
  title: string
  lead: string
  dialog: string
  /** While the provider is asked for the status. */
  checking: string
}

export const sections: readonly SectionTexts[] = [
  {
    type: 4,
    title: 'Harvest Center Registration Docs',
    lead: 'Harvest centers sign these documents when they sign up.',
    dialog: 'Add New HC Template',
    checking: 'checking HC files status...',
  },
  {
    type: 5,
    title: 'Referral Harvest Center Registration Docs',
    lead: 'Referral harvest centers sign these documents when they sign up.',
    dialog: 'Add New RHC Template',
    checking: 'checking RHC files status...',
  },
  {
    type: 2,
    title: 'Patient Registration Docs',
    lead: 'Patients sign one document of each kind. The newest active one counts.',
    dialog: 'Add New Patient Template',
    checking: 'checking Patient files status...',
  },
]
