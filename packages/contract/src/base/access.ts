/**
 * Who may make a call, and for which rows: the second argument of each call. The server enforces it, and pages read it to skip calls
 * that would be denied (access-table.ts). The exact row rule is in the feature's policy. Screens have their own table, screens.ts.
 */
import { type Role, type WorkingRole, workingRoles } from './roles.ts'

/**
 * The rows that a role may reach with a call. `domain`: all rows of the domain. `own`: itself and what it owns.
 * `visible`: the patients and centers that it may see. `team`: its own sales line.
 */
export type Scope = 'domain' | 'own' | 'visible' | 'team'
export type ScopeByRole = { readonly [R in Role]?: Scope }

/** `public`: no session needed. `session`: any valid session of any role. Otherwise one scope per role. */
export type Access = 'public' | 'session' | ScopeByRole

/** The scope of each role that may make the call. */
export const roles = <const Roles extends ScopeByRole>(scopes: Roles): Roles => scopes
export const everyRole = (scope: Scope) =>
  Object.fromEntries(workingRoles.map((role) => [role, scope])) as Record<WorkingRole, Scope>
export const admin = { admin: 'domain' } as const
export const salesTeam = { sales_rep: 'team', sales_manager: 'team', sales_distributor: 'team' } as const
export const visible = { ...everyRole('visible'), ...admin } as const
export const self = { ...everyRole('own'), ...admin } as const

/** Every working role but patients, whose lists are short. */
export const listReaders = {
  ...admin,
  lab: 'own',
  sales_rep: 'own',
  sales_manager: 'own',
  sales_distributor: 'own',
  harvest_center: 'own',
  referral_harvest_center: 'own',
  hc_staff: 'own',
} as const

/** Centers and their staff, who act for their patients: labels, signatures, documents. */
export const centersAndStaff = { harvest_center: 'own', referral_harvest_center: 'own', hc_staff: 'visible' } as const
export const adminAndCenters = { ...admin, ...centersAndStaff } as const
export const adminAndHarvestCenter = { ...admin, harvest_center: 'own' } as const
export const adminAndHarvestStaff = { ...adminAndHarvestCenter, hc_staff: 'visible' } as const
export const adminAndReferralCenter = { ...admin, referral_harvest_center: 'own' } as const

/** A lab works on the vials of its patients. Some lists are of the lab itself. */
export const adminAndLab = { ...admin, lab: 'visible' } as const
export const adminAndOwnLab = { ...admin, lab: 'own' } as const

export const adminAndSalesTeam = { ...admin, ...salesTeam } as const
export const adminAndManager = { ...admin, sales_manager: 'own' } as const
export const adminAndDistributor = { ...admin, sales_distributor: 'own' } as const

/** The roles that buy and keep saved cards. */
export const payers = { harvest_center: 'own', referral_harvest_center: 'own', hc_staff: 'own', patient: 'own' } as const
/** Buyers, and admins for them. */
export const buyers = { ...admin, ...payers } as const

/** The scope of a role. Undefined when the role may not make the call, or without a role. */
export const scopeOf = (access: Access, role: Role | undefined): Scope | undefined =>
  typeof access === 'string' || role === undefined ? undefined : access[role]
