/** How people are named on a patient's timeline. */
import type { Role } from '@vialdesk/contract/roles'

const namesForPatients: Record<Role, string> = {
  lab: 'Your lab',
  observer: 'An observer',
  patient: 'You',
  harvest_center: 'Your harvest center',
  hc_staff: 'Your harvest center',
  referral_harvest_center: 'Your referral harvest center',
  sales_rep: 'Sales',
  sales_manager: 'Sales',
  sales_distributor: 'Sales',
  admin: 'Administration',
}

/** Patients read the business role of a person, not the name. */
export type TimelineGroup = 'base' | 'names'
const withNames: readonly TimelineGroup[] = ['base', 'names']

/** The groups of columns that each role gets of a timeline. */
export const timelineGroups: Partial<Record<Role, readonly TimelineGroup[]>> = {
  patient: ['base'],
  admin: withNames,
  lab: withNames,
  harvest_center: withNames,
  referral_harvest_center: withNames,
  hc_staff: withNames,
}

export interface ActorNames {
  /** The role of the one who really acted; undefined without one. */
  role: Role | undefined
  /** The name of the account that did it; null when nobody did. */
  actor: string | null
  /** Who was signed in as that account. */
  impersonator: string | null
}

/** Who did it, for this reader: a patient reads the business role, an admin also as whom somebody acted. */
export function describeActor(reader: Role | undefined, { role, actor, impersonator }: ActorNames): string {
  if (actor === null) return 'System'
  if (reader === 'patient') return namesForPatients[role ?? 'admin']
  if (impersonator === null) return actor
  return reader === 'admin' ? `${impersonator} as ${actor}` : impersonator
}
