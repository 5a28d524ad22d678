/**
 * The access table of calls: which roles may make a call, and for which rows. The server enforces it, and pages read it to
 * skip calls that would be denied. A call without a row is denied. The exact row rule is in the feature's policy.
 * Screens have their own table, screens.ts.
 */
import { type Access, admin, centers, everyRole, type Scope, salesTeam, self, visible } from './access-groups.ts'
import { adminAccess } from './admin-access.ts'
import { conversationsAccess } from './conversations-access.ts'
import { moneyAccess } from './money-access.ts'
import type { Role } from './roles.ts'

/** Sales roles see no document: its row names the person. */
const documentReaders = { ...admin, patient: 'own', lab: 'visible', ...centers } as const
/** Readers of a patient: all but sales roles see the person, too. */
const patientReaders = {
  ...admin,
  patient: 'own',
  harvest_center: 'visible',
  referral_harvest_center: 'visible',
  hc_staff: 'visible',
  lab: 'visible',
} as const

export const callAccess = {
  'GET /api/v1/search/': visible,

  // sessions
  'POST /auth/login/': 'public',
  'POST /auth/logout/': 'session',
  'GET /auth/session/': 'session',
  'POST /auth/confirm/': 'session',
  'POST /auth/send-verification/': 'session',
  'POST /auth/set-password/': 'public',
  'POST /auth/set-password/open/': 'public',
  'POST /api/v1/users/reset-password/': 'public',
  'POST /api/v1/users/update-password/{id}/': everyRole('own'),
  // An admin enters another account. In a child session every role may make the call: it returns to the parent.
  'POST /api/v1/users/login-as-user/': admin,
  // The session in the other account has ended, so only its token proves who goes back.
  'POST /auth/go-back/': 'public',
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

  // accounts
  'GET /api/v1/users/all/': admin,
  'GET /api/v1/users/all/inactive/': admin,
  'GET /api/v1/users/export-csv/': admin,
  'GET /api/v1/users/identifier/{id}/': visible,
  'GET /api/v1/users/openable/': visible,
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
  'PATCH /api/v1/users/{id}/': { ...everyRole('own'), lab: 'visible', admin: 'domain' },
  'POST /api/v1/users/email-exists/': 'public',
  'GET /api/v1/memberships/': 'public',
  'POST /api/v1/memberships/': admin,
  'GET /api/v1/user-tags/': everyRole('domain'),

  // onboarding
  'POST /api/v1/users/': 'public',
  'POST /api/v1/harvest-centers/': 'public',
  'GET /api/v1/hc-staff/{id}/sign-up-link/': { ...admin, harvest_center: 'own' },
  'POST /api/v1/hc-staff/{id}/invitation/': 'public',
  'GET /api/v1/harvest-centers/{id}/referral-link/': { ...admin, harvest_center: 'own' },
  'POST /api/v1/harvest-centers/{id}/referral-invitation/': 'public',
  'POST /auth/verify-email/': 'public',
  'POST /auth/verify-email/send/': 'public',
  'GET /api/v1/sign-ups/': { ...admin, sales_rep: 'own', harvest_center: 'own' },
  'POST /api/v1/sign-ups/{id}/refuse/': { ...admin, harvest_center: 'own' },
  'POST /api/v1/sales-rep/': { ...admin, sales_manager: 'own' },
  'POST /api/v1/sales-managers/': { ...admin, sales_distributor: 'own' },
  'POST /api/v1/users/import-csv/': admin,
  'POST /domain/config/{id}/validate-admin-pass/': 'public',
  'POST /domain/white-label/admin/': 'public',
  'GET /domain/file-signs/by-domain/{id}/registration/{type}/': 'public',
  'GET /api/v1/utilities/check-agreement/{id}/': everyRole('own'),
  'POST /api/v1/utilities/accept-agreement/{id}/': everyRole('own'),

  // centers
  'GET /api/v1/users/lab/': admin,
  'GET /api/v1/harvest-centers/list-all/': { ...admin, lab: 'visible', ...salesTeam },
  'GET /api/v1/harvest-centers/public-options/{id}/': 'public',
  'GET /api/v1/harvest-centers/': admin,
  'GET /api/v1/harvest-centers/sales-rep/{id}/': { ...admin, ...salesTeam },
  'GET /api/v1/referral-harvest-centers/': admin,
  'GET /api/v1/referral-harvest-centers/sales-rep/{id}/': { ...admin, ...salesTeam },
  'GET /api/v1/team-centers/': { sales_manager: 'team', sales_distributor: 'team' },
  'GET /api/v1/labs/': admin,
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
  'GET /api/v1/sales-people/': admin,
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
  'GET /api/v1/sales-rep/{id}/patients/': { ...admin, sales_rep: 'own', sales_manager: 'team', sales_distributor: 'team' },
  'GET /api/v1/processing-labs/{id}/patients/': { ...admin, lab: 'own' },
  'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/': { ...admin, lab: 'own' },
  'GET /api/v1/users/patient/{id}/timeline/': patientReaders,

  // vials
  'GET /api/v1/vials-history/user/{id}/': { ...everyRole('visible'), patient: 'own', admin: 'domain' },
  'POST /api/v1/vials-history/': { ...admin, lab: 'visible' },
  'PATCH /api/v1/vials-history/{id}/': { ...admin, lab: 'visible' },
  'GET /api/v1/vials/check/{id}/': { ...admin, lab: 'visible' },
  // A center confirms what was sent to it.
  'POST /api/v1/vials-history/{id}/arrival/': {
    ...admin,
    lab: 'visible',
    harvest_center: 'visible',
    referral_harvest_center: 'visible',
  },
  'GET /api/v1/vials/': { ...admin, lab: 'visible' },
  'POST /api/v1/vials/': { ...admin, lab: 'visible' },
  'POST /api/v1/vials/move/': { ...admin, lab: 'visible' },
  'POST /api/v1/vials/store/': { ...admin, lab: 'visible' },
  'GET /api/v1/vials/labels/': { ...admin, lab: 'visible' },
  // A person with the vial in hand scans its code. A center gets only the patient and the state.
  'GET /api/v1/vials/find/{code}/': {
    ...admin,
    lab: 'visible',
    harvest_center: 'visible',
    referral_harvest_center: 'visible',
    hc_staff: 'visible',
  },
  'GET /api/v1/vials/trace/{id}/': { ...admin, lab: 'visible' },

  // products, coupons, cards, payments, checkout, orders, transactions, commissions
  ...moneyAccess,

  // branding, email, resources, people, audit, operations, integrations
  ...adminAccess,

  // templates
  'GET /domain/file-signs/by-domain/{id}/type/{type}/': admin,
  'GET /domain/file-signs/status-by-domain/{id}/type/{type}/': admin,
  'POST /domain/file-signs/': admin,
  'PATCH /domain/file-signs/{id}/': admin,
  'GET /domain/file-signs/{id}/generate-edit-link/': admin,
  // The editor runs in a frame without a session of the portal. Its own secret admits to one template for an hour.
  'POST /api/v1/template-editor/open/': 'public',
  'POST /api/v1/template-editor/pdf/': 'public',
  'POST /api/v1/template-editor/save/': 'public',
  'POST /api/v1/template-editor/replace-pdf/': 'public',
  'POST /api/v1/template-editor/test-send/': 'public',

  // documents
  'GET /api/v1/documents/list/{id}/': documentReaders,
  'GET /api/v1/documents/': admin,
  'GET /api/v1/documents/failures/': admin,
  'GET /api/v1/documents/harvest-centers/': admin,
  'GET /api/v1/harvest-centers/{id}/documentList/': { ...admin, ...centers },
  'GET /api/v1/documents/harvest-center/{id}/attestation/': { ...admin, harvest_center: 'own', hc_staff: 'visible' },
  'GET /api/v1/documents/{id}/history/': documentReaders,
  'GET /api/v1/documents/{id}/pdf-link/': documentReaders,
  'GET /api/v1/documents/find/{document_id}/': documentReaders,
  'POST /api/v1/documents/send/': { ...admin, ...centers },
  'POST /api/v1/documents/upload/': { ...admin, ...centers },
  'POST /api/v1/documents/process-file/': { ...admin, ...centers },
  'POST /api/v1/documents/sign-link-patient/': { patient: 'own' },
  'POST /api/v1/documents/patient-signed-document/': 'public',
  'POST /api/v1/documents/harvest-center/attestation/': { harvest_center: 'own', hc_staff: 'visible' },
  'POST /api/v1/boldsign/create-document/get-embed-link/': { patient: 'own', harvest_center: 'own', hc_staff: 'visible' },
  'POST /auth/boldsign/': 'public',
  'GET /auth/boldsign/': 'public',
  'POST /api/v1/utilities/send-patient-sign-email/': { ...admin, ...centers },
  'GET /api/v1/utilities/update-document-status/': self,
  'PATCH /api/v1/documents/{id}/': admin,
  'DELETE /api/v1/documents/{id}/': admin,
  'POST /api/v1/documents/{id}/copy-link/': { ...admin, ...centers },
  'POST /api/v1/documents/{id}/void/': { ...admin, ...centers },
  'POST /api/v1/documents/{id}/retry/': admin,
  'POST /api/v1/documents/{id}/legal-hold/': admin,

  // signing
  'GET /domain/signing-settings/': admin,
  'PATCH /domain/signing-settings/': admin,
  'POST /domain/signing-settings/test/': admin,
  // A signer may have no account. The secret of the link, or the session of the signer, admits to one document.
  'POST /api/v1/signing/link/': 'public',
  'POST /api/v1/signing/open/': 'public',
  'POST /api/v1/signing/pdf/': 'public',
  'POST /api/v1/signing/consent/': 'public',
  'POST /api/v1/signing/withdraw-consent/': 'public',
  'POST /api/v1/signing/finish/': 'public',
  'POST /api/v1/signing/decline/': 'public',
  'POST /api/v1/signing/copy/': 'public',
  'POST /api/v1/signing/verify/': 'public',

  // shipping
  'GET /api/v1/locations/user/{id}/': { ...everyRole('own'), admin: 'domain' },
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
  'POST /api/v1/fedex-requests/': { ...admin, ...centers },
  'GET /api/v1/fedex-requests/check/': { ...admin, ...centers },
  'GET /api/v1/fedex-requests/': { ...admin, ...centers },
  'GET /api/v1/fedex-requests/{id}/': { ...admin, ...centers },
  'PATCH /api/v1/fedex-requests/{id}/': admin,
  'POST /api/v1/fedex-requests/update-sent-notification/{id}/': admin,
  'POST /api/v1/fedex-requests/send-notification/': admin,
  'POST /api/v1/fedex-requests/process-file/': admin,
  'GET /api/v1/fedex-requests/{id}/label-link/': { ...admin, ...centers },
  'POST /api/v1/fedex-requests/{id}/make-label/': admin,
  'POST /api/v1/fedex-requests/{id}/check-label/': admin,
  'POST /api/v1/fedex-requests/{id}/cancel-label/': admin,
  'POST /api/v1/fedex-requests/{id}/received/': { ...admin, lab: 'visible' },

  // notices
  'GET /api/v1/notices/': everyRole('own'),
  'GET /api/v1/notices/stream/': everyRole('own'),
  'POST /api/v1/notices/read/': everyRole('own'),
  'GET /api/v1/notices/choices/': everyRole('own'),
  'PATCH /api/v1/notices/choices/': everyRole('own'),
  'POST /api/v1/contact/': everyRole('own'),

  // conversations
  ...conversationsAccess,

  // dashboards
  'GET /api/v1/dashboards/admin/': admin,
  'GET /api/v1/dashboards/harvest-center/': { harvest_center: 'own' },
  'GET /api/v1/dashboards/referral-center/': { referral_harvest_center: 'own' },
  'GET /api/v1/dashboards/sales-rep/': { sales_rep: 'team' },
  'GET /api/v1/dashboards/sales-team/': { sales_manager: 'team', sales_distributor: 'team' },
  'GET /api/v1/dashboards/lab/': { lab: 'own' },
  'GET /api/v1/dashboards/patient/': { patient: 'own' },
  'GET /api/v1/dashboards/first-run/': self,
} as const satisfies Record<string, Access>

export type CallKey = keyof typeof callAccess

/** The scope of a role for a call. Undefined when the role may not make the call, or without a role. */
export function scopeOf(address: CallKey, role: Role | undefined): Scope | undefined {
  const access: Access = callAccess[address]
  return typeof access === 'string' || role === undefined ? undefined : access[role]
}
