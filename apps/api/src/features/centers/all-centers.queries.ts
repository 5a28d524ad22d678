/** The lists of all centers and labs of a domain, for admins. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type {
  CenterKind,
  CenterRow,
  HarvestCenterFilter,
  LabFilter,
  LabRow,
  ReferralCenterFilter,
} from '@vialdesk/contract/people/centers'
import type { Db } from '#api/db/db.ts'
import { rowsOf } from '#api/db/list-pages.ts'
import { hasWords, type Page, type Part } from '#api/db/paging.ts'
import { centerOf, personOf } from '#api/db/user-sql.ts'
import { invitedOf } from '#api/features/accounts/invitations/invitations.queries.ts'
import { findUserPage, orderOfUsers, readUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { patientCountSql } from './center-summaries.queries.ts'

const placeColumns = `
  u.id, u.company, u.first_name, u.last_name, u.email, u.phone_number, u.city, u.state_desc, u.date_joined,
  ${invitedOf('u')} as invited`

const referredToSql = `
  (
    select coalesce(json_agg(json_build_object('id', c.id, 'company', c.company) order by c.company, c.id), '[]')
    from referral_centers r
    join users c on c.domain_id = r.domain_id and c.id = r.center_id
    where r.domain_id = u.domain_id
      and r.referral_center_id = u.id) as harvest_centers`

const selectedOf = (kind: CenterKind) => ({
  columns: `
    ${placeColumns}, u.line_rep_id as saless_rep_id,
    case when rep.id is not null then ${personOf('rep')} end as sales_rep,
    ${centerOf('lab')} as lab,
    ${kind === 'harvest_center' ? `'[]'::json as harvest_centers` : referredToSql},
    ${patientCountSql[kind]} as patients`,
  joins: `
    left join users rep on rep.domain_id = u.domain_id and rep.id = u.line_rep_id
    left join users lab on lab.domain_id = u.domain_id and lab.id = u.lab_id`,
})

type CenterFilter = HarvestCenterFilter & ReferralCenterFilter

/** A page of all active centers of the kind, newest first. The centers of one lab, rep or harvest center are few. */
export function findCenters(db: Db, kind: CenterKind, filter: CenterFilter): Promise<Page<CenterRow>> {
  const { lab_id, sales_rep_id, harvest_center_id, search } = filter
  const selected = selectedOf(kind)
  if (!(lab_id || sales_rep_id || harvest_center_id))
    return findUserPage<CenterRow>(db, { ...filter, membership: membershipIds[kind] }, selected)
  const rows: Part = (bind) => {
    const conditions = [
      lab_id && `and u.lab_id = ${bind(lab_id)}`,
      sales_rep_id && `and u.line_rep_id = ${bind(sales_rep_id)}`,
      harvest_center_id &&
        `and u.id in (select referral_center_id from referral_centers where domain_id = $1 and center_id = ${bind(harvest_center_id)})`,
      search && `and ${hasWords('u', search, bind)}`,
      filter.never_signed_in && 'and u.never_signed_in',
    ]
    return `users u
    where u.domain_id = $1
      and u.subscription = ${membershipIds[kind]}
      and u.active
      ${conditions.filter(Boolean).join('\n      ')}`
  }
  return readUsers<CenterRow>(db, { matches: rowsOf('u.id', rows), order: orderOfUsers(filter.sort) }, filter, selected)
}

const labColumns = `
  ${placeColumns},
  (select count(*) from centers_of_lab(u.id)) as centers,
  coalesce((
    select sum(t.n)
    from tallies t
    where t.domain_id = u.domain_id
      and t.list = 'patients'
      and t.key = any(array(select 'center:' || c.id from centers_of_lab(u.id) c (id)))), 0)::bigint as patients`

/** A page of all active labs, newest first. */
export const findAllLabs = (db: Db, filter: LabFilter) =>
  findUserPage<LabRow>(db, { ...filter, membership: membershipIds.lab }, { columns: labColumns })
