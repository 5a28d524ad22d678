import type { Business } from './business.ts'
import type { DrillDatabase } from './database.ts'

/** How often each note of a vial entry exists. Drills give every entry a note of its own. */
export async function countEntries(
  { superuser }: Pick<DrillDatabase, 'superuser'>,
  { domainId }: Business,
): Promise<Map<string, number>> {
  const { rows } = await superuser.query<{ note: string; n: number }>(
    'select note, count(*)::int as n from vial_entries where domain_id = $1 group by note',
    [domainId],
  )
  return new Map(rows.map(({ note, n }) => [note, n]))
}
