/** Admins add, change and remove coupons. */

import { toCents } from '@vialdesk/contract/base/primitives'
import type { CouponInput, CouponStatusChange } from '@vialdesk/contract/money/coupons'
import type { Db } from '#api/db/db.ts'
import { listProductOptions } from '#api/features/products/products.queries.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { couponPolicy } from './coupons.policy.ts'
import { isHarvestCenter } from './coupons.queries.ts'

const CODE_IS_FIXED = 'The code cannot change after the first use.'
const AMOUNT_IS_FIXED = 'The discount cannot change after the first use.'

export async function addCoupon(db: Db, input: CouponInput): Promise<number> {
  const values = await toValues(db, input)
  const { id } = await db.insertWithId('coupons', { ...values })
  audit(db, { type: 'coupon.added', subject: id, after: values })
  return id
}

/** After its first use a coupon keeps its code and its discount. */
export async function changeCoupon(db: Db, id: number, input: CouponInput): Promise<void> {
  const values = await toValues(db, input)
  const { was_used, used_number, reserved_number, ...was } = await lockCoupon(db, id)
  if (!couponPolicy.can(undefined, 'change_amount', { was_used, reserved_number })) {
    if (values.code !== was.code) failField('code', CODE_IS_FIXED)
    if (values.discount_cents !== was.discount_cents) failField('discount_amount', AMOUNT_IS_FIXED)
  }
  const uses = used_number + reserved_number
  if (values.max_use_number > 0 && values.max_use_number < uses) {
    failField(
      'max_use_number',
      `The coupon already has ${uses} ${uses === 1 ? 'use' : 'uses'}. Enter at least ${uses}, or 0 for no limit.`,
    )
  }
  await db.updateRows('coupons', { id }, values)
  const changes = changesBetween(was, values)
  if (changes) audit(db, { type: 'coupon.changed', subject: id, ...changes })
}

export async function removeCoupon(db: Db, id: number): Promise<void> {
  const coupon = await lockCoupon(db, id)
  couponPolicy.assertCan(undefined, 'remove', coupon)
  await db.deleteRows('coupons', { id })
  const { name, code, discount_cents } = coupon
  audit(db, { type: 'coupon.removed', subject: id, before: { name, code, discount_cents } })
}

/** Locks the coupon until the transaction ends, so that no checkout uses it in between. */
const lockCoupon = async (db: Db, id: number) => (await db.lockRow('coupons', { id })) ?? fail('not_found')

/** The columns of a coupon. Products and the center must exist in this domain. */
async function toValues(db: Db, input: CouponInput) {
  const { name, code, max_use_number, status, discount_amount, product_ids, harvest_center, domain_id } = input
  if (domain_id !== undefined && domain_id !== db.domainId) failField('domain_id', 'This is not your domain.')
  const products = [...new Set(product_ids.split(',').filter(Boolean).map(Number))]
  const known = new Set((await listProductOptions(db)).map(({ id }) => id))
  if (products.some((id) => !known.has(id))) failField('product_ids', 'Choose products from the list.')
  if (harvest_center !== null && !(await isHarvestCenter(db, harvest_center))) {
    failField('harvest_center', 'Choose a harvest center from the list.')
  }
  return {
    ...{ name, code, max_use_number, status },
    discount_cents: toCents(discount_amount),
    product_ids: products.sort((a, b) => a - b),
    harvest_center_id: harvest_center,
  }
}

/** Coupons named in a message. More would not be read. */
const MAX_NAMED = 5

/** The coupons that had another status. All of them change or none, and each is audited like a change of one coupon. */
export async function changeCouponStatus(db: Db, { ids, status }: CouponStatusChange): Promise<number[]> {
  const coupons = await lockCoupons(db, ids)
  return setStatus(
    db,
    coupons.filter((coupon) => coupon.status !== status),
    status,
  )
}

/** Restores the status before `status`. A coupon that changed since is not overwritten, so the whole undo is refused. */
export async function undoCouponStatus(db: Db, { ids, status }: CouponStatusChange): Promise<number[]> {
  const coupons = await lockCoupons(db, ids)
  const changed = coupons.filter((coupon) => coupon.status !== status).map(({ name }) => name)
  if (changed.length > 0) {
    const more = changed.length > MAX_NAMED ? ` and ${changed.length - MAX_NAMED} more` : ''
    failField('ids', `These coupons have changed since: ${changed.slice(0, MAX_NAMED).join(', ')}${more}.`)
  }
  return setStatus(db, coupons, status === 1 ? 0 : 1)
}

/** Locks the coupons, always in the same order to avoid deadlocks. */
async function lockCoupons(db: Db, ids: number[]) {
  const coupons = await db.lockRows('coupons', { id: ids })
  if (coupons.length < ids.length) fail('not_found', { message: 'Some of these coupons no longer exist. Reload the list.' })
  return coupons
}

async function setStatus(
  db: Db,
  coupons: { id: number; status: number }[],
  status: CouponStatusChange['status'],
): Promise<number[]> {
  const ids = coupons.map(({ id }) => id)
  if (ids.length === 0) return ids
  await db.updateRows('coupons', { id: ids }, { status })
  for (const { id, status: was } of coupons)
    audit(db, { type: 'coupon.changed', subject: id, before: { status: was }, after: { status } })
  return ids
}
