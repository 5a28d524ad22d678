import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'

/**
 * The present center that an invitation names: of a patient the harvest center, else the referral center; of staff the first center.
 * Undefined for other users: their invitation comes from the business.
 */
export async function findInvitingCenter(db: Db, userId: number): Promise<string | undefined> {
  const [center] = await db.rows<{ company: string }>(
    `select c.company
     from users u
     join users c on c.domain_id = u.domain_id
       and c.active
       and c.company <> ''
       and c.id = case u.subscription
         when ${membershipIds.patient} then coalesce(u.harvest_center_id, u.referral_harvest_center_id)
         when ${membershipIds.hc_staff} then (
           select min(s.center_id)
           from staff_centers s
           where s.domain_id = u.domain_id and s.staff_id = u.id)
       end
     where u.domain_id = $1 and u.id = $2`,
    [db.domainId, userId],
  )
  return center?.company
}
