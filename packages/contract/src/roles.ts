/** The first membership of a user decides the role. Membership 11 has no name and no rights beyond the lab screen. */
export const membershipOf = {
  lab: 1,
  patient: 2,
  sales_rep: 3,
  harvest_center: 4,
  referral_harvest_center: 5,
  sales_manager: 6,
  admin: 7,
  sales_distributor: 8,
  hc_staff: 9,
} as const

export type Role = keyof typeof membershipOf
export const roles = Object.keys(membershipOf) as Role[]

/** Names that people read. */
export const membershipNames: Record<number, string> = {
  1: 'Lab',
  2: 'General Member',
  3: 'Sales Rep',
  4: 'Harvest Center',
  5: 'Referral Harvest Center',
  6: 'Sales Manager',
  7: 'Admin',
  8: 'Sales Distributor',
  9: 'HC Staff',
  11: 'Observer',
}

export const LAB_OBSERVER = 11

const byMembership = new Map<number, Role>(roles.map((role) => [membershipOf[role], role]))
export const roleOf = (membership: number): Role | undefined => byMembership.get(membership)
