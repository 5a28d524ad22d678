/** The access table of screens, read by the menu, the route guards and the server. A screen without a row is denied. */
import type { Role } from './roles.ts'

export interface ScreenAccess {
  title: string
  /** `guest`: no session needed. `any`: each of the nine working roles, but not an observer. */
  openTo: 'guest' | 'any' | readonly Role[]
  /** The group of the side menu. Without it the menu does not list the screen. */
  menu?: 'Overview' | 'People' | 'Patients' | 'Centers' | 'Team' | 'Sales' | 'Money' | 'Administration' | 'Account'
  /** Other pages of the portal show it in a frame. No other screen may be framed, and none by another site. */
  framed?: true
  /** Only for admins of the installation. */
  installation?: true
}

export const screenAccess = {
  '/': { title: 'Login', openTo: 'guest' },
  '/forgot-password': { title: 'Forgot Password', openTo: 'guest' },
  '/set-password': { title: 'Set Password', openTo: 'guest' },
  '/unauthorized': { title: 'Unauthorized', openTo: 'guest' },
  '/sales-rep-registration': { title: 'Sales Rep Registration', openTo: 'guest' },
  '/sales-manager-registration': { title: 'Sales Manager Registration', openTo: 'guest' },
  '/sales-distributor-registration': { title: 'Sales Distributor Registration', openTo: 'guest' },
  '/admin-registration-process': { title: 'Admin Registration', openTo: 'guest' },
  '/harvest-center-registration': { title: 'Harvest Center Registration', openTo: 'guest' },
  '/hc-staff-registration': { title: 'HC Staff Registration', openTo: 'guest' },
  '/referral-harvest-center-registration': { title: 'Referral Harvest Center Registration', openTo: 'guest' },
  '/sign-your-document': { title: 'Sign Document', openTo: 'guest' },
  '/signed-completed-message': { title: 'Document Signed', openTo: 'guest', framed: true },
  '/patient-signed-completed-message': { title: 'Document Signed', openTo: 'guest', framed: true },
  '/patient-signed-completed-message-from-email': { title: 'Document Signed', openTo: 'guest', framed: true },
  '/hc-signed-completed-message': { title: 'Document Signed', openTo: 'guest', framed: true },
  '/signed-copy': { title: 'Your Signed Document', openTo: 'guest' },
  '/verify-email': { title: 'Confirm Your Email', openTo: 'guest' },
  '/verify': { title: 'Verify a Document', openTo: 'guest' },
  '/signing': { title: 'Sign Document', openTo: 'guest', framed: true },
  '/template-editor': { title: 'Edit Template', openTo: 'guest', framed: true },
  '/dashboard': { title: 'Dashboard', openTo: 'any', menu: 'Overview' },
  '/all-users': { title: 'Users', openTo: ['admin'], menu: 'People' },
  '/all-patients': { title: 'Patients', openTo: ['admin'], menu: 'People' },
  '/all-harvest-centers': { title: 'Harvest Centers', openTo: ['admin'], menu: 'People' },
  '/all-referral-centers': { title: 'Referral Centers', openTo: ['admin'], menu: 'People' },
  '/all-labs': { title: 'Labs', openTo: ['admin'], menu: 'People' },
  '/all-sales': { title: 'Sales', openTo: ['admin'], menu: 'People' },
  '/lab/{id?}': { title: 'Lab', openTo: ['lab', 'harvest_center', 'admin', 'observer'] },
  '/lab/{lab_id}/harvest-center/{harvestcenter_id}': { title: 'Harvest Center Patients', openTo: ['lab', 'admin'] },
  '/lab-patients': { title: 'Patients', openTo: ['lab'], menu: 'Patients' },
  // Staff open it inside a center, as the center.
  '/center-patients': { title: 'Patients', openTo: ['harvest_center', 'referral_harvest_center'], menu: 'Patients' },
  '/patients': { title: 'Patients', openTo: ['sales_rep'], menu: 'Patients' },
  '/referral-patients': { title: 'Referral Patients', openTo: ['harvest_center'], menu: 'Patients' },
  '/all-patients-team': { title: 'Team Patients', openTo: ['sales_manager'], menu: 'Patients' },
  '/all-manager-patients-team': { title: 'Team Patients', openTo: ['sales_distributor'], menu: 'Patients' },
  '/request-patients-signatures': {
    title: 'Request Patient Signature',
    // Staff open it inside a center, as the center.
    openTo: ['harvest_center', 'referral_harvest_center'],
    menu: 'Patients',
  },
  '/upload-patient-documents': {
    title: 'Upload Patient Documents',
    // Staff open it inside a center, as the center.
    openTo: ['harvest_center', 'referral_harvest_center'],
    menu: 'Patients',
  },
  '/patients-signatures': {
    title: 'Patient Signatures',
    // Staff open it inside a center, as the center.
    openTo: ['harvest_center', 'referral_harvest_center'],
    menu: 'Patients',
  },
  '/documents/patients': { title: 'All Patients Documents', openTo: ['admin'], menu: 'Patients' },
  '/documents/harvest-centers': { title: 'Harvest Centers Documents', openTo: ['admin'], menu: 'Centers' },
  '/document/{document_id}': {
    title: 'Document',
    openTo: ['admin', 'patient', 'lab', 'harvest_center', 'referral_harvest_center', 'hc_staff'],
  },
  '/email-file-templates': { title: 'Email File Templates', openTo: ['admin'], menu: 'Administration' },
  '/vials': { title: 'Vials', openTo: ['lab', 'admin'], menu: 'Patients' },
  '/vials/{code}': { title: 'Vial', openTo: ['lab', 'admin', 'harvest_center', 'referral_harvest_center', 'hc_staff'] },
  '/trace/{id}': { title: 'Trace Report', openTo: ['lab', 'admin'] },
  '/harvest-centers': { title: "Your Associated Harvest Center's", openTo: ['sales_rep'], menu: 'Centers' },
  '/referral-harvest-centers': { title: 'Referral Harvest Centers', openTo: ['sales_rep'], menu: 'Centers' },
  '/team-centers': { title: 'Team Centers', openTo: ['sales_manager', 'sales_distributor'], menu: 'Centers' },
  '/staff-view': { title: 'Staff', openTo: ['harvest_center'], menu: 'Team' },
  '/add-sales-rep': { title: 'Add Sales Rep', openTo: ['sales_manager'], menu: 'Team' },
  '/all-manager-sr-team': { title: 'Team Sales Reps', openTo: ['sales_distributor'], menu: 'Team' },
  '/add-sales-manager': { title: 'Add Sales Manager', openTo: ['sales_distributor'], menu: 'Team' },
  '/my-transaction-report': { title: 'My Transactions', openTo: ['sales_rep'], menu: 'Sales' },
  '/harvest-center/checkout/processing-fee': {
    title: 'Checkout - New Patient Processing Fee',
    openTo: ['harvest_center'],
    menu: 'Patients',
  },
  '/harvest-center/checkout/harvest-fee': {
    title: 'Checkout - Referral Processing Fee',
    openTo: ['referral_harvest_center'],
    menu: 'Patients',
  },
  '/harvest-center/checkout/product/{id?}': { title: 'Checkout', openTo: ['harvest_center', 'referral_harvest_center'] },
  '/order': { title: 'Order', openTo: ['harvest_center', 'referral_harvest_center'], menu: 'Money' },
  '/checkout/patient-vials': { title: 'Checkout - Vials', openTo: ['patient'] },

  '/orders-to-ship': { title: 'Orders to Ship', openTo: ['admin', 'lab'], menu: 'Money' },

  '/team-transaction-report': { title: 'Team Transactions', openTo: ['sales_manager'], menu: 'Sales' },
  '/manager-teams-transaction-report': { title: 'Teams Transactions', openTo: ['sales_distributor'], menu: 'Sales' },
  '/hc-transaction-history': {
    title: 'Transaction History',
    openTo: ['harvest_center', 'referral_harvest_center'],
    menu: 'Money',
  },
  '/all-transaction-report': { title: 'All Transactions', openTo: ['admin'], menu: 'Money' },
  '/payments-to-review': { title: 'Payments to Review', openTo: ['admin'], menu: 'Money' },
  '/payment-settings': { title: 'Payment Settings', openTo: ['admin'], menu: 'Administration' },

  '/commissions': {
    title: 'Commissions',
    openTo: ['admin', 'sales_rep', 'sales_manager', 'sales_distributor'],
    menu: 'Money',
  },

  '/coupon-manager': { title: 'Coupon Manager', openTo: ['admin'], menu: 'Money' },
  '/white-label-settings': { title: 'White Label Settings', openTo: ['admin'], menu: 'Administration' },
  '/assets-manager': { title: 'Assets Manager', openTo: ['admin'], menu: 'Administration' },
  '/observers': { title: 'Observers', openTo: ['admin'], menu: 'Administration' },
  '/mail-log': { title: 'Mail Log', openTo: ['admin'], menu: 'Administration' },
  '/audit': { title: 'Audit', openTo: ['admin'], menu: 'Administration' },
  '/background-jobs': { title: 'Background Jobs', openTo: ['admin'], menu: 'Administration', installation: true },
  '/integrations': { title: 'Integrations', openTo: ['admin'], menu: 'Administration' },
  '/resource-center': { title: 'Resource Center', openTo: 'any', menu: 'Overview' },
  '/product-manager': { title: 'Product Manager', openTo: ['admin'], menu: 'Administration' },
  '/hc-payments': {
    title: 'Payment Options',
    openTo: ['harvest_center', 'referral_harvest_center', 'hc_staff', 'patient'],
    menu: 'Account',
  },
  '/receipt/{id}': { title: 'Receipt', openTo: ['admin', 'harvest_center', 'referral_harvest_center', 'patient'] },
  '/fedex-request-label': { title: 'Request Fedex Label', openTo: ['harvest_center', 'hc_staff'], menu: 'Patients' },
  '/fedex-request-label-rhc': { title: 'Request Fedex Label', openTo: ['referral_harvest_center'], menu: 'Patients' },
  '/fedex-requests': { title: 'Fedex Requests', openTo: ['admin'], menu: 'Centers' },
  '/inactive-users': { title: 'Inactive Users', openTo: ['admin'], menu: 'People' },
  '/hc-staff-manager': { title: 'HC Staff Manager', openTo: ['admin'], menu: 'Centers' },
  '/rhc-manager': { title: 'RHC Manager', openTo: ['admin'], menu: 'Centers' },
  '/import': { title: 'Import', openTo: ['admin'], menu: 'People' },
  '/hc-locations': {
    title: 'Locations',
    openTo: ['harvest_center', 'referral_harvest_center', 'hc_staff'],
    menu: 'Account',
  },
  '/users/{id}': {
    title: 'User',
    openTo: [
      'admin',
      'lab',
      'harvest_center',
      'referral_harvest_center',
      'hc_staff',
      'sales_rep',
      'sales_manager',
      'sales_distributor',
    ],
  },
  '/labels/{id}': { title: 'Label Request', openTo: ['admin', 'harvest_center', 'referral_harvest_center', 'hc_staff'] },
  '/orders/{id}': { title: 'Order', openTo: ['admin', 'lab'] },
  '/profile': { title: 'Profile', openTo: 'any', menu: 'Account' },
  '/hc-profile': { title: 'Profile', openTo: ['harvest_center', 'hc_staff'] },
  // Staff open it inside a center, as the center.
  '/conversations': {
    title: 'Conversations',
    openTo: ['patient', 'harvest_center', 'referral_harvest_center'],
    menu: 'Overview',
  },
  '/messages': { title: 'Messages', openTo: 'any' },
  '/settings': { title: 'Settings', openTo: 'any', menu: 'Account' },
  '/password': { title: 'Change Password', openTo: 'any', menu: 'Account' },
  '/contact': { title: 'Got a Question', openTo: 'any', menu: 'Account' },
} as const satisfies Record<string, ScreenAccess>

export type ScreenPath = keyof typeof screenAccess

/** Whether a role may open a screen. An undefined role is a guest. */
export function mayOpenScreen(path: ScreenPath, role: Role | undefined): boolean {
  const { openTo }: ScreenAccess = screenAccess[path]
  if (openTo === 'guest') return true
  return role !== undefined && (openTo === 'any' ? role !== 'observer' : openTo.includes(role))
}
