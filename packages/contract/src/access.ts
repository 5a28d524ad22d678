/**
 * Who may make which call: one table, read by the server and by pages that ask only what they may. Its other half, which screens
 * someone may open, is screens.ts: every page needs that one, and only few need this.
 * What has no row is denied. A row says the role and how far it reaches; the exact row rule is the feature's policy.
 */
import { type Role, roles, type WorkingRole } from './roles.ts'

/**
 * How far a role reaches with a call: everything of its domain; itself and what it owns; the patients and centers that
 * it may see; its own sales line.
 */
export type Scope = 'domain' | 'own' | 'visible' | 'team'
export type ByRole = { readonly [R in Role]?: Scope }

/** `public`: nobody needs to be signed in. `session`: any live session, whatever its role. Otherwise: role by role. */
export type Access = 'public' | 'session' | ByRole

/** Every role reaches equally far. */
const any = (scope: Scope) => Object.fromEntries(roles.map((role) => [role, scope])) as Record<WorkingRole, Scope>
const admin = { admin: 'domain' } as const
const salesTeam = { sales_rep: 'team', sales_manager: 'team', sales_distributor: 'team' } as const
/** Yourself, whom you may see, and of an admin everyone. */
const visible = { ...any('visible'), ...admin } as const
const self = { ...any('own'), ...admin } as const

/** Whoever asks for labels. */
const labelParties = { harvest_center: 'own', referral_harvest_center: 'own', hc_staff: 'visible' } as const

export const callAccess = {
  // sessions
  'POST /auth/login/': 'public',
  'POST /auth/logout/': 'session',
  'GET /auth/session/': 'session',
  'POST /auth/set-password/': 'public',
  'POST /api/v1/users/reset-password/': 'public',
  'POST /api/v1/users/update-password/{id}/': any('own'),
  // An admin enters another account; whoever is in one goes back. Which of the two may happen is the session's to say.
  'POST /api/v1/users/login-as-user/': 'session',
  'GET /api/v1/hc-staff/auth-profile/{id}/': { ...admin, hc_staff: 'visible' },
  'GET /auth/sessions/': 'session',
  'POST /auth/sessions/{id}/end/': 'session',
  'POST /auth/sessions/end-others/': 'session',
  'GET /auth/two-step/': 'session',
  'POST /auth/two-step/begin/': 'session',
  'POST /auth/two-step/confirm/': 'session',
  'POST /auth/two-step/disable/': 'session',
  'POST /auth/two-step/recovery-codes/': 'session',
  'POST /api/v1/users/{id}/reset-two-step/': admin,

  // branding
  'GET /auth/build-version/': 'public',
  'GET /domain/config/{identifier}/': 'public',

  // accounts
  'GET /api/v1/users/all/': admin,
  'GET /api/v1/users/all/inactive/': admin,
  'GET /api/v1/users/export-csv/': admin,
  'GET /api/v1/users/identifier/{id}/': visible,
  'GET /api/v1/users/{id}/': visible,
  'PUT /api/v1/users/{id}/': self,
  'POST /api/v1/users/update/{id}/': self,
  'GET /api/v1/users/set/inactive/{id}/': admin,
  'GET /api/v1/users/set/active/{id}/': admin,
  'DELETE /api/v1/users/delete-inactive/{id}/': admin,
  'POST /api/v1/users/change-password/': admin,
  'POST /api/v1/utilities/reset-user-password/': admin,
  'POST /api/v1/utilities/upload-hc-logo/': { ...admin, harvest_center: 'own', hc_staff: 'visible' },
  'POST /api/v1/utilities/remove-hc-logo/': { ...admin, harvest_center: 'own', hc_staff: 'visible' },
  'PATCH /api/v1/users/{id}/': { ...any('own'), lab: 'visible', admin: 'domain' },
  'POST /api/v1/users/email-exists/': 'public',
  'GET /api/v1/memberships/': 'public',
  'POST /api/v1/memberships/': admin,
  'GET /api/v1/user-tags/': any('domain'),

  // onboarding
  'POST /api/v1/users/': 'public',
  'POST /api/v1/harvest-centers/': 'public',
  'GET /api/v1/hc-staff/{id}/sign-up-link/': { ...admin, harvest_center: 'own' },
  'GET /api/v1/hc-staff/{id}/invitation/': 'public',
  'GET /api/v1/harvest-centers/{id}/referral-link/': { ...admin, harvest_center: 'own' },
  'GET /api/v1/harvest-centers/{id}/referral-invitation/': 'public',
  'POST /api/v1/sales-rep/': { ...admin, sales_manager: 'own' },
  'POST /api/v1/sales-managers/': { ...admin, sales_distributor: 'own' },
  'POST /api/v1/users/import-csv/': admin,
  'POST /domain/config/{id}/validate-admin-pass/': 'public',
  'POST /domain/white-label/admin/': 'public',
  'GET /domain/file-signs/by-domain/{id}/registration/{type}/': 'public',
  'GET /api/v1/utilities/check-agreement/{id}/': any('own'),
  'POST /api/v1/utilities/accept-agreement/{id}/': any('own'),

  // centers
  'GET /api/v1/users/lab/': admin,
  'GET /api/v1/harvest-centers/list-all/': { ...admin, ...salesTeam },
  'GET /api/v1/harvest-centers/public-options/{id}/': 'public',
  'GET /api/v1/harvest-centers/': admin,
  'GET /api/v1/harvest-centers/sales-rep/{id}/': { ...admin, ...salesTeam },
  'GET /api/v1/referral-harvest-centers/': admin,
  'GET /api/v1/referral-harvest-centers/sales-rep/{id}/': { ...admin, ...salesTeam },
  'GET /api/v1/processing-labs/': { ...admin, lab: 'own' },
  // A center sees itself in its lab's list, an observer the centers of the lab it follows.
  'GET /api/v1/processing-labs/{id}/harvestcenters/': { ...admin, lab: 'own', harvest_center: 'own', observer: 'visible' },
  'GET /api/v1/hc-staff/': admin,
  'GET /api/v1/hc-staff/{id}/hc-list/': { ...admin, hc_staff: 'own' },
  'GET /api/v1/hc-staff/{id}/staff-list/': { ...admin, harvest_center: 'own' },
  'PATCH /api/v1/hc-staff/{id}/': admin,
  'POST /api/v1/hc-staff/remove-user/': { ...admin, harvest_center: 'own' },
  'GET /api/v1/rhc-association/all/': admin,
  'POST /api/v1/rhc-association/update-association/{id}/': admin,
  'GET /api/v1/rhc-association/requests/': { ...admin, harvest_center: 'own' },
  'POST /api/v1/rhc-association/requests/{id}/decide/': { ...admin, harvest_center: 'own' },

  // sales
  'GET /api/v1/users/sales-rep/list/': { ...admin, sales_manager: 'team', sales_distributor: 'team' },
  'GET /api/v1/users/sales-manager/list/': { ...admin, sales_distributor: 'team' },
  'GET /api/v1/users/sales-distributor/list/': admin,
  'GET /api/v1/sales-rep/{id}/user-exists/': 'public',
  'GET /api/v1/users/sales-rep/{id}/': visible,
  'GET /api/v1/sales-rep/sales-manager/list/{id}/': { ...admin, sales_manager: 'own', sales_distributor: 'team' },
  'GET /api/v1/sales-rep/{id}/remove-team/': { ...admin, sales_manager: 'team' },
  'GET /api/v1/sales-distributors/{id}/sales-managers/': { ...admin, sales_distributor: 'own' },
  'GET /api/v1/sales-distributors/{id}/sales-rep/': { ...admin, sales_distributor: 'own' },
  'GET /api/v1/sales-distributors/{id}/remove-team/': { ...admin, sales_distributor: 'team' },

  // patients
  'GET /api/v1/users/patient/list/': {
    ...admin,
    harvest_center: 'visible',
    referral_harvest_center: 'visible',
    hc_staff: 'visible',
    lab: 'visible',
    ...salesTeam,
  },
  'GET /api/v1/harvest-centers/{id}/patients/': {
    ...admin,
    harvest_center: 'own',
    hc_staff: 'visible',
    lab: 'visible',
    ...salesTeam,
  },
  'GET /api/v1/harvest-centers/{id}/patientList/': { ...admin, harvest_center: 'own', hc_staff: 'visible' },
  'GET /api/v1/harvest-centers/{id}/referral-patients/': { ...admin, harvest_center: 'own', hc_staff: 'visible' },
  'GET /api/v1/harvest-centers/referral/{id}/patients/': { ...admin, referral_harvest_center: 'own', ...salesTeam },
  'GET /api/v1/harvest-centers/{id}/referral/patientList/': { ...admin, referral_harvest_center: 'own' },
  'GET /api/v1/sales-managers/{id}/patients/': { ...admin, sales_manager: 'own', sales_distributor: 'team' },
  'GET /api/v1/sales-distributors/{id}/patients/': { ...admin, sales_distributor: 'own' },
  'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/': { ...admin, lab: 'own' },
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
  'GET /api/v1/vials/': { ...admin, lab: 'visible' },
  'POST /api/v1/vials/': { ...admin, lab: 'visible' },
  'POST /api/v1/vials/move/': { ...admin, lab: 'visible' },
  'POST /api/v1/vials/store/': { ...admin, lab: 'visible' },
  'GET /api/v1/vials/labels/': { ...admin, lab: 'visible' },
  // Whoever has the vial in hand scans its code; a center learns whose it is and in which state.
  'GET /api/v1/vials/find/{code}/': {
    ...admin,
    lab: 'visible',
    harvest_center: 'visible',
    referral_harvest_center: 'visible',
    hc_staff: 'visible',
  },
  'GET /api/v1/vials/trace/{id}/': { ...admin, lab: 'visible' },

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
  'POST /api/v1/locations/': self,
  'PATCH /api/v1/locations/{id}/': self,
  'DELETE /api/v1/locations/{id}/': self,
  'POST /api/v1/locations/update-default/': self,
  'GET /api/v1/harvest-centers/{id}/transactions-history/processing-fee/': {
    ...admin,
    harvest_center: 'own',
    hc_staff: 'visible',
  },
  'GET /api/v1/rhc-association/{id}/transactions-history/processing-fee/': { ...admin, referral_harvest_center: 'own' },
  'POST /api/v1/fedex-requests/': { ...admin, ...labelParties },
  'GET /api/v1/fedex-requests/': { ...admin, ...labelParties },
  'PATCH /api/v1/fedex-requests/{id}/': admin,
  'POST /api/v1/fedex-requests/update-sent-notification/{id}/': admin,
  'POST /api/v1/fedex-requests/send-notification/': admin,
  'POST /api/v1/fedex-requests/process-file/': admin,
  'GET /api/v1/fedex-requests/{id}/label-link/': { ...admin, ...labelParties },
  'POST /api/v1/fedex-requests/{id}/make-label/': admin,
  'POST /api/v1/fedex-requests/{id}/check-label/': admin,
  'POST /api/v1/fedex-requests/{id}/cancel-label/': admin,

  // notices
  'GET /api/v1/notices/': any('own'),
  'GET /api/v1/notices/stream/': any('own'),
  'POST /api/v1/notices/read/': any('own'),
  'GET /api/v1/notices/choices/': any('own'),
  'PATCH /api/v1/notices/choices/': any('own'),
  'POST /api/v1/contact/': any('own'),

  // dashboards
  'GET /api/v1/dashboards/admin/': admin,
  'GET /api/v1/dashboards/harvest-center/': { harvest_center: 'own' },
  'GET /api/v1/dashboards/referral-center/': { referral_harvest_center: 'own' },
  'GET /api/v1/dashboards/sales-rep/': { sales_rep: 'team' },
  'GET /api/v1/dashboards/sales-team/': { sales_manager: 'team', sales_distributor: 'team' },
  'GET /api/v1/dashboards/lab/': { lab: 'own' },
  'GET /api/v1/dashboards/patient/': { patient: 'own' },
} as const satisfies Record<string, Access>

export type CallAddress = keyof typeof callAccess

/** How far a role reaches with a call; undefined where it may not make it. Someone with no role reaches nothing. */
export function reach(address: CallAddress, role: Role | undefined): Scope | undefined {
  const access: Access = callAccess[address]
  return typeof access === 'string' || role === undefined ? undefined : access[role]
}
