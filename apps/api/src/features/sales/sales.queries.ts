/** The sales line to choose from, and who stands above a rep. */
import type { Option } from '@vialdesk/contract/primitives'
import { membershipOf, type Role } from '@vialdesk/contract/roles'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { usersSeenBy } from '#api/features/accounts/visible.queries.ts'
import type { Actor } from '#api/platform/actor.ts'

/** Active people of a kind that the actor may see, by name: a manager its reps, a distributor its managers and their reps. */
export function findSalesOptions(db: Db, actor: Pick<Actor, 'id' | 'role'>, kind: Role): Promise<Option[]> {
  return db
    .selectFrom('users')
    .select(['users.id', sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('name')])
    .where('users.domain_id', '=', db.domainId)
    .where('users.subscription', '=', membershipOf[kind])
    .where('users.active', '=', true)
    .where(usersSeenBy(actor))
    .orderBy('name')
    .orderBy('users.id')
    .execute()
}

/** Whether an active sales rep has this id, with its manager and that one's distributor. */
export async function findRepsLine(db: Db, id: number) {
  const rep = await db
    .selectFrom('users as rep')
    .leftJoin('users as manager', (join) =>
      join.onRef('manager.domain_id', '=', 'rep.domain_id').onRef('manager.id', '=', 'rep.sales_manager_id'),
    )
    .select(['rep.sales_manager_id', 'manager.sales_distributor_id'])
    .where('rep.domain_id', '=', db.domainId)
    .where('rep.id', '=', id)
    .where('rep.subscription', '=', membershipOf.sales_rep)
    .where('rep.active', '=', true)
    .executeTakeFirst()
  return { exists: rep !== undefined, data: rep ?? { sales_manager_id: null, sales_distributor_id: null } }
}
