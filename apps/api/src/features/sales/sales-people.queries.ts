/** The list of all sales reps, managers and distributors of a domain, for admins. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { SalesFilter, SalesPerson } from '@vialdesk/contract/people/sales'
import type { Db } from '#api/db/db.ts'
import { rowsOf } from '#api/db/list-pages.ts'
import { hasWords, type Page, type Part } from '#api/db/paging.ts'
import { orderOf, type SortValues, sortedName } from '#api/db/sorted-paging.ts'
import { firstOf, personOf } from '#api/db/user-sql.ts'
import { invitedOf } from '#api/features/accounts/invitations/invitations.queries.ts'
import { readUsers } from '#api/features/accounts/lists/user-pages.queries.ts'

const { sales_rep, sales_manager, sales_distributor, harvest_center, referral_harvest_center } = membershipIds

const person = (alias: string) => `case when ${alias}.id is not null then ${personOf(alias)} end`

const columns = `
  u.id, u.first_name, u.last_name, u.email, u.phone_number, u.date_joined, ${invitedOf('u')} as invited,
  case u.subscription
    when ${sales_rep} then 'sales_rep'
    when ${sales_manager} then 'sales_manager'
    else 'sales_distributor'
  end as role,
  ${person('m')} as sales_manager,
  ${person('d')} as sales_distributor,
  below.managers, below.reps,
  (
    select count(*)
    from users c
    where c.domain_id = u.domain_id
      and c.line_rep_id = any(below.line)
      and c.subscription in (${harvest_center}, ${referral_harvest_center})
      and c.active) as centers,
  coalesce((
    select sum(t.n)
    from tallies t
    where t.domain_id = u.domain_id
      and t.list = 'patients'
      and t.key = any(array(select 'rep:' || r from unnest(below.line) r))), 0)::bigint as patients`

/** `below.line`: the reps whose business counts for the person. Inactive reps stay in the sales line. */
const joins = `
  left join users m on m.domain_id = u.domain_id and m.id = u.sales_manager_id and u.subscription = ${sales_rep}
  left join users d on d.domain_id = u.domain_id and d.id = ${firstOf('m.sales_distributor_id', 'u.sales_distributor_id')}
  cross join lateral (
    select
      (select count(*) from users x where x.domain_id = u.domain_id and x.sales_distributor_id = u.id
        and x.subscription = ${sales_manager} and x.active) as managers,
      count(*) filter (where r.active and r.id <> u.id) as reps,
      array_agg(r.id) as line
    from (
      select u.id, u.active where u.subscription = ${sales_rep}
      union all
      select r.id, r.active
      from users r
      where r.domain_id = u.domain_id and r.sales_manager_id = u.id and r.subscription = ${sales_rep}
      union all
      select r.id, r.active
      from users x
      join users r on r.domain_id = x.domain_id and r.sales_manager_id = x.id and r.subscription = ${sales_rep}
      where x.domain_id = u.domain_id and x.sales_distributor_id = u.id) r) below`

const sortValues: SortValues<'name' | 'email' | 'joined' | 'role'> = {
  name: sortedName('u'),
  email: { value: 'u.email_key collate "C"' },
  joined: { value: 'u.date_joined' },
  role: { value: `array_position(array[${[sales_rep, sales_manager, sales_distributor]}], u.subscription::integer)` },
}

/** A page of the active people of these roles, newest first. A business has few of them, so they are counted as they are. */
export function findSalesPeople(db: Db, filter: SalesFilter): Promise<Page<SalesPerson>> {
  const { role, search, sales_manager_id: manager, sales_distributor_id: distributor } = filter
  const memberships = role ? [membershipIds[role]] : [sales_rep, sales_manager, sales_distributor]
  const rows: Part = (bind) => {
    const conditions = [
      manager && `and u.sales_manager_id = ${bind(manager)}`,
      distributor &&
        `and (u.sales_distributor_id = ${bind(distributor)} or exists (
          select
          from users m
          where m.domain_id = $1 and m.id = u.sales_manager_id and m.sales_distributor_id = ${bind(distributor)}))`,
      search && `and ${hasWords('u', search, bind)}`,
      filter.never_signed_in && 'and u.never_signed_in',
    ]
    return `users u
    where u.domain_id = $1
      and u.subscription in (${memberships.join(', ')})
      and u.active
      ${conditions.filter(Boolean).join('\n      ')}`
  }
  const list = { matches: rowsOf('u.id', rows), order: orderOf(filter.sort, sortValues) }
  return readUsers<SalesPerson>(db, list, filter, { columns, joins })
}
