/** The words of the first steps: what to do, why, and who does it if not the reader. */
import type { LinkProps } from '@tanstack/react-router'
import type { WorkingRole } from '@vialdesk/contract/base/roles'
import type { FirstRunStepOf } from '@vialdesk/contract/business/first-run'

/**
 * A step: its action, its reason, the person if it is not the reader, and the link. Without a link, somebody else does the step, or it is on
 * the same screen.
 */
export type StepText = readonly [label: string, hint: string, link?: LinkProps]

const settingsTab = (tab: string): LinkProps => ({ to: '/white-label-settings', search: { tab } as never })
const adding = (to: LinkProps['to'], add: string): LinkProps => ({ to, search: { add } as never })
const forNewPatient = { patient: 'new' } as never

const card: StepText = ['Save a card', 'You pay faster with it. Nothing is charged now.', { to: '/hc-payments' }]
const signature: StepText = [
  'Request the first signature',
  'The patient gets the document by email, and signs it online.',
  { to: '/request-patients-signatures' },
]
const twoStep: StepText = [
  'Set up two-step sign-in',
  'Your account is then safe even if somebody finds out your password.',
  { to: '/settings' },
]

type Texts = { readonly [R in WorkingRole]: Record<FirstRunStepOf<R>, StepText> }

export const stepTexts: Texts = {
  admin: {
    two_step: [
      'Require two-step sign-in of admins',
      'Admins then set it up at their next login, with an authenticator app.',
      { to: '/white-label-settings' },
    ],
    brand: [
      'Add your logo and colour',
      'Pages, mails and receipts then look like your business.',
      { to: '/white-label-settings' },
    ],
    mail_records: [
      'Set up the records of your mail domain',
      'Without them, mails may end up in spam. You enter them at your DNS provider.',
      settingsTab('email'),
    ],
    payment_gateway: ['Connect your payment gateway', 'Until then nobody is charged.', settingsTab('payments')],
    templates: ['Add the documents to sign', 'One template for patients and one for harvest centers.', settingsTab('templates')],
    first_lab: ['Add your first lab', 'The lab gets a link by mail, and enters dates and vials.', adding('/all-labs', 'lab')],
    first_rep: [
      'Let your first sales rep sign up',
      'Send reps the address of this form. They sign up themselves.',
      { to: '/sales-rep-registration', target: '_blank' },
    ],
    first_center: [
      'Add your first harvest center',
      'A center belongs to a sales rep. It adds its own patients.',
      adding('/all-harvest-centers', 'harvest-center'),
    ],
  },
  harvest_center: {
    locations: ['Add the places you ship from', 'Labels and orders use their addresses.', { to: '/hc-locations' }],
    card,
    first_patient: [
      'Add your first patient',
      'You pay the processing fee, and the patient gets an account.',
      { to: '/harvest-center/checkout/processing-fee', search: forNewPatient },
    ],
    first_signature: signature,
    first_label: [
      'Request your first label',
      'An admin creates it. You ship the tissue to your lab with it.',
      { to: '/fedex-request-label' },
    ],
  },
  referral_harvest_center: {
    confirmed: ['Be confirmed by a harvest center', 'The harvest center decides on your request. You will be notified.'],
    card,
    first_patient: [
      'Refer your first patient',
      'You pay the referral fee, and the patient gets an account.',
      { to: '/harvest-center/checkout/harvest-fee', search: forNewPatient },
    ],
    first_signature: signature,
    first_label: [
      'Request your first label',
      'An admin creates it. You ship the tissue to the lab with it.',
      { to: '/fedex-request-label-rhc' },
    ],
  },
  lab: {
    center_assigned: ['Be assigned to a harvest center', 'An admin assigns centers to your lab. You will be notified.'],
    first_tissue: [
      'Book in your first tissue',
      'When a parcel arrives, open its patient and enter the day.',
      { to: '/lab-patients' },
    ],
    first_vials: ['Register your first vials', 'Choose the patient and the number of vials.', adding('/vials', 'new')],
  },
  sales_rep: {
    first_sign_up: [
      'Share your sign-up link',
      'Your links are on this page. Centers that sign up with them are assigned to you.',
    ],
    first_center: [
      'Get your first center',
      'The center confirms its email address. Then it appears in your list.',
      { to: '/harvest-centers' },
    ],
    first_sale: [
      'See your first sale',
      'Your centers pay at the checkout. Their purchases appear in your report.',
      { to: '/my-transaction-report' },
    ],
  },
  sales_manager: {
    first_rep: ['Add your first sales rep', 'The rep gets a link by email to set a password.', { to: '/add-sales-rep' }],
    first_center: [
      'Get the first center of your team',
      'Your reps share their sign-up links with centers.',
      { to: '/team-centers' },
    ],
    first_sale: [
      'See the first sale of your team',
      'The centers of your reps pay at the checkout.',
      { to: '/team-transaction-report' },
    ],
  },
  sales_distributor: {
    first_manager: [
      'Add your first sales manager',
      'The manager gets a link by email to set a password.',
      { to: '/add-sales-manager' },
    ],
    first_rep: ['Get the first sales rep of your teams', 'Your managers add their reps.', { to: '/all-manager-sr-team' }],
    first_center: [
      'Get the first center of your teams',
      'The reps share their sign-up links with centers.',
      { to: '/team-centers' },
    ],
  },
  hc_staff: {
    center_assigned: [
      'Get access to a harvest center',
      'The center or an admin adds you. Then you enter the center on this page.',
    ],
    two_step: twoStep,
  },
  patient: {
    documents_signed: [
      'Sign your documents',
      'Your harvest center sends them. They appear on this page.',
      { to: '/dashboard', hash: 'documents' },
    ],
    two_step: twoStep,
  },
}
