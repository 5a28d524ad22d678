/** Vials that are being made: each has its code from the beginning. */
import type { NewVials, Vial } from '@vialdesk/contract/single-vials'
import type { Db } from '#api/db/db.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { getVialRows } from './vial-rows.queries.ts'

/** The caller holds the patient. */
export async function registerVials(db: Db, auditActor: AuditActor, { user, quantity, place }: NewVials): Promise<Vial[]> {
  const vial = { domain_id: db.domainId, user_id: user, state: 'in_process', place }
  const made = await db
    .insertInto('vials')
    .values(Array.from({ length: quantity }, () => vial))
    .returning(['id', 'code'])
    .execute()
  const codes = made.map(({ code }) => code)
  audit(db, auditActor, { type: 'vials.registered', patient: user, after: { vials: quantity, codes, place } })
  return getVialRows(
    db,
    made.map(({ id }) => id),
  )
}
