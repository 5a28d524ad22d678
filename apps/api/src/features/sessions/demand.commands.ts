/** Whose two-step sign-in a domain demands. */
import type { Db } from '#api/db/db.ts'
import { type Doer, record } from '#api/platform/record.ts'

/** By first membership; none demands it of nobody. `db` must be of a role that owns the tables: the application's may only read. */
export async function requireTwoStep(db: Db, doer: Doer, memberships: number[]): Promise<void> {
  await db.updateTable('domains').set({ two_step_memberships: memberships }).where('id', '=', db.domainId).execute()
  record(db, doer, { type: 'domain.changed', after: { two_step_memberships: memberships } })
}
