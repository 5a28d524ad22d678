/** Several coupons become active or inactive, and back, in one transaction. Each one is audited like a change of one coupon. */
import type { CouponStatusChange } from '@vialdesk/contract/coupons'
import type { Db } from '#api/db/db.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

/** Coupons named in a message. More would not be read. */
const MAX_NAMED = 5

/** The coupons that had another status. */
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
