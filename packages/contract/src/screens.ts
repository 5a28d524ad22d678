/** The access table of screens, read by the menu, the route guards and the server. A screen without a row is denied. */
import type { Role } from './roles.ts'

export interface ScreenAccess {
  title: string
  /** `guest`: no session needed. `any`: each of the nine working roles, but not an observer. */
  who: 'guest' | 'any' | readonly Role[]
  /** The group of the side menu. Without it the menu does not list the screen. */
  menu?: 'Overview' | 'Patients' | 'Centers' | 'Team' | 'Sales' | 'Money' | 'Administration' | 'Account'
}

export const screenAccess = {
  '/': { title: 'Login', who: 'guest' },
  '/forgot-password': { title: 'Forgot Password', who: 'guest' },
  '/set-password': { title: 'Set Password', who: 'guest' },
  '/unauthorized': { title: 'Unauthorized', who: 'guest' },
  '/sales-rep-registration': { title: 'Sales Rep Registration', who: 'guest' },
  '/sales-manager-registration': { title: 'Sales Manager Registration', who: 'guest' },
  '/sales-distributor-registration': { title: 'Sales Distributor Registration', who: 'guest' },
  '/admin-registration-process': { title: 'Admin Registration', who: 'guest' },
  '/harvest-center-registration': { title: 'Harvest Center Registration', who: 'guest' },
  '/hc-staff-registration': { title: 'HC Staff Registration', who: 'guest' },
  '/referral-harvest-center-registration': { title: 'Referral Harvest Center Registration', who: 'guest' },
  '/dashboard': { title: 'Dashboard', who: 'any', menu: 'Overview' },
  '/lab/{id?}': { title: 'Lab', who: ['lab', 'harvest_center', 'admin', 'observer'] },
  '/lab/{lab_id}/harvest-center/{harvestcenter_id}': { title: 'Harvest Center Patients', who: ['lab', 'admin'] },
  '/patients': { title: 'Patients', who: ['sales_rep'], menu: 'Patients' },
  '/referral-patients': { title: 'Referral Patients', who: ['harvest_center'], menu: 'Patients' },
  '/all-patients-team': { title: 'Team Patients', who: ['sales_manager'], menu: 'Patients' },
  '/all-manager-patients-team': { title: 'Team Patients', who: ['sales_distributor'], menu: 'Patients' },
  '/vials': { title: 'Vials', who: ['lab', 'admin'], menu: 'Patients' },
  '/vials/{code}': { title: 'Vial', who: ['lab', 'admin', 'harvest_center', 'referral_harvest_center', 'hc_staff'] },
  '/trace/{id}': { title: 'Trace Report', who: ['lab', 'admin'] },
  '/harvest-centers': { title: "Your Associated Harvest Center's", who: ['sales_rep'], menu: 'Centers' },
  '/referral-harvest-centers': { title: 'Referral Harvest Centers', who: ['sales_rep'], menu: 'Centers' },
  '/staff-view': { title: 'Staff', who: ['harvest_center'], menu: 'Team' },
  '/add-sales-rep': { title: 'Add Sales Rep', who: ['sales_manager'], menu: 'Team' },
  '/all-manager-sr-team': { title: 'Team Sales Reps', who: ['sales_distributor'], menu: 'Team' },
  '/add-sales-manager': { title: 'Add Sales Manager', who: ['sales_distributor'], menu: 'Team' },
  '/my-transaction-report': { title: 'My Transactions', who: ['sales_rep'], menu: 'Sales' },
  '/harvest-center/checkout/processing-fee': {
    title: 'Checkout - New Patient Processing Fee',
    who: ['harvest_center'],
    menu: 'Patients',
  },
  '/hc-transaction-history': { title: 'Transaction History', who: ['harvest_center'], menu: 'Money' },
  '/all-transaction-report': { title: 'All Transactions', who: ['admin'], menu: 'Money' },
  '/payments-to-review': { title: 'Payments to Review', who: ['admin'], menu: 'Money' },
  '/receipt/{id}': { title: 'Receipt', who: ['admin', 'harvest_center', 'referral_harvest_center', 'patient'] },
  '/fedex-request-label': { title: 'Request Fedex Label', who: ['harvest_center', 'hc_staff'], menu: 'Patients' },
  '/fedex-request-label-rhc': { title: 'Request Fedex Label', who: ['referral_harvest_center'], menu: 'Patients' },
  '/fedex-requests': { title: 'Fedex Requests', who: ['admin'], menu: 'Administration' },
  '/inactive-users': { title: 'Inactive Users', who: ['admin'], menu: 'Administration' },
  '/hc-staff-manager': { title: 'HC Staff Manager', who: ['admin'], menu: 'Administration' },
  '/rhc-manager': { title: 'RHC Manager', who: ['admin'], menu: 'Administration' },
  '/import': { title: 'Import', who: ['admin'], menu: 'Administration' },
  '/hc-locations': {
    title: 'Locations',
    who: ['harvest_center', 'referral_harvest_center', 'hc_staff'],
    menu: 'Account',
  },
  '/profile': { title: 'Profile', who: 'any', menu: 'Account' },
  '/hc-profile': { title: 'Profile', who: ['harvest_center', 'hc_staff'] },
  '/messages': { title: 'Messages', who: 'any' },
  '/settings': { title: 'Settings', who: 'any', menu: 'Account' },
  '/password': { title: 'Change Password', who: 'any', menu: 'Account' },
  '/contact': { title: 'Got a Question', who: 'any', menu: 'Account' },
} as const satisfies Record<string, ScreenAccess>

export type ScreenPath = keyof typeof screenAccess

/** Whether a role may open a screen. An undefined role is a guest. */
export function mayOpen(path: ScreenPath, role: Role | undefined): boolean {
  const { who }: ScreenAccess = screenAccess[path]
  if (who === 'guest') return true
  return role !== undefined && (who === 'any' ? role !== 'observer' : who.includes(role))
}
