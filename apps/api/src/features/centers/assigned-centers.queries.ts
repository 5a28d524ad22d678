/** The harvest centers of staff users and of referral centers. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { UserSort } from '@vialdesk/contract/people/accounts'
import type { CenterStaffMember, RhcAssociation, StaffRow } from '@vialdesk/contract/people/centers'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import type { Page, Part } from '#api/db/paging.ts'
import { centerOf, displayNameOf } from '#api/db/user-sql.ts'
import type { Inviter } from '#api/features/accounts/invitations/invitations.policy.ts'
import { hideInvitation, invitedOf } from '#api/features/accounts/invitations/invitations.queries.ts'
import { findUserPage, orderOfUsers, readUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { type CenterLink, centerLinks } from './center-links.pure.ts'
import type { CenterOption } from './centers.queries.ts'

type OwnerFilter = Paging & { search?: string | undefined; sort?: UserSort | undefined }

/** The active harvest centers of an owner; `domain` and `id` are SQL expressions. */
const centersOfOwnerSql = ({ table, owner }: CenterLink, domain: string, id: string) => `
  from ${table} l
  join users c on c.domain_id = l.domain_id and c.id = l.center_id
  where l.domain_id = ${domain}
    and l.${owner} = ${id}
    and c.active
    and c.subscription = ${membershipIds.harvest_center}`

export const findCentersOf = (db: Db, link: CenterLink, id: number) =>
  db.rows<CenterOption>(`select c.id, c.company ${centersOfOwnerSql(link, '$1', '$2')} order by c.company, c.id`, [
    db.domainId,
    id,
  ])

const centersJsonSql = (link: CenterLink) => `to_jsonb(array(
  select ${centerOf('c')} ${centersOfOwnerSql(link, 'u.domain_id', 'u.id')} order by c.company, c.id))`

/** Owners whose own words are searched, or whose center has the words in its company. */
const matchingOwners = ({ table, owner, role }: CenterLink, search: string) =>
  rowsOf('u.id', (bind) => {
    const text = bind(search)
    return `users u
    where u.domain_id = $1
      and u.active
      and u.subscription = ${membershipIds[role]}
      and u.id in (
        with words as materialized (select search_query($1, ${text}) as query),
        centers as materialized (
          select c.id
          from words, find_users(${text}, ${membershipIds.harvest_center}, null) f (id)
          join users c on c.domain_id = $1 and c.id = f.id
          where search_words($1, c.company) @@ words.query)
        select find_users(${text}, ${membershipIds[role]}, null)
        union all
        select l.${owner}
        from centers
        join ${table} l on l.domain_id = $1 and l.center_id = centers.id)`
  })

/** A page of all users of the role, with or without centers. Without a search, the page is read by tallies. */
function findOwners<Row extends { id: number }>(
  db: Db,
  link: CenterLink,
  filter: OwnerFilter,
  columns: string,
): Promise<Page<Row>> {
  if (!filter.search) return findUserPage<Row>(db, { ...filter, membership: membershipIds[link.role] }, { columns })
  const list = { matches: matchingOwners(link, filter.search), order: orderOfUsers(filter.sort) }
  return readUsers<Row>(db, list, filter, { columns })
}

const staffColumns = `u.id, u.first_name, u.last_name, u.email, ${invitedOf('u')} as invited, ${centersJsonSql(centerLinks.staff)} as harvest_centers`
type StaffWithCenters = Omit<StaffRow, 'staff_hc_ids'>
const addCenterIds = (row: StaffWithCenters): StaffRow => ({
  ...row,
  staff_hc_ids: row.harvest_centers.map(({ id }) => id).join(','),
})

export async function findStaff(db: Db, filter: OwnerFilter): Promise<Page<StaffRow>> {
  const { count, results } = await findOwners<StaffWithCenters>(db, centerLinks.staff, filter, staffColumns)
  return { count, results: results.map(addCenterIds) }
}

export async function getStaff(db: Db, id: number): Promise<StaffRow> {
  const [row] = await db.rows<StaffWithCenters>(`select ${staffColumns} from users u where u.domain_id = $1 and u.id = $2`, [
    db.domainId,
    id,
  ])
  return row ? addCenterIds(row) : fail('not_found')
}

const referralColumns = `u.id, ${centerOf('u')} as rhc_desc, ${centersJsonSql(centerLinks.referral)} as hc_desc`

export async function findAssociations(db: Db, filter: OwnerFilter): Promise<Page<RhcAssociation>> {
  const { count, results } = await findOwners<RhcAssociation & { id: number }>(db, centerLinks.referral, filter, referralColumns)
  return { count, results: results.map(({ rhc_desc, hc_desc }) => ({ rhc_desc, hc_desc })) }
}

export async function getAssociation(db: Db, id: number): Promise<RhcAssociation> {
  const text = `select ${referralColumns} from users u where u.domain_id = $1 and u.id = $2`
  const [row] = await db.rows<RhcAssociation>(text, [db.domainId, id])
  return row ? { rhc_desc: row.rhc_desc, hc_desc: row.hc_desc } : fail('not_found')
}

const staffOfCenter: (center: number) => Part = (center) => (bind) =>
  `staff_centers s
    join users u on u.domain_id = s.domain_id and u.id = s.staff_id
    where s.domain_id = $1
      and s.center_id = ${bind(center)}
      and u.active
      and u.subscription = ${membershipIds.hc_staff}`

const invitationSql = (center: string) => `(
  select json_build_object('created_at', i.created_at, 'created_by', coalesce(nullif(c.company, ''), ${displayNameOf('c')}))
  from sign_ups s
  join staff_invitations i on i.domain_id = s.domain_id and i.id = s.invitation_id
  join users c on c.domain_id = i.domain_id and c.id = coalesce(i.created_by, i.center_id)
  where s.domain_id = u.domain_id
    and s.user_id = u.id
    and i.center_id = ${center}) as invitation`

type StaffFilter = Paging & { sort?: UserSort | undefined }

/** The active staff of a harvest center, the newest first. The caller must check that the viewer sees them. */
export async function findStaffOfCenter(
  db: Db,
  viewer: Inviter,
  center: number,
  { sort, ...paging }: StaffFilter,
): Promise<Page<CenterStaffMember>> {
  const list = { matches: rowsOf('u.id', staffOfCenter(center)), order: orderOfUsers(sort) }
  const rows: Part = (bind) => `
    select u.id, u.first_name, u.last_name, u.email, u.date_joined, ${invitedOf('u')} as invited, ${invitationSql(bind(center))}
    from users u
    where u.domain_id = $1
      and u.id = any(page.ids)`
  const { count, results } = await readList<CenterStaffMember>(db, list, paging, rows)
  const staff = { subscription: membershipIds.hc_staff }
  return { count, results: results.map((row) => hideInvitation(viewer, row, staff)) }
}
