import type pg from 'pg'
import type { Business } from './business.ts'

export interface EntryCount {
  entries: number
  vials: number
}

/** The vial entries by note. Drills give every entry a note of its own. */
export async function countEntries(superuser: pg.Pool, { domainId }: Business): Promise<Map<string, EntryCount>> {
  const { rows } = await superuser.query<EntryCount & { note: string }>(
    'select note, count(*)::int as entries, sum(vials)::int as vials from vial_entries where domain_id = $1 group by note',
    [domainId],
  )
  return new Map(rows.map(({ note, ...count }) => [note, count]))
}
