import type { Db } from '#api/db/db.ts'

/** Each center signed up with the link of its sales rep, shortly before it confirmed its email. */
const SIGN_UPS = `
  insert into sign_ups (domain_id, subscription, rep_id, user_id, created_at, verified_at)
  select u.domain_id, u.subscription, u.sales_rep_id, u.id, u.date_joined - interval '20 minutes', u.date_joined
  from users u
  where u.domain_id = $1
    and u.subscription in (membership_id('harvest_center'), membership_id('referral_harvest_center'))
    and u.sales_rep_id is not null
  order by u.id`

export const createSignUps = (db: Db) => db.rows(SIGN_UPS, [db.domainId])
