/** Membership ids by role. The first membership of a user decides the role. An observer may only open the lab screens. */
export const membershipIds = {
  lab: 1,
  patient: 2,
  sales_rep: 3,
  harvest_center: 4,
  referral_harvest_center: 5,
  sales_manager: 6,
  admin: 7,
  sales_distributor: 8,
  hc_staff: 9,
  observer: 11,
} as const

export type Role = keyof typeof membershipIds
/** The nine roles other than observer. */
export type WorkingRole = Exclude<Role, 'observer'>
export const workingRoles = Object.keys(membershipIds).filter((role): role is WorkingRole => role !== 'observer')

/** Membership names as screens show them. */
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

const byMembership = new Map<number, Role>(Object.entries(membershipIds).map(([role, id]) => [id, role as Role]))
export const roleOfMembership = (membership: number): Role | undefined => byMembership.get(membership)

/** A patient with this tag may order vials, and has a short menu. */
export const VIAL_ORDERING_TAG = 1
