/** Commission rates, with whether each of them applies now. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import type { CommissionRate, CommissionSettings } from '@vialdesk/contract/money/commissions'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import type { Part } from '#api/db/paging.ts'
import { displayNameOf, personOf } from '#api/db/user-sql.ts'
import { fail } from '#api/platform/kernel/fail.ts'

const RATE_ROWS = `
  select r.id, r.membership, case when u.id is not null then ${personOf('u')} end as person,
    case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as product,
    (r.basis_points / 100.0)::float8 as percent,
    (r.flat_cents / 100.0)::float8 as flat,
    r.valid_from,
    case
      when r.valid_from > today.day then 'next'
      when exists (
        select
        from commission_rates n
        where n.domain_id = r.domain_id
          and n.membership = r.membership
          and n.user_id is not distinct from r.user_id
          and n.product_id is not distinct from r.product_id
          and n.valid_from <= today.day
          and (n.valid_from, n.id) > (r.valid_from, r.id)
      ) then 'past'
      else 'current'
    end as state,
    coalesce(${displayNameOf('by')}, '') as created_by
  from commission_rates r
  join domains d on d.id = r.domain_id
  cross join lateral (select (now() at time zone d.time_zone)::date as day) today
  left join users u on u.domain_id = r.domain_id and u.id = r.user_id
  left join users by on by.domain_id = r.domain_id and by.id = r.created_by
  left join products p on p.domain_id = r.domain_id and p.id = r.product_id
  where r.domain_id = $1`

interface RateFilter extends Paging {
  membership?: number | undefined
  user_id?: number | undefined
  product_id?: number | undefined
}

export function listRates(db: Db, { membership, user_id, product_id, ...paging }: RateFilter) {
  const rows: Part = (bind) => {
    const conditions = ['r.domain_id = $1']
    if (membership !== undefined) conditions.push(`r.membership = ${bind(membership)}`)
    if (user_id !== undefined) conditions.push(`r.user_id = ${bind(user_id)}`)
    if (product_id !== undefined) conditions.push(`r.product_id = ${bind(product_id)}`)
    return `commission_rates r where ${conditions.join(' and ')}`
  }
  return readList<CommissionRate>(db, { matches: rowsOf('r.id', rows) }, paging, `${RATE_ROWS} and r.id = any(page.ids)`)
}

export async function getRate(db: Db, id: number): Promise<CommissionRate> {
  const [rate] = await db.rows<CommissionRate>(`${RATE_ROWS} and r.id = $2`, [db.domainId, id])
  return rate ?? fail('not_found')
}

/** Commissions are on until an admin turns them off. Without a rate nobody earns any. */
const DEFAULT_SETTINGS: CommissionSettings = { enabled: true, flat_only_products: [] }

export async function findSettings(db: Db): Promise<CommissionSettings> {
  const newest = await db
    .selectFrom('commission_settings')
    .select(['enabled', 'flat_only_products'])
    .where('domain_id', '=', db.domainId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? DEFAULT_SETTINGS
}
