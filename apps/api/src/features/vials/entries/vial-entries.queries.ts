/** Vial entries with the facts around them: the receiver, the arrival and the overrides. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import type { ReleaseRule, RuleOverride, VialArrival, VialReceiver } from '@vialdesk/contract/care/release-rules'
import type { VialEntry, VialEntryType } from '@vialdesk/contract/care/vials'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import { embed, type Page, type Part } from '#api/db/paging.ts'
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

/** An entry with all its facts. `presentEntry` makes it the answer for a reader. */
export interface VialEntryRow extends Required<Omit<VialEntry, 'arrival' | 'overrides' | 'may_confirm_arrival' | 'receiver'>> {
  receiver: VialReceiver | null
  arrival: ArrivalRow | null
  overrides: OverrideRow[]
}

const selectEntries = (db: Db) =>
  db
    .selectFrom('vial_entries as e')
    .select(['e.id', 'e.user_id as user', 'e.quantity', 'e.date', 'e.note', 'e.tracking_id', 'e.created_at'])
    .select([
      sql<VialReceiver | null>`e.receiver`.as('receiver'),
      sql.raw<ArrivalRow | null>(arrivalOf('e')).as('arrival'),
      sql.raw<OverrideRow[]>(overridesOf('e')).as('overrides'),
      sql.raw<string>(parcelLinkOf('e')).as('tracking_link'),
      sql<VialEntryType>`e.type`.as('type'),
      // With the domain of `e`, PostgreSQL may read the versions of all domains at once.
      sql<boolean>`exists (select from vial_entry_versions v where v.domain_id = ${db.domainId} and v.entry_id = e.id)`.as(
        'corrected',
      ),
    ])
    .where('e.domain_id', '=', db.domainId)

/** The newest first. The caller must check that the viewer may see the patient. */
export async function findVialEntries(
  db: Db,
  patient: number,
  { type, ...paging }: Paging & { type?: VialEntryType | undefined },
): Promise<Page<VialEntryRow>> {
  const rows: Part = (bind) =>
    `vial_entries e where e.domain_id = $1 and e.user_id = ${bind(patient)} ${type ? `and e.type = ${bind(type)}` : ''}`
  const list = { matches: rowsOf('e.id', rows), ownOrder: { columns: ', e.date', order: 'date desc, id desc' } }
  return readList<VialEntryRow>(db, list, paging, embed(selectEntries(db).where(sql<boolean>`e.id = any(page.ids)`).compile()))
}

export function getVialEntry(db: Db, id: number): Promise<VialEntryRow> {
  return selectEntries(db).where('e.id', '=', id).executeTakeFirstOrThrow()
}

/** The database derives these counts from the entries. A patient without entries has zero of both. */
export async function getVialCounts(db: Db, patient: number): Promise<{ vials_available: number; vials_shipped: number }> {
  const counts = await db.findRow('vial_counts', ['vials_available', 'vials_shipped'], { user_id: patient })
  return counts ?? { vials_available: 0, vials_shipped: 0 }
}
