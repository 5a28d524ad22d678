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
  because: {
    remove: ({ was_used }) =>
      was_used
        ? 'This coupon was used, so it cannot be removed. Make it inactive instead.'
        : 'A payment with this coupon is being processed. Try again in a moment.',
  },
})
