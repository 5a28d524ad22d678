/** The words of the first steps: what to do, why, and who does it if not the reader. */
import type { LinkProps } from '@tanstack/react-router'
import type { FirstRunStepOf } from '@vialdesk/contract/first-run'
import type { WorkingRole } from '@vialdesk/contract/roles'

export interface StepText {
  label: string
  /** Why the step is needed, and who does it if not the reader. */
  hint: string
  /** Absent if somebody else does the step, or if it is on the same screen. */
  link?: LinkProps
}

const settingsTab = (tab: string): LinkProps => ({ to: '/white-label-settings', search: { tab } as never })
const adding = (to: LinkProps['to'], add: string): LinkProps => ({ to, search: { add } as never })
const forNewPatient = { patient: 'new' } as never

const card: StepText = {
  label: 'Save a card',
  hint: 'You pay faster with it. Nothing is charged now.',
  link: { to: '/hc-payments' },
}
const signature: StepText = {
  label: 'Request the first signature',
  hint: 'The patient gets the document by email, and signs it online.',
  link: { to: '/request-patients-signatures' },
}
const twoStep: StepText = {
  label: 'Set up two-step sign-in',
  hint: 'Your account is then safe even if somebody finds out your password.',
  link: { to: '/settings' },
}

type Texts = { readonly [R in WorkingRole]: Record<FirstRunStepOf<R>, StepText> }

export const stepTexts: Texts = {
  admin: {
    two_step: {
      label: 'Require two-step sign-in of admins',
      hint: 'Admins then set it up at their next login, with an authenticator app.',
      link: { to: '/white-label-settings' },
    },
    brand: {
      label: 'Add your logo and colour',
      hint: 'Pages, mails and receipts then look like your business.',
      link: { to: '/white-label-settings' },
    },
    mail_records: {
      label: 'Set up the records of your mail domain',
      hint: 'Without them, mails may end up in spam. You enter them at your DNS provider.',
      link: settingsTab('email'),
    },
    payment_gateway: {
      label: 'Connect your payment gateway',
      hint: 'Until then nobody is charged.',
      link: settingsTab('payments'),
    },
    templates: {
      label: 'Add the documents to sign',
      hint: 'One template for patients and one for harvest centers.',
      link: settingsTab('templates'),
    },
    first_lab: {
      label: 'Add your first lab',
      hint: 'The lab gets a link by mail, and enters dates and vials.',
      link: adding('/all-labs', 'lab'),
    },
    first_rep: {
      label: 'Let your first sales rep sign up',
      hint: 'Send reps the address of this form. They sign up themselves.',
      link: { to: '/sales-rep-registration', target: '_blank' },
    },
    first_center: {
      label: 'Add your first harvest center',
      hint: 'A center belongs to a sales rep. It adds its own patients.',
      link: adding('/all-harvest-centers', 'harvest-center'),
    },
  },
  harvest_center: {
    locations: {
      label: 'Add the places you ship from',
      hint: 'Labels and orders use their addresses.',
      link: { to: '/hc-locations' },
    },
    card,
    first_patient: {
      label: 'Add your first patient',
      hint: 'You pay the processing fee, and the patient gets an account.',
      link: { to: '/harvest-center/checkout/processing-fee', search: forNewPatient },
    },
    first_signature: signature,
    first_label: {
      label: 'Request your first label',
      hint: 'An admin creates it. You ship the tissue to your lab with it.',
      link: { to: '/fedex-request-label' },
    },
  },
  referral_harvest_center: {
    confirmed: {
      label: 'Be confirmed by a harvest center',
      hint: 'The harvest center decides on your request. You will be notified.',
    },
    card,
    first_patient: {
      label: 'Refer your first patient',
      hint: 'You pay the referral fee, and the patient gets an account.',
      link: { to: '/harvest-center/checkout/harvest-fee', search: forNewPatient },
    },
    first_signature: signature,
    first_label: {
      label: 'Request your first label',
      hint: 'An admin creates it. You ship the tissue to the lab with it.',
      link: { to: '/fedex-request-label-rhc' },
    },
  },
  lab: {
    center_assigned: {
      label: 'Be assigned to a harvest center',
      hint: 'An admin assigns centers to your lab. You will be notified.',
    },
    first_tissue: {
      label: 'Book in your first tissue',
      hint: 'When a parcel arrives, open its patient and enter the day.',
      link: { to: '/lab-patients' },
    },
    first_vials: {
      label: 'Register your first vials',
      hint: 'Choose the patient and the number of vials.',
      link: adding('/vials', 'new'),
    },
  },
  sales_rep: {
    first_sign_up: {
      label: 'Share your sign-up link',
      hint: 'Your links are on this page. Centers that sign up with them are assigned to you.',
    },
    first_center: {
      label: 'Get your first center',
      hint: 'The center confirms its email address. Then it appears in your list.',
      link: { to: '/harvest-centers' },
    },
    first_sale: {
      label: 'See your first sale',
      hint: 'Your centers pay at the checkout. Their purchases appear in your report.',
      link: { to: '/my-transaction-report' },
    },
  },
  sales_manager: {
    first_rep: {
      label: 'Add your first sales rep',
      hint: 'The rep gets a link by email to set a password.',
      link: { to: '/add-sales-rep' },
    },
    first_center: {
      label: 'Get the first center of your team',
      hint: 'Your reps share their sign-up links with centers.',
      link: { to: '/team-centers' },
    },
    first_sale: {
      label: 'See the first sale of your team',
      hint: 'The centers of your reps pay at the checkout.',
      link: { to: '/team-transaction-report' },
    },
  },
  sales_distributor: {
    first_manager: {
      label: 'Add your first sales manager',
      hint: 'The manager gets a link by email to set a password.',
      link: { to: '/add-sales-manager' },
    },
    first_rep: {
      label: 'Get the first sales rep of your teams',
      hint: 'Your managers add their reps.',
      link: { to: '/all-manager-sr-team' },
    },
    first_center: {
      label: 'Get the first center of your teams',
      hint: 'The reps share their sign-up links with centers.',
      link: { to: '/team-centers' },
    },
  },
  hc_staff: {
    center_assigned: {
      label: 'Get access to a harvest center',
      hint: 'The center or an admin adds you. Then you enter the center on this page.',
    },
    two_step: twoStep,
  },
  patient: {
    documents_signed: {
      label: 'Sign your documents',
      hint: 'Your harvest center sends them. They appear on this page.',
      link: { to: '/dashboard', hash: 'documents' },
    },
    two_step: twoStep,
  },
}
