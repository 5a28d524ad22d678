/** Vials that are being made: each has its code from the beginning. */
import type { NewVials, Vial } from '@vialdesk/contract/traced-vials'
import type { Db } from '#api/db/db.ts'
import { type Doer, record } from '#api/platform/record.ts'
import { getVialRows } from './rows.queries.ts'

/** The caller holds the patient. */
export async function registerVials(db: Db, doer: Doer, { user, quantity, place }: NewVials): Promise<Vial[]> {
  const vial = { domain_id: db.domainId, user_id: user, state: 'in_process', place }
  const made = await db
    .insertInto('vials')
    .values(Array.from({ length: quantity }, () => vial))
    .returning(['id', 'code'])
    .execute()
  const codes = made.map(({ code }) => code)
  record(db, doer, { type: 'vials.registered', patient: user, after: { vials: quantity, codes, place } })
  return getVialRows(
    db,
    made.map(({ id }) => id),
  )
}
