/** Which names a viewer reads on a patient's timeline and on the steps of a vial. */

import { type Role, roleOfMembership } from '@vialdesk/contract/base/roles'
import { type AuditEventType, labTimelineEventTypes, timelineEventTypes } from '@vialdesk/contract/business/audit-events'

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

/** Patients read the business role of a person, so they do not get the group `names`. */
export type TimelineGroup = 'base' | 'names'
const withNames: readonly TimelineGroup[] = ['base', 'names']

/** The groups of timeline columns that each role gets. Other roles see no timeline. */
export const timelineGroups: Partial<Record<Role, readonly TimelineGroup[]>> = {
  patient: ['base'],
  admin: withNames,
  lab: withNames,
  harvest_center: withNames,
  referral_harvest_center: withNames,
  hc_staff: withNames,
}

/** Patients and centers do not get the events that are matters of the lab. */
export const timelineTypesFor = (role: Role | undefined): readonly AuditEventType[] =>
  role === 'admin' || role === 'lab'
    ? timelineEventTypes
    : timelineEventTypes.filter((type) => !labTimelineEventTypes.includes(type))

export interface ActorNames {
  /** The role of the impersonator, otherwise of the account. */
  role: Role | undefined
  /** The name of the account; null for an action of the system. */
  actor: string | null
  /** The name of the user who acted as that account. */
  impersonator: string | null
}

/** Describes the actor to a reader. A patient reads the business role, an admin the names of impersonator and account. */
export function describeActor(reader: Role | undefined, { role, actor, impersonator }: ActorNames): string {
  if (actor === null) return 'System'
  if (reader === 'patient') return namesForPatients[role ?? 'admin']
  if (impersonator === null) return actor
  return reader === 'admin' ? `${impersonator} as ${actor}` : impersonator
}

export interface ActorRow extends Omit<ActorNames, 'role'> {
  /** The membership of the impersonator, otherwise of the account; null for an action of the system. */
  subscription: number | null
}

/** `describeActor` for a row of the database. */
export const describeActorRow = (reader: Role | undefined, { subscription, ...names }: ActorRow): string =>
  describeActor(reader, { ...names, role: subscription === null ? undefined : roleOfMembership(subscription) })
