/** Who works for which harvest centers, and which of them a referral center refers to. */
import type { RhcAssociation, StaffOfCenter, StaffRow } from '@vialdesk/contract/centers'
import type { Paging } from '@vialdesk/contract/primitives'
import { membershipOf } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import type { Page } from '#api/db/pages.ts'
import { findUserPage } from '#api/features/accounts/lists.queries.ts'
import { fail } from '#api/platform/fail.ts'
import type { Option } from './centers.queries.ts'
import { type Link, links } from './links.ts'
import { findPage } from './pages.queries.ts'

type Filter = Paging & { search?: string | undefined }

/** The active harvest centers of an owner; `owner` is an expression of SQL. */
const centersText = ({ table, owner }: Link, domain: string, id: string) => `
  from ${table} l join users c on c.domain_id = l.domain_id and c.id = l.center_id
  where l.domain_id = ${domain} and l.${owner} = ${id} and c.active and c.subscription = ${membershipOf.harvest_center}`

export const findCentersOf = (db: Db, link: Link, id: number) =>
  db.rows<Option>(`select c.id, c.company ${centersText(link, '$1', '$2')} order by c.company, c.id`, [db.domainId, id])

const centersOfRow = (link: Link) => `to_jsonb(array(
  select jsonb_build_object('id', c.id, 'company', c.company) ${centersText(link, 'u.domain_id', 'u.id')} order by c.company, c.id))`

/** By the owner's own words, or by the company of one of its centers. */
const foundText = ({ table, owner, role }: Link) => `
  with words as materialized (select search_query($1, $4) as query),
  named as materialized (
    select c.id from words, find_users($4, ${membershipOf.harvest_center}, null) f (id) join users c on c.domain_id = $1 and c.id = f.id
    where search_words($1, c.company) @@ words.query)
  select u.id from users u where u.domain_id = $1 and u.active and u.subscription = ${membershipOf[role]} and u.id in (
    select find_users($4, ${membershipOf[role]}, null)
    union all select l.${owner} from named join ${table} l on l.domain_id = $1 and l.center_id = named.id)`

/** A page of those who have centers, or could have them; without a search their number is tallied. */
function findOwners<Row extends { id: number }>(db: Db, link: Link, filter: Filter, columns: string): Promise<Page<Row>> {
  if (!filter.search) return findUserPage<Row>(db, { ...filter, membership: membershipOf[link.role] }, { columns })
  return findPage<Row>(db, filter, { text: foundText(link), values: [filter.search] }, columns)
}

const staffColumns = `u.id, u.first_name, u.last_name, u.email, ${centersOfRow(links.staff)} as harvest_centers`
type Staff = Omit<StaffRow, 'staff_hc_ids'>
const withIds = (row: Staff): StaffRow => ({ ...row, staff_hc_ids: row.harvest_centers.map(({ id }) => id).join(',') })

export async function findStaff(db: Db, filter: Filter): Promise<Page<StaffRow>> {
  const { count, results } = await findOwners<Staff>(db, links.staff, filter, staffColumns)
  return { count, results: results.map(withIds) }
}

export async function getStaff(db: Db, id: number): Promise<StaffRow> {
  const [row] = await db.rows<Staff>(`select ${staffColumns} from users u where u.domain_id = $1 and u.id = $2`, [
    db.domainId,
    id,
  ])
  return row ? withIds(row) : fail('not_found')
}

const referralColumns = `u.id, jsonb_build_object('id', u.id, 'company', u.company) as rhc_desc, ${centersOfRow(links.referral)} as hc_desc`

export async function findAssociations(db: Db, filter: Filter): Promise<Page<RhcAssociation>> {
  const { count, results } = await findOwners<RhcAssociation & { id: number }>(db, links.referral, filter, referralColumns)
  return { count, results: results.map(({ rhc_desc, hc_desc }) => ({ rhc_desc, hc_desc })) }
}

export async function getAssociation(db: Db, id: number): Promise<RhcAssociation> {
  const text = `select ${referralColumns} from users u where u.domain_id = $1 and u.id = $2`
  const [row] = await db.rows<RhcAssociation>(text, [db.domainId, id])
  return row ? { rhc_desc: row.rhc_desc, hc_desc: row.hc_desc } : fail('not_found')
}

/** The active staff of a harvest center, newest first. */
export function findStaffOf(db: Db, center: number, page: Paging): Promise<Page<StaffOfCenter>> {
  const text = `select u.id from staff_centers s join users u on u.domain_id = s.domain_id and u.id = s.staff_id
    where s.domain_id = $1 and s.center_id = $4 and u.active and u.subscription = ${membershipOf.hc_staff}`
  return findPage(db, page, { text, values: [center] }, 'u.id, u.first_name, u.last_name, u.email, u.date_joined')
}
