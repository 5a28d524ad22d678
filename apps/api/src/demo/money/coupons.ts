/** The coupons of the demo: one in use, one for a single center, one that is inactive. */
import { productIds } from '@vialdesk/contract/money/products'
import type { Db } from '#api/db/db.ts'
import type { Accounts } from '../people/accounts.ts'

export interface Coupon {
  id: number
  code: string
  cents: number
}

/** Returns the coupon that some of the demo's sales used. */
export async function createCoupons(db: Db, { centers: [center] }: Accounts): Promise<Coupon> {
  const common = { domain_id: db.domainId, max_use_number: 0 }
  const rows = [
    { ...common, name: 'Welcome discount', code: 'WELCOME25', discount_cents: 2_500 },
    {
      ...{ ...common, name: 'Opening of the new clinic', code: 'OPENING250', discount_cents: 25_000, max_use_number: 10 },
      ...{ product_ids: [productIds.processing_fee], harvest_center_id: center?.id ?? null },
    },
    { ...common, name: 'Spring campaign', code: 'SPRING50', discount_cents: 5_000, max_use_number: 100, status: 0 },
  ]
  const [first] = await db.insertInto('coupons').values(rows).returning(['id', 'code', 'discount_cents as cents']).execute()
  return first as Coupon
}

/** Counts the uses of a coupon that the sales were inserted with. */
export async function countUses(db: Db, { id }: Coupon): Promise<void> {
  await db.rows(
    `update coupons c
     set used_number = (select count(*) from transactions t where t.domain_id = $1 and t.coupon_id = c.id)
     where c.domain_id = $1 and c.id = $2`,
    [db.domainId, id],
  )
}
