/** Coupons: a fixed discount on a checkout. Amounts in dollars. */
import { z } from 'zod'
import { admin, buyers } from '../base/access.ts'
import { call } from '../base/call.ts'
import { companiesOf, listFile, yesOrNo } from '../base/list-file.ts'
import {
  CenterName,
  Id,
  IdList,
  LongSearch,
  Message,
  Money,
  pageOf,
  paging,
  requiredLine,
  SmallId,
  singleLine,
  sortBy,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'

export const couponStatuses = { inactive: 0, active: 1 } as const

export const Coupon = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  /** 0: unlimited. */
  max_use_number: z.number().int(),
  discount_amount: Money,
  /** Product ids, separated by commas. Blank: every product. */
  product_ids: z.string(),
  /** The one center that may use it; null: every center. */
  harvest_center: Id.nullable(),
  hc_desc: z.array(CenterName),
  used_number: z.number().int(),
  status: z.number().int(),
  domain_id: Id,
  /** `change_amount`: until its first use, the code and the discount can change. `remove`: it was never used. */
  can: z.object({ change_amount: z.boolean(), remove: z.boolean() }),
})
export type Coupon = z.infer<typeof Coupon>

/** Codes are compared without regard to case. */
export const CouponCode = singleLine(40)

/** Fields of the specification that no edit changes. They are accepted and not used. */
const unchangedFields = {
  id: Id.optional(),
  hc_desc: z
    .array(z.object({ id: Id, company: singleLine(120) }))
    .max(1)
    .optional(),
  used_number: z.number().int().optional(),
} as const

export const CouponInput = z.strictObject({
  ...unchangedFields,
  name: requiredLine(120),
  code: requiredLine(40).pipe(z.string().regex(/^[A-Za-z0-9_-]+$/, 'Use letters, digits, - and _ only.')),
  max_use_number: z.number().int('Enter a whole number.').min(0).max(1_000_000),
  discount_amount: z
    .number('Enter an amount.')
    .min(0.01)
    .max(1_000_000)
    .multipleOf(0.01, 'Enter an amount with at most two decimals.'),
  product_ids: singleLine(200)
    .regex(/^(\d{1,5}(,\d{1,5})*)?$/, 'Choose products from the list.')
    .default(''),
  harvest_center: Id.nullable().default(null),
  status: z.literal([0, 1]).default(1),
  /** Must be the caller's domain. */
  domain_id: Id.optional(),
})
export type CouponInput = z.infer<typeof CouponInput>

export const CouponCheck = z.strictObject({
  code: CouponCode,
  product_id: SmallId,
  /**
   * The center of the purchase. A harvest center and a patient need not name it. A referral center names the harvest center of its fee, so
   * that a coupon of that center counts, too.
   */
  harvest_center_id: Id.nullable().default(null),
})

/** One new status for several coupons. */
export const CouponStatusChange = z.strictObject({
  ids: IdList.min(1, 'Select at least one coupon.').max(100, 'Select at most 100 coupons.'),
  status: z.literal([0, 1]),
})
export type CouponStatusChange = z.infer<typeof CouponStatusChange>
/** `changed`: the coupons that had another status before. */
const CouponsChanged = Message.extend({ changed: z.array(Id) })

export const CouponFilter = paging(10).extend({
  search: LongSearch,
  sort: sortBy('name', 'code', 'discount', 'used', 'status'),
})
export type CouponFilter = z.infer<typeof CouponFilter>

export const coupons = {
  list: call('GET /api/v1/coupon-codes/', admin, {
    machine: true,
    summary: 'All coupons, newest first',
    query: CouponFilter,
    answer: pageOf(Coupon),
    views: ['coupons'],
    exports: listFile(Coupon, 'coupons', [
      ['ID', ({ id }) => id],
      ['Name', ({ name }) => name],
      ['Code', ({ code }) => code],
      ['Discount (USD)', ({ discount_amount }) => discount_amount],
      ['Products (IDs)', ({ product_ids }) => product_ids],
      ['Harvest center', ({ hc_desc }) => companiesOf(hc_desc)],
      ['Used', ({ used_number }) => used_number],
      ['Most uses', ({ max_use_number }) => (max_use_number === 0 ? 'Unlimited' : String(max_use_number))],
      ['Active', ({ status }) => yesOrNo(status === 1)],
    ]),
  }),
  create: call('POST /api/v1/coupon-codes/', admin, {
    machine: true,
    proof: proof.brand,
    summary: 'Create a coupon',
    body: CouponInput,
    answer: Coupon,
    status: 201,
  }),
  get: call('GET /api/v1/coupon-codes/{id}/', admin, { machine: true, summary: 'One coupon', answer: Coupon }),
  change: call('PUT /api/v1/coupon-codes/{id}/', admin, {
    machine: true,
    proof: proof.brand,
    summary: 'Change a coupon',
    body: CouponInput,
    answer: Coupon,
  }),
  changeStatus: call('POST /api/v1/coupon-codes/status/', admin, {
    proof: proof.brand,
    summary: 'Make several coupons active or inactive: all of them or none',
    body: CouponStatusChange,
    answer: CouponsChanged,
  }),
  undoStatus: call('POST /api/v1/coupon-codes/undo-status/', admin, {
    proof: proof.brand,
    summary: 'Take a change to this status back: refused while one of the coupons has another status by now',
    body: CouponStatusChange,
    answer: CouponsChanged,
  }),
  remove: call('DELETE /api/v1/coupon-codes/{id}/', admin, {
    machine: true,
    proof: proof.brand,
    summary: 'Remove a coupon that was never used',
    answer: z.undefined(),
    status: 204,
  }),
  validate: call('POST /api/v1/coupon-codes/validate-code/', buyers, {
    proof: proof.never('It only reads.'),
    summary: 'Check a coupon code for a checkout; nothing is counted yet',
    body: CouponCheck,
    answer: Message.extend({ success: z.boolean(), discount: Money, coupon_id: Id.nullable(), code: z.string() }),
    rateLimit: 'coupon',
  }),
}
