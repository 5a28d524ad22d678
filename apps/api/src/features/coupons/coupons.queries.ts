/** Coupons as admins manage them. */

import { toDollars } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Coupon, CouponFilter } from '@vialdesk/contract/money/coupons'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import type { Page, Part } from '#api/db/paging.ts'
import { orderOf, type SortValues, sortedText } from '#api/db/sorted-paging.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { type CouponState, couponPolicy } from './coupons.policy.ts'

type CouponRow = Omit<Coupon, 'discount_amount' | 'can'> & CouponState & { discount_cents: number }

const SELECT_ROWS = `
    select c.id, c.name, c.code, c.max_use_number, c.discount_cents, c.used_number, c.status, c.domain_id,
      array_to_string(c.product_ids, ',') as product_ids,
      c.harvest_center_id as harvest_center,
      case when h.id is null then '[]' else json_build_array(json_build_object('id', h.id, 'company', h.company)) end as hc_desc,
      c.was_used, c.reserved_number
    from coupons c
    left join users h on h.domain_id = c.domain_id and h.id = c.harvest_center_id
    where c.domain_id = $1`

const toCoupon = ({ discount_cents, was_used, reserved_number, ...row }: CouponRow): Coupon => ({
  ...row,
  discount_amount: toDollars(discount_cents),
  can: couponPolicy.abilities(undefined, { was_used, reserved_number }),
})

const sortValues: SortValues<'name' | 'code' | 'discount' | 'used' | 'status'> = {
  name: sortedText('c.name'),
  code: sortedText('c.code'),
  discount: { value: 'c.discount_cents' },
  used: { value: 'c.used_number' },
  status: { value: 'c.status' },
}

/** The newest first. The search finds a part of the name or of the code. */
export async function listCoupons(db: Db, { search, sort, ...paging }: CouponFilter): Promise<Page<Coupon>> {
  const hasText: Part = (bind) =>
    search ? `and position(${bind(search.toLowerCase())} in lower(c.name || ' ' || c.code)) > 0` : ''
  const matches = rowsOf('c.id', (bind) => `coupons c where c.domain_id = $1 ${hasText(bind)}`)
  const list = { matches, order: orderOf(sort, sortValues) }
  const { count, results } = await readList<CouponRow>(db, list, paging, `${SELECT_ROWS} and c.id = any(page.ids)`)
  return { count, results: results.map(toCoupon) }
}

export async function getCoupon(db: Db, id: number): Promise<Coupon> {
  const [row] = await db.rows<CouponRow>(`${SELECT_ROWS} and c.id = $2`, [db.domainId, id])
  return row ? toCoupon(row) : fail('not_found')
}

export async function isHarvestCenter(db: Db, id: number): Promise<boolean> {
  const found = await db.findRow('users', ['id'], { id, subscription: membershipIds.harvest_center })
  return found !== undefined
}
