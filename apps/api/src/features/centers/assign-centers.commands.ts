/** Changes the harvest centers of staff users and referral centers. Locks the owner, so that changes run one after the other. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import { validateCenters } from '#api/features/accounts/edit/validate-references.commands.ts'
import { notify } from '#api/features/notices/notify.commands.ts'
import { endStaffSessions } from '#api/features/sessions/end-session.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { findCentersOf } from './assigned-centers.queries.ts'
import { type CenterLink, centerLinks } from './center-links.pure.ts'
import type { CenterOption } from './centers.queries.ts'
import { closeAssociationRequests } from './decide-association.commands.ts'

async function lockOwner(db: Db, { role }: CenterLink, id: number, message?: string): Promise<void> {
  const owner = await db.lockRow('users', { id, subscription: membershipIds[role], active: true })
  if (!owner) fail('not_found', message ? { message } : undefined)
}

const findCenterIds = async (db: Db, link: CenterLink, id: number) =>
  (await findCentersOf(db, link, id)).map((center) => center.id)
const sortIds = (ids: number[]) => ids.toSorted((a, b) => a - b)

interface CenterChange {
  before: number[]
  added: number[]
  after: number[]
  removed: number[]
}

/** Sets the centers of the owner. Links to inactive centers are kept, because these centers may become active again. */
async function setCenters(db: Db, link: CenterLink, id: number, wanted: number[]): Promise<CenterChange | undefined> {
  await lockOwner(db, link, id)
  const before = await findCenterIds(db, link, id)
  const added = wanted.filter((center) => !before.includes(center))
  const removed = before.filter((center) => !wanted.includes(center))
  await validateCenters(db, added, link.field, 'Choose active harvest centers.')
  if (added.length === 0 && removed.length === 0) return undefined
  const { table, owner } = link
  const deleteSql = `
    delete from ${table}
    where domain_id = $1
      and ${owner} = $2
      and center_id = any($3)`
  await db.rows(deleteSql, [db.domainId, id, removed])
  const insertSql = `
    insert into ${table} (domain_id, ${owner}, center_id)
    select $1, $2, unnest($3::bigint[])`
  await db.rows(insertSql, [db.domainId, id, sortIds(added)])
  return { before: sortIds(before), added, after: sortIds(wanted), removed }
}

/** Sets the centers of a staff user, and ends its sessions in removed centers. */
export async function assignStaff(db: Db, staff: number, wanted: number[]): Promise<void> {
  const change = await setCenters(db, centerLinks.staff, staff, wanted)
  if (!change) return
  for (const center of change.removed) await endStaffSessions(db, staff, center)
  audit(db, {
    type: 'staff.assigned',
    subject: staff,
    before: { centers: change.before },
    after: { centers: change.after },
  })
  const text = describeCenters(await findCentersOf(db, centerLinks.staff, staff))
  await notify(db, staff, { kind: 'team', title: 'Your harvest centers have changed', text, path: '/dashboard' })
}

/** A notice is short, so it names only the first centers. */
const MAX_NAMED_CENTERS = 3

function describeCenters(centers: CenterOption[]): string {
  if (centers.length === 0) return 'You no longer work for a harvest center. If this is a mistake, contact the center or us.'
  const names = centers.slice(0, MAX_NAMED_CENTERS).map(({ id, company }) => company || `#${id}`)
  const more = centers.length > MAX_NAMED_CENTERS ? ` and ${centers.length - MAX_NAMED_CENTERS} more` : ''
  return `You now work for ${names.join(', ')}${more}.`
}

/** One message for staff of other centers and for unknown users, so that it reveals nothing. */
const NOT_STAFF_OF_CENTER = 'This person does not work for this center.'

/** Removes a staff user from one center. The account stays. */
export async function removeStaff(db: Db, staff: number, center: number): Promise<void> {
  await lockOwner(db, centerLinks.staff, staff, NOT_STAFF_OF_CENTER)
  const before = await findCenterIds(db, centerLinks.staff, staff)
  if (!before.includes(center)) fail('not_found', { message: NOT_STAFF_OF_CENTER })
  await assignStaff(
    db,
    staff,
    before.filter((id) => id !== center),
  )
}

/** Sets the harvest centers of a referral center. Patients that it referred before keep their center. */
export async function associateCenters(db: Db, referralCenter: number, wanted: number[]): Promise<void> {
  const change = await setCenters(db, centerLinks.referral, referralCenter, wanted)
  if (!change) return
  audit(db, {
    type: 'referral_center.associated',
    subject: referralCenter,
    before: { centers: change.before },
    after: { centers: change.after },
  })
  // The admin has tied these centers, so their open requests need no decision any more.
  await closeAssociationRequests(db, referralCenter, { centers: change.added, decision: 'confirmed' })
}
