/** The kinds of results that a role may find, because it may open them. The rows of a kind that it sees are part of the queries. */
import type { Role } from '@vialdesk/contract/base/roles'
import { SearchKind } from '@vialdesk/contract/people/search'
import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

const ofCenters = ['patient', 'person', 'center', 'sale', 'label', 'vial_entry', 'vial'] as const

const foundKinds: Record<Role, readonly SearchKind[]> = {
  admin: SearchKind.options,
  lab: ['patient', 'center', 'order', 'vial_entry', 'vial'],
  harvest_center: ofCenters,
  referral_harvest_center: ofCenters,
  // Staff open receipts inside a center, as the center.
  hc_staff: ['patient', 'center', 'label', 'vial_entry', 'vial'],
  patient: ['sale'],
  sales_rep: ['patient', 'center'],
  sales_manager: ['patient', 'person', 'center'],
  sales_distributor: ['patient', 'person', 'center'],
  observer: [],
}

export const searchPolicy = policy<Viewer, SearchKind>()({
  see: { kind: ({ role }, kind) => role !== undefined && foundKinds[role].includes(kind) },
})
