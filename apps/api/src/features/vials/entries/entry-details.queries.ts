/** SQL for the facts around a vial entry, and their form for a reader: the receiver, the arrival and the overrides. */

import type { ReleaseRule, RuleOverride, VialArrival } from '@vialdesk/contract/release-rules'
import { displayNameOf } from '#api/db/user-sql.ts'
import { type ActorRow, describeActorRow } from '#api/features/patients/patients.policy.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

export interface ArrivalRow extends Pick<VialArrival, 'arrived_on' | 'at' | 'reason'> {
  person: ActorRow
}
export interface OverrideRow {
  rules: ReleaseRule[]
  reason: string
  at: string
  person: ActorRow
}

/** The `ActorRow` of a row with `actor_id` and `impersonator_id`. */
const actorOf = (row: string) => `(
  select json_build_object(
    'actor', ${displayNameOf('u')},
    'impersonator', ${displayNameOf('i')},
    'subscription', coalesce(i.subscription, u.subscription))
  from (values (1)) one
  left join users u on u.domain_id = ${row}.domain_id and u.id = ${row}.actor_id
  left join users i on i.domain_id = ${row}.domain_id and i.id = ${row}.impersonator_id)`

/** The newest confirmation or correction of an entry. Null without any. */
export const arrivalOf = (entry: string) => `(
  select json_build_object('arrived_on', w.arrived_on, 'at', w.at, 'reason', w.reason, 'person', ${actorOf('w')})
  from vial_arrivals w
  where w.domain_id = ${entry}.domain_id and w.entry_id = ${entry}.id
  order by w.number desc
  limit 1)`

/** The oldest first. */
export const overridesOf = (entry: string) => `(
  select coalesce(
    json_agg(
      json_build_object('rules', o.rules, 'reason', o.reason, 'at', o.at, 'person', ${actorOf('o')}) order by o.id),
    '[]')
  from rule_overrides o
  where o.domain_id = ${entry}.domain_id and o.entry_id = ${entry}.id)`

/** The link that was entered for the parcel of an order. */
export const parcelLinkOf = (entry: string) => `coalesce((
  select parcel.tracking_link
  from shipments parcel
  where parcel.domain_id = ${entry}.domain_id and parcel.vial_entry_id = ${entry}.id), '')`

export const presentArrival = (viewer: Viewer, row: ArrivalRow | null): VialArrival | null =>
  row && { arrived_on: row.arrived_on, at: row.at, reason: row.reason, by: describeActorRow(viewer.role, row.person) }

export const presentOverrides = (viewer: Viewer, rows: OverrideRow[]): RuleOverride[] =>
  rows.map(({ person, ...row }) => ({ ...row, by: describeActorRow(viewer.role, person) }))
