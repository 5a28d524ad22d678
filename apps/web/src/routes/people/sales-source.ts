/** The call that lists the sales of a user for a reader. */

import { type Role, roleOfMembership } from '@vialdesk/contract/base/roles'
import type { User } from '@vialdesk/contract/people/accounts'
import type { SalesSource } from '#web/features/transactions/transactions-of-user.tsx'

interface Reader {
  id: number
  role: Role | undefined
}

/** The list of each role itself, for that user and for admins. */
const ownCalls: { readonly [R in Role]?: SalesSource['call'] } = {
  harvest_center: 'GET /api/v1/harvest-centers/{id}/transactions-history/',
  referral_harvest_center: 'GET /api/v1/rhc-association/{id}/transactions-history/',
  patient: 'GET /api/v1/users/patient/{id}/purchases/',
  sales_rep: 'GET /api/v1/sales-rep/{id}/my-transactions/',
  sales_manager: 'GET /api/v1/sales-rep/{id}/team-transactions/',
  sales_distributor: 'GET /api/v1/sales-distributors/{id}/team-transactions/',
}

/** The filter of the reader's own list that leaves the sales of the shown user, by the roles of both. */
const filters: { readonly [R in Role]?: { readonly [S in Role]?: keyof NonNullable<SalesSource['filter']> } } = {
  harvest_center: { patient: 'patient_id' },
  referral_harvest_center: { patient: 'patient_id' },
  sales_rep: { harvest_center: 'harvest_center_id' },
  sales_manager: { harvest_center: 'harvest_center_id', sales_rep: 'sales_rep_id' },
  sales_distributor: { harvest_center: 'harvest_center_id', sales_rep: 'sales_rep_id', sales_manager: 'sales_manager_id' },
}

export function salesSourceFor(reader: Reader, user: User): SalesSource | undefined {
  const role = roleOfMembership(user.subscription)
  const own = role && ownCalls[role]
  if (reader.role === 'admin' || reader.id === user.id) return own && { call: own, id: user.id }
  // Staff see the sales of the centers that they work for.
  if (reader.role === 'hc_staff') return role === 'harvest_center' && own ? { call: own, id: user.id } : undefined
  const call = reader.role && ownCalls[reader.role]
  const key = reader.role && role && filters[reader.role]?.[role]
  return call && key ? { call, id: reader.id, filter: { [key]: user.id } } : undefined
}
