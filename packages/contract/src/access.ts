/**
 * Who may make which call and open which screen: one table, read by the server, the menu and the route guards.
 * What has no row is denied. A row says the role and how far it reaches; the exact row rule is the feature's policy.
 */
import { type Role, roles } from './roles.ts'

/**
 * How far a role reaches with a call: everything of its domain; itself and what it owns; the patients and centers that
 * it may see; its own sales line.
 */
export type Scope = 'domain' | 'own' | 'visible' | 'team'
export type ByRole = { readonly [R in Role]?: Scope }

/** `public`: nobody needs to be signed in. `session`: any live session, whatever its role. Otherwise: role by role. */
export type Access = 'public' | 'session' | ByRole

/** Every role reaches equally far. */
const any = (scope: Scope) => Object.fromEntries(roles.map((role) => [role, scope])) as Record<Role, Scope>
const admin = { admin: 'domain' } as const

export const callAccess = {
  // sessions
  'POST /auth/login/': 'public',
  'POST /auth/logout/': 'session',
  'GET /auth/session/': 'session',
  'POST /auth/set-password/': 'public',
  'POST /api/v1/users/reset-password/': 'public',
  'POST /api/v1/users/update-password/{id}/': any('own'),

  // branding
  'GET /auth/build-version/': 'public',
  'GET /domain/config/{identifier}/': 'public',

  // accounts
  'GET /api/v1/users/all/': admin,
  'GET /api/v1/users/{id}/': { ...any('own'), ...any('visible'), admin: 'domain' },
  'PATCH /api/v1/users/{id}/': { ...any('own'), lab: 'visible', admin: 'domain' },
  'POST /api/v1/users/email-exists/': 'public',
  'GET /api/v1/memberships/': 'public',
  'GET /api/v1/user-tags/': any('domain'),

  // onboarding
  'POST /api/v1/users/': admin,
  'POST /api/v1/harvest-centers/': admin,
  'GET /api/v1/utilities/check-agreement/{id}/': any('own'),
  'POST /api/v1/utilities/accept-agreement/{id}/': any('own'),

  // centers
  'GET /api/v1/users/lab/': admin,
  'GET /api/v1/harvest-centers/list-all/': { ...admin, sales_rep: 'team', sales_manager: 'team', sales_distributor: 'team' },
  'GET /api/v1/referral-harvest-centers/': admin,

  // sales
  'GET /api/v1/users/sales-rep/list/': { ...admin, sales_manager: 'team', sales_distributor: 'team' },
  'GET /api/v1/users/sales-manager/list/': { ...admin, sales_distributor: 'team' },
  'GET /api/v1/users/sales-distributor/list/': admin,
  'GET /api/v1/sales-rep/{id}/user-exists/': 'public',

  // patients
  'GET /api/v1/users/patient/list/': {
    ...admin,
    harvest_center: 'visible',
    referral_harvest_center: 'visible',
    hc_staff: 'visible',
    lab: 'visible',
    sales_rep: 'team',
    sales_manager: 'team',
    sales_distributor: 'team',
  },
  'GET /api/v1/harvest-centers/{id}/patients/': {
    ...admin,
    harvest_center: 'own',
    hc_staff: 'visible',
    lab: 'visible',
    sales_rep: 'team',
    sales_manager: 'team',
    sales_distributor: 'team',
  },
  'GET /api/v1/harvest-centers/{id}/patientList/': { ...admin, harvest_center: 'own', hc_staff: 'visible' },
  'GET /api/v1/users/patient/{id}/timeline/': {
    ...admin,
    patient: 'own',
    harvest_center: 'visible',
    referral_harvest_center: 'visible',
    hc_staff: 'visible',
    lab: 'visible',
  },

  // vials
  'GET /api/v1/vials-history/user/{id}/': { ...any('visible'), patient: 'own', admin: 'domain' },
  'POST /api/v1/vials-history/': { ...admin, lab: 'visible' },
  'PATCH /api/v1/vials-history/{id}/': { ...admin, lab: 'visible' },

  // checkout
  'GET /api/v1/products/list-all-options/': any('domain'),
  'GET /api/v1/products/{id}/': any('domain'),
  'POST /api/v1/billing-profiles/get-profile/': any('own'),
  'GET /api/v1/transactions/get-last-id/': {
    ...admin,
    harvest_center: 'own',
    referral_harvest_center: 'own',
    hc_staff: 'own',
    patient: 'own',
  },
  'POST /api/v1/transactions/': { ...admin, harvest_center: 'own', referral_harvest_center: 'own', hc_staff: 'visible' },
  'GET /api/v1/checkout-attempts/{invoice_id}/': {
    ...admin,
    harvest_center: 'own',
    referral_harvest_center: 'own',
    hc_staff: 'own',
    patient: 'own',
  },
  'GET /api/v1/checkout-attempts/': admin,
  'POST /api/v1/checkout-attempts/{id}/recheck/': admin,
  'POST /api/v1/checkout-attempts/{id}/resolve/': admin,

  // transactions
  'GET /api/v1/transactions/': admin,
  'GET /api/v1/transactions/{id}/': { ...any('visible'), admin: 'domain' },
  'GET /api/v1/sales-rep/{id}/my-transactions/': { ...admin, sales_rep: 'own' },
  'GET /api/v1/harvest-centers/{id}/transactions-history/': { ...admin, harvest_center: 'own', hc_staff: 'visible' },

  // shipping
  'GET /api/v1/locations/user/{id}/': { ...any('own'), admin: 'domain' },

  // dashboards
  'GET /api/v1/dashboards/admin/': admin,
  'GET /api/v1/dashboards/harvest-center/': { harvest_center: 'own' },
  'GET /api/v1/dashboards/sales-rep/': { sales_rep: 'team' },
  'GET /api/v1/dashboards/patient/': { patient: 'own' },
} as const satisfies Record<string, Access>

export type CallAddress = keyof typeof callAccess

export interface ScreenAccess {
  title: string
  /** `guest`: without a session too. `any`: each of the nine roles. */
  who: 'guest' | 'any' | readonly Role[]
  /** The group of the side menu that lists the screen; without one no menu does. */
  menu?: 'Overview' | 'Patients' | 'Sales' | 'Money' | 'Account'
}

export const screenAccess = {
  '/': { title: 'Login', who: 'guest' },
  '/forgot-password': { title: 'Forgot Password', who: 'guest' },
  '/set-password': { title: 'Set Password', who: 'guest' },
  '/unauthorized': { title: 'Unauthorized', who: 'guest' },
  '/dashboard': { title: 'Dashboard', who: 'any', menu: 'Overview' },
  '/patients': { title: 'Patients', who: ['sales_rep'], menu: 'Patients' },
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
  '/password': { title: 'Change Password', who: 'any', menu: 'Account' },
} as const satisfies Record<string, ScreenAccess>

export type ScreenPath = keyof typeof screenAccess

/** How far a role reaches with a call; undefined where it may not make it. Someone with no role reaches nothing. */
export function reach(address: CallAddress, role: Role | undefined): Scope | undefined {
  const access: Access = callAccess[address]
  return typeof access === 'string' || role === undefined ? undefined : access[role]
}

/** Whether a role may open a screen; undefined stands for a guest. */
export function mayOpen(path: ScreenPath, role: Role | undefined): boolean {
  const { who }: ScreenAccess = screenAccess[path]
  if (who === 'guest') return true
  return role !== undefined && (who === 'any' || who.includes(role))
}
