/** The type of a row of the access table, and the groups of roles that are used in many rows. */
import { type Role, type WorkingRole, workingRoles } from './roles.ts'

/**
 * The rows that a role may reach with a call. `domain`: all rows of the domain. `own`: itself and what it owns.
 * `visible`: the patients and centers that it may see. `team`: its own sales line.
 */
export type Scope = 'domain' | 'own' | 'visible' | 'team'
export type ScopeByRole = { readonly [R in Role]?: Scope }

/** `public`: no session needed. `session`: any valid session of any role. Otherwise one scope per role. */
export type Access = 'public' | 'session' | ScopeByRole

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
export const centers = { harvest_center: 'own', referral_harvest_center: 'own', hc_staff: 'visible' } as const
