/**
 * Reserves what an order needs before the charge: a use of its coupon, and its vials. The sale takes them, a failed payment gives them
 * back. All callers have locked the attempt, or have just inserted it, and take the coupon before the vials.
 */
import { productIds } from '@vialdesk/contract/products'
import type { Db } from '#api/db/db.ts'
import { releaseCoupon, reserveCoupon } from '#api/features/coupons/coupon-uses.commands.ts'
import { releaseVials, reserveVials } from '#api/features/orders/reserve-vials.commands.ts'
import type { Attempt } from './attempts.queries.ts'

export async function reserveForOrder(db: Db, { id: attemptId, order }: Attempt): Promise<void> {
  const { coupon, discount_cents: cents, product_id, patient_id: patientId, quantity } = order
  if (coupon) await reserveCoupon(db, { couponId: coupon.id, attemptId, cents })
  if (product_id === productIds.vials && patientId !== null) await reserveVials(db, { attemptId, patientId, quantity })
}

export async function releaseReservations(db: Db, { id }: Attempt): Promise<void> {
  await releaseCoupon(db, id)
  await releaseVials(db, id)
}
