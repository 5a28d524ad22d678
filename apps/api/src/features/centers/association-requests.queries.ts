/** Requests of referral centers to refer patients to a harvest center. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { AssociationDecision, AssociationRequest, AssociationRequestFilter } from '@vialdesk/contract/people/centers'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import { embed, type Page } from '#api/db/paging.ts'
import { orderOf, type SortValues, sortedText } from '#api/db/sorted-paging.ts'
import { centerOf } from '#api/db/user-sql.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** Requests between two active centers. An admin sees all requests, a harvest center those to itself. */
function visibleRequests(db: Db, { id, role }: Viewer) {
  const requests = db
    .selectFrom('association_requests as request')
    .innerJoin('users as referral', (join) =>
      join.onRef('referral.domain_id', '=', 'request.domain_id').onRef('referral.id', '=', 'request.referral_center_id'),
    )
    .innerJoin('users as center', (join) =>
      join.onRef('center.domain_id', '=', 'request.domain_id').onRef('center.id', '=', 'request.center_id'),
    )
    .where('request.domain_id', '=', db.domainId)
    .where('referral.active', '=', true)
    .where('referral.subscription', '=', membershipIds.referral_harvest_center)
    .where('center.active', '=', true)
    .where('center.subscription', '=', membershipIds.harvest_center)
  return role === 'admin' ? requests : requests.where('request.center_id', '=', id)
}

const sortValues: SortValues<'company' | 'center' | 'requested'> = {
  company: sortedText('r.referral_company'),
  center: sortedText('r.center_company'),
  requested: { value: 'r.requested_at' },
}

/** A page of requests that wait for a decision, newest first or sorted. */
export function findAssociationRequests(
  db: Db,
  viewer: Viewer,
  filter: AssociationRequestFilter,
): Promise<Page<AssociationRequest>> {
  const waiting = visibleRequests(db, viewer).where('request.decision', 'is', null)
  const listed = embed(
    waiting
      .select(['request.domain_id', 'request.id', 'request.requested_at'])
      .select(['referral.company as referral_company', 'center.company as center_company'])
      .compile(),
  )
  const rows = waiting
    .select(['request.id', 'request.requested_at'])
    .select(
      sql<AssociationRequest['referral_center']>`jsonb_build_object('id', referral.id, 'company', referral.company,
        'first_name', referral.first_name, 'last_name', referral.last_name,
        'email', referral.email, 'phone_number', referral.phone_number)`.as('referral_center'),
    )
    .select(sql.raw<AssociationRequest['harvest_center']>(centerOf('center')).as('harvest_center'))
    .where(sql<boolean>`request.id = any(page.ids)`)
  const list = {
    matches: rowsOf('r.id', (bind) => `(${listed(bind)}) r where r.domain_id = $1`),
    order: orderOf(filter.sort, sortValues),
  }
  return readList<AssociationRequest>(db, list, filter, embed(rows.compile()))
}

/** How notices name a harvest center. A company is no person, so its name may be kept. */
export async function companyOf(db: Db, center: number): Promise<string> {
  return (await db.findRow('users', ['company'], { id: center }))?.company || `harvest center ${center}`
}

/** A request, decided or not. Fails with not_found if the viewer may not see it. */
export async function getAssociationRequest(db: Db, viewer: Viewer, id: number) {
  const found = await visibleRequests(db, viewer)
    .select(['request.referral_center_id', 'request.center_id'])
    .select(sql<AssociationDecision | null>`request.decision`.as('decision'))
    .where('request.id', '=', id)
    .executeTakeFirst()
  return found ?? fail('not_found')
}
