/** Users of the benchmark domain, inserted in chunks. */
import type { Db } from '../../apps/api/src/db/db.ts'
import { createMissingVials } from '../../apps/api/src/demo/care/missing-vials.ts'
import { givenNames, manyFamilyNames } from '../../apps/api/src/demo/values/names.ts'
import * as layout from './layout.ts'

/** The users from number `first` to `last`. The id of user `i` is `base + 1 + i`. */
export interface UserChunk {
  base: number
  first: number
  last: number
  total: number
  passwordHash: string
}

const idOf = (i: string) => `$2::bigint + 1 + (${i})`
const joined = `now() - interval '3 years' * (1 - i::float8 / $5) - interval '1 hour'`

const users = `
insert into users (domain_id, id, memberships, tags, first_name, last_name, company, email, password_hash, phone_number, address1, city,
  state_desc, country_desc, zip_code, date_joined, last_login, agreement_accepted_at, active, sales_rep_id, sales_manager_id, sales_distributor_id,
  lab_id, harvest_center_id, referral_harvest_center_id)
select $1::bigint, ${idOf('i')}, array[membership]::smallint[],
  case when ${layout.hashBelow('i', 1, 20)} = 0 then '{2}' when ${layout.hashBelow('i', 1, 20)} < 5 then '{1}' else '{}' end::smallint[],
  given, family,
  case membership when 4 then family || ' Regenerative ' || k when 5 then family || ' Clinic ' || i when 1 then family || ' Laboratory' else '' end,
  case when i = 5 then 'admin@scale.example' else lower(given || '.' || family || '.' || i || '@mail.example') end,
  case when membership <> 2 then $6 end,
  '+1 555 ' || lpad((i / 10000 % 1000)::text, 3, '0') || ' ' || lpad((i % 10000)::text, 4, '0'),
  1 + ${layout.hashBelow('i', 4, 9000)} || ' Main Street', 'Springfield', 'Illinois', 'United States', lpad(${layout.hashBelow('i', 5, 100000)}::text, 5, '0'),
  ${joined},
  case when membership <> 2 then now() - interval '1 day' end,
  ${joined}, ${layout.isActive('i')},
  case when membership in (4, 5) then ${idOf(layout.repOf('k'))} end,
  case when membership = 3 then ${idOf(layout.managerOf('k'))} end,
  case when membership = 6 then ${idOf(layout.distributorOf('k'))} end,
  case when membership = 4 then ${idOf(layout.labOf('k'))} end,
  case when membership = 2 then ${idOf(`100 * ${layout.hundredOfPatient('i')}`)} end,
  case when membership = 2 and ${layout.isReferred('i')} then ${idOf(layout.referralCenterOf(layout.hundredOfPatient('i')))} end
from (select i, i / 100 as k, ${layout.membershipAt('i')} as membership,
    ($7::text[])[1 + ${layout.hashBelow('i', 2, givenNames.length)}] as given, ($8::text[])[1 + ${layout.skewedIndex('i', 3, manyFamilyNames.length)}] as family
  from generate_series($3::bigint, $4::bigint) i where (i % 100 >= 10) = $9::boolean) person`

/** Random stages of processing; dates follow from the day the patient joined, and are never in the future. */
const labRecords = `
insert into lab_records (domain_id, user_id, date_adipose_shipped_to_lab, date_adipose_received_by_lab, estimated_date_vials_ready_to_ship,
  stemcell_plating_initiated_date, stemcell_plating_successful, number_times_qc_done, date_vials_ready_to_ship)
select domain_id, id, case when way > 0 then start end, case when way > 1 then start + 2 end, case when way > 1 then start + 72 end,
  case when way > 2 then start + 10 end, case when way > 2 then 1 end, case when way > 3 then 1 else 0 end, case when way > 4 then start + 75 end
from (select domain_id, id, least(date_joined::date + 3, (now() - interval '2 days')::date - 75) as start, ${layout.hashBelow('id - $2::bigint', 6, 7)} as way from users
  where domain_id = $1 and id between $2::bigint + 1 + $3::bigint and $2::bigint + 1 + $4::bigint and subscription = 2) patient`

const vialEntries = `
insert into vial_entries (domain_id, user_id, type, quantity, date)
select $1, user_id, 'added', 4 + ${layout.hashBelow('user_id - $2::bigint', 7, 12)}, date_vials_ready_to_ship
from lab_records where domain_id = $1 and user_id between $2::bigint + 1 + $3::bigint and $2::bigint + 1 + $4::bigint
  and date_vials_ready_to_ship is not null and ${layout.hashBelow('user_id - $2::bigint', 8, 2)} = 0`

const staff = `
insert into staff_centers (domain_id, staff_id, center_id)
select domain_id, id, id - (id - $2::bigint - 1) % 100 from users
where domain_id = $1 and id between $2::bigint + 1 + $3::bigint and $2::bigint + 1 + $4::bigint and subscription = 9`

const referrals = `
insert into referral_centers (domain_id, referral_center_id, center_id)
select domain_id, id, id - (id - $2::bigint - 1) % 100 from users
where domain_id = $1 and id between $2::bigint + 1 + $3::bigint and $2::bigint + 1 + $4::bigint and subscription = 5`

const locations = `
insert into locations (domain_id, user_id, location_name, address1, city, state_desc, country_desc, zip_code, is_default)
select domain_id, id, 'Main', address1, city, state_desc, country_desc, zip_code, true from users
where domain_id = $1 and id between $2::bigint + 1 + $3::bigint and $2::bigint + 1 + $4::bigint and subscription = 4`

/** Inserts all users of a chunk except patients, with their links and locations. They come first, because patients refer to them. */
export async function insertNonPatients(db: Db, { base, first, last, total, passwordHash }: UserChunk): Promise<void> {
  const which = [db.domainId, base, first, last]
  await db.rows(users, [...which, total, passwordHash, givenNames, manyFamilyNames, false])
  for (const text of [staff, referrals, locations]) await db.rows(text, which)
}

/** Inserts the patients of a chunk with their lab records and vials. */
export async function insertPatients(db: Db, { base, first, last, total }: UserChunk): Promise<void> {
  const which = [db.domainId, base, first, last]
  await db.rows(users, [...which, total, null, givenNames, manyFamilyNames, true])
  for (const text of [labRecords, vialEntries]) await db.rows(text, which)
  await createMissingVials(db, base + 1 + first, base + 1 + last)
}
