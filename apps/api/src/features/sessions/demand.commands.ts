/** The roles of which a domain requires two-step sign-in. */
import type { Db } from '#api/db/db.ts'
import { type Doer, record } from '#api/platform/record.ts'

/** By first membership; an empty list requires it of no role. `db` must belong to the owner of the tables: the application may only read them. */
export async function requireTwoStep(db: Db, doer: Doer, memberships: number[]): Promise<void> {
  await db.updateTable('domains').set({ two_step_memberships: memberships }).where('id', '=', db.domainId).execute()
  record(db, doer, { type: 'domain.changed', after: { two_step_memberships: memberships } })
}
