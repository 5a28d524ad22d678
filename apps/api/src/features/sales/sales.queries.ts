/** Options of sales users for selects, and one rep with its manager. */
import type { Option } from '@vialdesk/contract/base/primitives'
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import type { SalesRep } from '@vialdesk/contract/people/sales'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { fullNameOf } from '#api/db/user-sql.ts'
import { seesUser, usersSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** Active users of a sales role that the viewer may see, by name. */
export function findSalesOptions(db: Db, viewer: Viewer, role: Role): Promise<Option[]> {
  return db
    .selectFrom('users')
    .select(['users.id', sql.raw<string>(fullNameOf('users')).as('name')])
    .where('users.domain_id', '=', db.domainId)
    .where('users.subscription', '=', membershipIds[role])
    .where('users.active', '=', true)
    .where(usersSeenBy(viewer))
    .orderBy('name')
    .orderBy('users.id')
    .execute()
}

/** Whether the id is an active sales rep, with the ids of its manager and distributor. */
export async function findRepLine(db: Db, id: number) {
  const rep = await db
    .selectFrom('users as rep')
    .leftJoin('users as manager', (join) =>
      join.onRef('manager.domain_id', '=', 'rep.domain_id').onRef('manager.id', '=', 'rep.sales_manager_id'),
    )
    .select(['rep.sales_manager_id', 'manager.sales_distributor_id'])
    .where('rep.domain_id', '=', db.domainId)
    .where('rep.id', '=', id)
    .where('rep.subscription', '=', membershipIds.sales_rep)
    .where('rep.active', '=', true)
    .executeTakeFirst()
  return { exists: rep !== undefined, data: rep ?? { sales_manager_id: null, sales_distributor_id: null } }
}

/** Rep $2. `is_own_rep`: the rep is active and is the rep of user $3. The contact data of an inactive manager is left out. */
const REP_SQL = `
    select r.id, r.first_name, r.last_name, r.sales_manager_id, m.sales_distributor_id,
      case when m.active then jsonb_build_object('id', m.id, 'first_name', m.first_name, 'last_name', m.last_name,
        'email', m.email, 'phone_number', m.phone_number) end as sales_manager,
      r.active and exists (
        select
        from users u
        where u.domain_id = $1
          and u.id = $3
          and u.line_rep_id = r.id) as is_own_rep
    from users r
    left join users m on m.domain_id = $1 and m.id = r.sales_manager_id
    where r.domain_id = $1
      and r.id = $2
      and r.subscription = ${membershipIds.sales_rep}`

/** One rep with its name and sales line. Only the rep and users above it also see the contact data of its manager. */
export async function getRep(db: Db, viewer: Viewer, id: number): Promise<SalesRep> {
  const [found] = await db.rows<SalesRep & { is_own_rep: boolean }>(REP_SQL, [db.domainId, id, viewer.id])
  const isAbove = found !== undefined && (await seesUser(db, viewer, id, 'sales_rep'))
  if (!found || !(isAbove || found.is_own_rep)) return fail('not_found')
  const { is_own_rep: _, sales_manager, ...rep } = found
  return isAbove ? { ...rep, sales_manager } : rep
}
