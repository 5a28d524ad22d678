import type { TemplateType } from '@vialdesk/contract/templates'

export interface TemplateSectionText {
  type: TemplateType
  title: string
  lead: string
  dialog: string
  /** While the provider is asked for the status. */
  checking: string
}

export const templateSections: readonly TemplateSectionText[] = [
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
