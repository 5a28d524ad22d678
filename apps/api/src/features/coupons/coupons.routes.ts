import { contract } from '@vialdesk/contract'
import { toDollars } from '@vialdesk/contract/base/primitives'
import { serve } from '#api/platform/http/serve.ts'
import { addCoupon, changeCoupon, changeCouponStatus, removeCoupon, undoCouponStatus } from './change-coupon.commands.ts'
import { findCouponDiscount, getCouponCenters } from './coupon-uses.commands.ts'
import { getCoupon, listCoupons } from './coupons.queries.ts'

const { coupons } = contract

const couponsText = (count: number) => (count === 1 ? '1 coupon' : `${count} coupons`)

export const couponsRouter = {
  list: serve(coupons.list, ({ db, query }) => listCoupons(db, query)),

  create: serve(coupons.create, async ({ db, body }) => getCoupon(db, await addCoupon(db, body))),

  get: serve(coupons.get, ({ db, params }) => getCoupon(db, params.id)),

  change: serve(coupons.change, async ({ db, params, body }) => {
    await changeCoupon(db, params.id, body)
    return getCoupon(db, params.id)
  }),

  changeStatus: serve(coupons.changeStatus, async ({ db, body }) => {
    const changed = await changeCouponStatus(db, body)
    return { changed, message: `${couponsText(changed.length)} ${body.status === 1 ? 'activated' : 'deactivated'}.` }
  }),

  undoStatus: serve(coupons.undoStatus, async ({ db, body }) => {
    const changed = await undoCouponStatus(db, body)
    return { changed, message: `${couponsText(changed.length)} restored.` }
  }),

  remove: serve(coupons.remove, async ({ db, params }) => {
    await removeCoupon(db, params.id)
    return undefined
  }),

  validate: serve(coupons.validate, async ({ db, actor, body }) => {
    const { code, product_id, harvest_center_id } = body
    const centerIds = await getCouponCenters(db, actor, harvest_center_id)
    const found = await findCouponDiscount(db, { code, productId: product_id, centerIds })
    if ('refused' in found) return { success: false, discount: 0, coupon_id: null, code, message: found.refused }
    const { id, cents } = found
    return { success: true, discount: toDollars(cents), coupon_id: id, code: found.code, message: 'The coupon has been applied.' }
  }),
}
