/** The features in words, for the API document and for the choice of calls of an access token, in the order of both. */
import type * as modules from './modules.ts'

type Modules = typeof modules
/** The modules with calls. */
export type FeatureName = { [M in keyof Modules]: M extends keyof Modules[M] ? M : never }[keyof Modules] | 'exports' | 'views'

interface FeatureText {
  title: string
  description: string
}

export const featureTexts: Record<FeatureName, FeatureText> = {
  sessions: { title: 'Sessions', description: 'Log in and out, passwords, two-step sign-in, and entering another account.' },
  branding: { title: 'Brand', description: 'Name, colours, logo and settings of the domain, with earlier versions.' },
  accounts: { title: 'Users', description: 'Users of every role: read, edit, activate and export them.' },
  onboarding: { title: 'New accounts', description: 'Sign-up, invitations, import of accounts, and the membership agreement.' },
  centers: { title: 'Centers', description: 'Labs, harvest centers, referral harvest centers, and their staff.' },
  sales: { title: 'Sales team', description: 'Sales reps, sales managers and sales distributors.' },
  patients: { title: 'Patients', description: 'Lists of patients, and the timeline of a patient.' },
  search: { title: 'Search', description: 'One text finds people, centers, sales, parcels and vials.' },
  vials: { title: 'Vials', description: 'Entries of vials, single vials with their codes, and the trace of a patient.' },
  products: { title: 'Products', description: 'Products with their prices.' },
  coupons: { title: 'Coupons', description: 'Coupon codes: fixed discounts at the checkout.' },
  cards: { title: 'Saved cards', description: 'Cards that a buyer saved at the payment gateway.' },
  payments: { title: 'Payment settings', description: "The domain's payment gateway." },
  checkout: { title: 'Checkout', description: 'Payments of buyers, and payments that need a review.' },
  orders: { title: 'Orders', description: 'Paid orders of vials, and their shipments.' },
  transactions: { title: 'Transactions', description: 'Sales: lists, totals, receipts, refunds and exports.' },
  commissions: { title: 'Commissions', description: 'Rates, monthly statements and payouts of the sales team.' },
  templates: { title: 'Templates', description: 'Templates of the documents that users sign.' },
  documents: { title: 'Documents', description: 'Documents for signature: send, upload, read and void them.' },
  signing: { title: 'Signing', description: 'The pages on which a signer reads and signs a document.' },
  shipping: { title: 'Shipping', description: 'Locations, requests of shipping labels, and the labels.' },
  notices: { title: 'Notices', description: 'The notices of a user, live, and questions to the team.' },
  conversations: { title: 'Conversations', description: 'Messages between a patient and the centers of that patient.' },
  dashboards: { title: 'Dashboards', description: 'The numbers of the start screen of each role.' },
  email: { title: 'Email', description: "The domain's mail records and signing key, and the log of mails." },
  resources: { title: 'Resources', description: 'Files and links for users of chosen memberships.' },
  people: { title: 'People', description: 'Invited admins, sessions of a user, two-step status and observers.' },
  audit: { title: 'Audit', description: 'Who did or saw what, and the check of the chain of entries.' },
  operations: { title: 'Background jobs', description: 'The jobs of the installation.' },
  integrations: { title: 'Access tokens', description: 'Tokens by which machines make calls for an admin.' },
  webhooks: { title: 'Webhooks', description: 'Events that the portal sends to other systems, and their deliveries.' },
  views: { title: 'Saved views', description: 'Filters, order and page size of a list under a name, own and shared.' },
  exports: { title: 'Exports', description: 'The rows of a list, filtered or chosen, as CSV.' },
}
