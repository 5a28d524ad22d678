import type { NewVials, Vial } from '@vialdesk/contract/single-vials'
import type { Db } from '#api/db/db.ts'
import { getVialRows } from '#api/features/vials/lists/vial-rows.queries.ts'
import { audit } from '#api/platform/audit/audit.ts'

/** Registers vials that are in process, so that each gets its code at once. The caller has locked the patient. */
export async function registerVials(db: Db, { user, quantity, place }: NewVials): Promise<Vial[]> {
  const vial = { domain_id: db.domainId, user_id: user, state: 'in_process', place }
  const registered = await db
    .insertInto('vials')
    .values(Array.from({ length: quantity }, () => vial))
    .returning(['id', 'code'])
    .execute()
  const codes = registered.map(({ code }) => code)
  audit(db, { type: 'vials.registered', patient: user, after: { vials: quantity, codes, place } })
  return getVialRows(
    db,
    registered.map(({ id }) => id),
  )
}
