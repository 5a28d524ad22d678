import { policy } from '#api/platform/access/policy.ts'

export interface CouponState {
  was_used: boolean
  /** Payments whose result is not known yet. */
  reserved_number: number
}

const isFree = (_: unknown, { was_used, reserved_number }: CouponState) => !was_used && reserved_number === 0

/** The access table lets only admins manage coupons. */
export const couponPolicy = policy<unknown, CouponState>()({
  act: { change_amount: isFree, remove: isFree },
})
