/** One user as a reader may see it, and the short lists around users. */
import type { User } from '@vialdesk/contract/accounts'
import { membershipNames, membershipOf } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'
import { hiddenKeys, userPolicy } from './accounts.policy.ts'
import { assertVisibleUser, seesPersons } from './visible.queries.ts'

export const membershipsOf = (ids: number[]) => ids.map((id) => ({ id, name: membershipNames[id] ?? '' }))

/** A center beside a user, as a list of none or one; one that was removed has no address. `alias` names its row. */
export const centerDesc = (
  alias: string,
) => `case when ${alias}.id is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
  'id', ${alias}.id, 'company', ${alias}.company, 'template_id', ${alias}.template_id,
  'email', case when ${alias}.removed_at is null then ${alias}.email else '' end)) end`

const userById = `
  select u.id, u.subscription, u.memberships, u.tags, trim(u.first_name || ' ' || u.last_name) as username, u.first_name, u.last_name, u.email, u.company,
    u.phone_number, u.address1, u.address2, u.city, u.state_desc, u.country_desc, u.zip_code, u.active, u.hc_logo, u.template_id, u.document_id,
    u.date_joined, u.date_joined as signup_date, u.last_login, u.line_rep_id as saless_rep_id, u.sales_manager_id, u.sales_distributor_id, coalesce(u.lab_id, c.lab_id) as lab_id,
    u.version + coalesce(l.version, 1) as version, ${centerDesc('c')} as hc_desc, ${centerDesc('r')} as rhc_desc, ${centerDesc('f')} as referral_hc_desc,
    case when u.subscription = ${membershipOf.hc_staff} then to_jsonb(array(
      select c from centers_of_staff(u.id) c order by 1)) else '[]' end as staff_hc_ids,
    stage_of(l, v) as stage, l.date_adipose_shipped_to_lab, l.date_adipose_received_by_lab, l.estimated_date_vials_ready_to_ship,
    coalesce(l.estimated_date_manual, false) as estimated_date_manual, l.date_vials_ready_to_ship, coalesce(l.number_times_qc_done, 0) as number_times_qc_done,
    l.stemcell_plating_initiated_date, l.stemcell_plating_successful, l.hla_typing_test, l.infectious_testing_complete, coalesce(l.vials_preparation, 0) as vials_preparation,
    coalesce(l.vials_ready_ship, 0) as vials_ready_ship, coalesce(v.vials_available, 0) as vials_available, coalesce(v.vials_shipped, 0) as vials_shipped
  from users u
  left join users c on c.domain_id = u.domain_id and c.id = u.harvest_center_id
  left join users r on r.domain_id = u.domain_id and r.id = u.referral_harvest_center_id
  left join users f on f.domain_id = u.domain_id and f.id = u.referred_center_id
  left join lab_records l on l.domain_id = u.domain_id and l.user_id = u.id
  left join vial_counts v on v.domain_id = u.domain_id and v.user_id = u.id
  where u.domain_id = $1 and u.id = $2 and u.removed_at is null`

const processing = [
  'stage',
  'date_adipose_shipped_to_lab',
  'date_adipose_received_by_lab',
  'estimated_date_vials_ready_to_ship',
  'estimated_date_manual',
  'date_vials_ready_to_ship',
  'number_times_qc_done',
  'stemcell_plating_initiated_date',
  'stemcell_plating_successful',
  'hla_typing_test',
  'infectious_testing_complete',
  'vials_preparation',
  'vials_ready_ship',
  'vials_available',
  'vials_shipped',
]

type Row = Omit<User, 'membership' | 'can'> & { memberships: number[] }

/** A user with the keys that the reader may see; not_found for one that it may not see. */
export async function getUser(db: Db, who: Viewer, id: number): Promise<User> {
  await assertVisibleUser(db, who, id)
  const [row] = await db.rows<Row>(userById, [db.domainId, id])
  if (!row) return fail('not_found')
  const { memberships, ...user } = row
  const hidden = hiddenKeys(who, row, seesPersons(who.role))
  const left = row.subscription === membershipOf.patient ? hidden : [...hidden, ...processing]
  const seen = left.length === 0 ? user : Object.fromEntries(Object.entries(user).filter(([key]) => !left.includes(key)))
  return { ...(seen as typeof user), membership: membershipsOf(memberships), can: userPolicy.abilities(who, row) }
}

/** Whether an address is taken in the domain, by whomever, however it is typed. */
export async function emailTaken(db: Db, email: string): Promise<boolean> {
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('email_key', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return taken !== undefined
}

export const findMemberships = (db: Db) =>
  db.selectFrom('memberships').select(['id', 'name']).where('domain_id', '=', db.domainId).orderBy('id').execute()

export const findTags = (db: Db) =>
  db.selectFrom('tags').select(['id', 'label']).where('domain_id', '=', db.domainId).orderBy('id').execute()
