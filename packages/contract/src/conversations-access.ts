/**
 * The rows of the access table about conversations. Patients and their centers write; staff write inside a center, as the center. Admins
 * read, and each read is audited. Labs and sales roles have no row.
 */
import { type Access, admin } from './access-groups.ts'

const centersOnly = { harvest_center: 'own', referral_harvest_center: 'own' } as const
const parties = { ...centersOnly, patient: 'own' } as const

export const conversationsAccess = {
  'GET /api/v1/conversations/': centersOnly,
  'GET /api/v1/conversations/unread/': parties,
  'GET /api/v1/users/{id}/conversations/': {
    ...admin,
    patient: 'own',
    harvest_center: 'visible',
    referral_harvest_center: 'visible',
  },
  'GET /api/v1/conversations/{id}/messages/': { ...admin, ...parties },
  'POST /api/v1/conversations/messages/': parties,
  'POST /api/v1/conversations/{id}/read/': parties,
} as const satisfies Record<string, Access>
