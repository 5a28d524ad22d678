/** The rows of the access table for administration: brand, mail, resources, people, audit, jobs and integrations. */
import { type Access, admin, everyRole, listReaders } from './access-groups.ts'

export const adminAccess = {
  // branding
  'GET /auth/build-version/': 'public',
  'GET /domain/config/{identifier}/': 'public',
  'GET /domain/settings/': admin,
  'PATCH /domain/config/{id}/': admin,
  'POST /domain/config/preview/': admin,
  'GET /domain/config-versions/': admin,
  'POST /domain/config-versions/{id}/restore/': admin,

  // email
  'GET /domain/email-settings/by-domain/{id}/': admin,
  'GET /domain/email-settings/by-domain/{id}/status/': admin,
  'POST /domain/email-settings/new-key/': admin,
  'POST /domain/email-settings/test-mail/': admin,
  'GET /api/v1/mails/': admin,
  'POST /api/v1/mails/{id}/resend/': admin,

  // resources
  'GET /api/v1/assets/': admin,
  'POST /api/v1/assets/': admin,
  'GET /api/v1/assets/{id}/': admin,
  'PATCH /api/v1/assets/{id}/': admin,
  'DELETE /api/v1/assets/{id}/': admin,
  'POST /api/v1/assets/process-file/': admin,
  // A membership of the path that is not the caller's is 404.
  'GET /api/v1/assets/subscription/{id}/': everyRole('own'),
  'POST /api/v1/assets/subscription/{id}/section/': everyRole('own'),
  'POST /api/v1/assets/files/{id}/open/': everyRole('visible'),

  // people
  'POST /api/v1/users/invite-admin/': admin,
  // A center invites its own patients, and a harvest center its own staff.
  'POST /api/v1/users/{id}/remind/': { ...admin, harvest_center: 'visible', referral_harvest_center: 'visible' },
  'GET /api/v1/users/{id}/sessions/': admin,
  'POST /api/v1/users/{id}/end-sessions/': admin,
  'GET /api/v1/users/two-step-status/': admin,
  'POST /api/v1/users/bulk/': admin,
  'GET /api/v1/observers/': admin,
  'POST /api/v1/observers/': admin,
  'PATCH /api/v1/observers/{id}/': admin,

  // audit
  'GET /api/v1/audit/': admin,
  'GET /api/v1/audit/export-csv/': admin,
  'POST /api/v1/audit/verify/': admin,

  // operations: only for admins of the installation
  'GET /api/v1/jobs/': admin,
  'POST /api/v1/jobs/{id}/retry/': admin,

  // integrations
  'GET /api/v1/access-tokens/': admin,
  'GET /api/v1/access-tokens/calls/': admin,
  'POST /api/v1/access-tokens/': admin,
  'POST /api/v1/access-tokens/{id}/revoke/': admin,
  'GET /api/v1/webhook-endpoints/': admin,
  'POST /api/v1/webhook-endpoints/': admin,
  'PATCH /api/v1/webhook-endpoints/{id}/': admin,
  'DELETE /api/v1/webhook-endpoints/{id}/': admin,
  'POST /api/v1/webhook-endpoints/{id}/rotate-secret/': admin,
  'POST /api/v1/webhook-endpoints/{id}/test/': admin,
  'GET /api/v1/webhook-deliveries/': admin,
  'POST /api/v1/webhook-deliveries/{id}/redeliver/': admin,

  // views and exports: of every role that has lists with filters
  'GET /api/v1/saved-views/': listReaders,
  'POST /api/v1/saved-views/': listReaders,
  'PATCH /api/v1/saved-views/{id}/': listReaders,
  'DELETE /api/v1/saved-views/{id}/': listReaders,
  // The access of the exported list is checked, too.
  'POST /api/v1/list-exports/': listReaders,
} as const satisfies Record<string, Access>
