/**
 * The uses of coupons. A checkout reserves a use before the charge, the sale counts it, and a failed payment or a full
 * refund gives it back. A coupon with a limit never has more reserved and counted uses than its limit.
 */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { seesUser } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { failField } from '#api/platform/kernel/fail.ts'

/** The same words for an unknown code and for the code of another center: nobody learns whose coupon it is. */
export const UNKNOWN_COUPON = 'This coupon code is not valid.'
const INACTIVE_COUPON = 'This coupon is not active.'
const OTHER_PRODUCT = 'This coupon is not valid for this product.'
const USED_UP = 'This coupon has been used up.'
export const NO_LONGER_USABLE = 'This coupon can no longer be used.'

export interface CouponQuestion {
  code: string
  productId: number
  /** The centers of the purchase: the coupon of one of them counts. */
  centerIds: number[]
}

export type CouponDiscount = { id: number; code: string; cents: number } | { refused: string }

/** The discount of a code for a purchase, or the reason why there is none. Nothing is reserved. */
export async function findCouponDiscount(db: Db, { code, productId, centerIds }: CouponQuestion): Promise<CouponDiscount> {
  const isCode = sql<boolean>`lower(code) = ${code.trim().toLowerCase()}`
  const counts = ['max_use_number', 'used_number', 'reserved_number'] as const
  const columns = ['id', 'code', 'discount_cents', 'product_ids', 'harvest_center_id', 'status', ...counts] as const
  const coupon = await db.findRow('coupons', columns, {}, isCode)
  if (!coupon || (coupon.harvest_center_id !== null && !centerIds.includes(coupon.harvest_center_id)))
    return { refused: UNKNOWN_COUPON }
  if (coupon.status !== 1) return { refused: INACTIVE_COUPON }
  if (coupon.product_ids.length > 0 && !coupon.product_ids.includes(productId)) return { refused: OTHER_PRODUCT }
  const uses = coupon.used_number + coupon.reserved_number
  if (coupon.max_use_number > 0 && uses >= coupon.max_use_number) return { refused: USED_UP }
  return { id: coupon.id, code: coupon.code, cents: coupon.discount_cents }
}

/**
 * The centers whose coupons the buyer may use: the center itself, the patient's centers, or the center that an admin or a staff user
 * names. A referral center also names the harvest center of its fee.
 */
export async function getCouponCenters(db: Db, viewer: Viewer, named: number | null): Promise<number[]> {
  const { id, role } = viewer
  if (role === 'harvest_center') return [id]
  if (role === 'patient') return findCentersOfPatient(db, id)
  if (role === 'referral_harvest_center')
    return named !== null && (await seesUser(db, viewer, named, 'harvest_center')) ? [id, named] : [id]
  if (role === 'hc_staff' && named !== null && !(await worksFor(db, id, named)))
    return failField('harvest_center_id', 'Choose one of your centers.')
  return named === null ? [] : [named]
}

async function findCentersOfPatient(db: Db, id: number): Promise<number[]> {
  const patient = await db.findRow('users', ['harvest_center_id', 'referral_harvest_center_id'], { id })
  return [patient?.harvest_center_id, patient?.referral_harvest_center_id].filter((center) => typeof center === 'number')
}

async function worksFor(db: Db, staff: number, center: number): Promise<boolean> {
  const rows = await db.rows('select 1 from centers_of_staff($1) c (id) where c.id = $2', [staff, center])
  return rows.length > 0
}

export interface NewCouponUse {
  couponId: number
  /** The saved attempt to pay. */
  attemptId: string
  /** The discount that `findCouponDiscount` returned, or less. */
  cents: number
}

/** Reserves a use for an attempt, in the attempt's transaction. Refuses `coupon_code` if the coupon can no longer be used. */
export async function reserveCoupon(db: Db, { couponId, attemptId, cents }: NewCouponUse): Promise<void> {
  // One statement checks and counts, so concurrent reservations cannot pass the limit together.
  const isUsable = sql<boolean>`discount_cents >= ${cents}
    and (max_use_number = 0 or used_number + reserved_number < max_use_number)`
  const more = { reserved_number: sql<number>`reserved_number + 1` }
  const [reserved] = await db.changeRows('coupons', { id: couponId, status: 1 }, more, ['id'], isUsable)
  if (!reserved) failField('coupon_code', NO_LONGER_USABLE)
  await db.insertRow('coupon_uses', { attempt_id: attemptId, coupon_id: couponId, discount_cents: cents })
}

/** Counts the reserved use of an attempt, in the transaction of its sale. Repeated: nothing. */
export async function confirmCoupon(db: Db, attemptId: string): Promise<void> {
  const use = await lockUse(db, attemptId)
  if (use?.state !== 'reserved') return
  await setState(db, attemptId, 'used')
  const counted = { reserved_number: sql<number>`reserved_number - 1`, used_number: sql<number>`used_number + 1`, was_used: true }
  await db.updateRows('coupons', { id: use.coupon_id }, counted)
}

/** Gives the use of an attempt back, whether it is reserved or counted. Repeated: nothing. */
export async function releaseCoupon(db: Db, attemptId: string): Promise<void> {
  const use = await lockUse(db, attemptId)
  if (!use || use.state === 'released') return
  await setState(db, attemptId, 'released')
  const counter = use.state === 'reserved' ? 'reserved_number' : 'used_number'
  await db.updateRows('coupons', { id: use.coupon_id }, { [counter]: sql`${sql.ref(counter)} - 1` })
}

/** Locks the use until the transaction ends, so that it is counted and given back at most once. */
const lockUse = (db: Db, attemptId: string) => db.lockRow('coupon_uses', { attempt_id: attemptId })

function setState(db: Db, attemptId: string, state: 'used' | 'released') {
  return db.updateRows('coupon_uses', { attempt_id: attemptId }, { state })
}
