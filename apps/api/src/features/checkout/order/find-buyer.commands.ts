/** Finds who buys: a center, or a patient who buys vials for itself; with its present sales line. */

import { membershipIds, VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import { NO_SALES_REP } from '@vialdesk/contract/money/checkout'
import { productIds } from '@vialdesk/contract/money/products'
import type { Db } from '#api/db/db.ts'
import { getCouponCenters } from '#api/features/coupons/coupon-uses.commands.ts'
import { seesUser } from '#api/features/visibility/visible.queries.ts'
import { type Actor, staffUserOf } from '#api/platform/access/actor.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import type { Buyer, Purchase } from './buyer.pure.ts'

interface SalesLine {
  sales_rep_id: number
  sales_manager_id: number | null
  sales_distributor_id: number | null
}

type MaybeLine = SalesLine | { [K in keyof SalesLine]: null }

/** An inactive rep counts as none. The first active rep of several gets the sale. */
const LINE_OF_REPS = (reps: string) => `
  left join lateral (
    select r.id as sales_rep_id, r.sales_manager_id, m.sales_distributor_id
    from unnest(array[${reps}]) with ordinality as line (id, n)
    join users r on r.domain_id = u.domain_id and r.id = line.id and r.active
      and r.subscription = ${membershipIds.sales_rep}
    left join users m on m.domain_id = r.domain_id and m.id = r.sales_manager_id
    order by line.n
    limit 1) line on true`

/** The buying center. The fee of a referral also has the harvest center that processes. */
export async function getBuyingCenter(db: Db, actor: Actor, purchase: Purchase): Promise<Buyer> {
  const { harvest_center_id: named } = purchase
  const itself = actor.role === 'harvest_center' || actor.role === 'referral_harvest_center'
  if (itself && named !== undefined && named !== actor.id) failField('harvest_center_id', 'You can buy only for your own center.')
  const centerId = (itself ? actor.id : named) ?? failField('harvest_center_id', 'Choose the center.')
  const center = (await findCenter(db, centerId, actor)) ?? failField('harvest_center_id', 'Choose one of your centers.')
  const { sales_rep_id, sales_manager_id, sales_distributor_id, subscription } = center
  if (sales_rep_id === null) return failField('harvest_center_id', 'This center has no active sales rep. Please contact us.')
  const isReferral = subscription === membershipIds.referral_harvest_center
  const harvest_center_id = isReferral ? await findProcessingCenter(db, centerId, purchase) : centerId
  return {
    membership: subscription,
    couponCenterIds: [...new Set([centerId, harvest_center_id ?? centerId])],
    parties: {
      harvest_center_id,
      referral_harvest_center_id: isReferral ? centerId : null,
      hc_staff_id: staffUserOf(actor),
      sales_rep_id,
      sales_manager_id,
      sales_distributor_id,
    },
  }
}

/** An active center; for staff, only one of their own. */
async function findCenter(db: Db, id: number, actor: Actor) {
  const [center] = await db.rows<{ subscription: number } & MaybeLine>(
    `select u.subscription, line.*
     from users u
     ${LINE_OF_REPS('u.sales_rep_id')}
     where u.domain_id = $1 and u.id = $2 and u.active and u.subscription = any($4::smallint[])
       and ($3::bigint is null or u.id in (select s from centers_of_staff($3) s))`,
    [
      db.domainId,
      id,
      actor.role === 'hc_staff' ? actor.id : null,
      [membershipIds.harvest_center, membershipIds.referral_harvest_center],
    ],
  )
  return center
}

/** The named harvest center, which must be one that the referral center sees: active, and tied to it. Null for other products. */
async function findProcessingCenter(
  db: Db,
  referralId: number,
  { product_id, harvest_center_temporal_id: id }: Purchase,
): Promise<number | null> {
  if (product_id !== productIds.referral_fee) return null
  if (!id) return failField('harvest_center_temporal_id', 'Choose the harvest center.')
  const referral = { id: referralId, role: 'referral_harvest_center' } as const
  if (await seesUser(db, referral, id, 'harvest_center')) return id
  return failField('harvest_center_temporal_id', 'Choose one of the harvest centers of this referral center.')
}

/** The calling patient, with the email address of its account. Its own sales rep gets the sale, else the one of its centers. */
export async function getBuyingPatient(db: Db, actor: Actor, purchase: Purchase): Promise<Buyer & { email: string }> {
  const [patient] = await db.rows<{ tags: number[]; email: string; harvest_center_id: number | null } & MaybeLine>(
    `select u.tags, u.email, u.harvest_center_id, line.*
     from users u
     left join users h on h.domain_id = u.domain_id and h.id = u.harvest_center_id
     left join users f on f.domain_id = u.domain_id and f.id = u.referral_harvest_center_id
     ${LINE_OF_REPS('u.sales_rep_id, h.sales_rep_id, f.sales_rep_id')}
     where u.domain_id = $1 and u.id = $2`,
    [db.domainId, actor.id],
  )
  if (!patient || patient.sales_rep_id === null || !patient.tags.includes(VIAL_ORDERING_TAG))
    return fail('purchase_refused', { message: NO_SALES_REP })
  const { email, harvest_center_id, sales_rep_id, sales_manager_id, sales_distributor_id } = patient
  const { harvest_center_id: named = harvest_center_id } = purchase
  if (named !== harvest_center_id) failField('harvest_center_id', 'This is not your harvest center.')
  const line = { sales_rep_id, sales_manager_id, sales_distributor_id }
  return {
    membership: membershipIds.patient,
    couponCenterIds: await getCouponCenters(db, actor, null),
    email,
    parties: { harvest_center_id, referral_harvest_center_id: null, hc_staff_id: null, ...line },
  }
}
