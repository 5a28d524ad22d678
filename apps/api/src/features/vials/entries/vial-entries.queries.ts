import type { Paging } from '@vialdesk/contract/primitives'
import type { VialReceiver } from '@vialdesk/contract/release-rules'
import type { VialEntry, VialEntryType } from '@vialdesk/contract/vials'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import { embed, type Page, type Part } from '#api/db/paging.ts'
import { type ArrivalRow, arrivalOf, type OverrideRow, overridesOf, parcelLinkOf } from './entry-details.queries.ts'

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
