/** Changing which harvest centers someone works for or refers to. The owner's row is held, so that changes come one after the other. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { validateCenters } from '#api/features/accounts/validate-references.commands.ts'
import { notify } from '#api/features/notices/notify.commands.ts'
import { endStaffSessions } from '#api/features/sessions/end-session.commands.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { findCentersOf } from './assigned-centers.queries.ts'
import { type Link, links } from './center-links.pure.ts'
import type { Option } from './centers.queries.ts'
import { closeRequests } from './decide-association.commands.ts'

async function lockOwner(db: Db, { role }: Link, id: number, message?: string): Promise<void> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('subscription', '=', membershipIds[role])
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner) fail('not_found', message ? { message } : undefined)
}

const centerIds = async (db: Db, link: Link, id: number) => (await findCentersOf(db, link, id)).map((center) => center.id)
const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b)

interface Change {
  before: number[]
  added: number[]
  after: number[]
  removed: number[]
}

/** Gives the owner these centers. Inactive ones show nowhere, so the links to them are not touched: they may come back. */
async function setCenters(db: Db, link: Link, id: number, wanted: number[]): Promise<Change | undefined> {
  await lockOwner(db, link, id)
  const before = await centerIds(db, link, id)
  const added = wanted.filter((center) => !before.includes(center))
  const removed = before.filter((center) => !wanted.includes(center))
  await validateCenters(db, added, link.field, 'Choose active harvest centers.')
  if (added.length === 0 && removed.length === 0) return undefined
  const { table, owner } = link
  await db.rows(`delete from ${table} where domain_id = $1 and ${owner} = $2 and center_id = any($3)`, [db.domainId, id, removed])
  await db.rows(`insert into ${table} (domain_id, ${owner}, center_id) select $1, $2, unnest($3::bigint[])`, [
    db.domainId,
    id,
    inOrder(added),
  ])
  return { before: inOrder(before), added, after: inOrder(wanted), removed }
}

/** Whoever is in a center that it no longer works for is out of it at once. */
export async function assignStaff(db: Db, auditActor: AuditActor, staff: number, wanted: number[]): Promise<void> {
  const change = await setCenters(db, links.staff, staff, wanted)
  if (!change) return
  for (const center of change.removed) await endStaffSessions(db, staff, center)
  audit(db, auditActor, {
    type: 'staff.assigned',
    subject: staff,
    before: { centers: change.before },
    after: { centers: change.after },
  })
  const text = inWords(await findCentersOf(db, links.staff, staff))
  await notify(db, staff, { kind: 'team', title: 'Your harvest centers have changed', text, path: '/dashboard' })
}

/** So many are named; a notice is short. */
const NAMED = 3

function inWords(centers: Option[]): string {
  if (centers.length === 0) return 'You no longer work for a harvest center. If this is a mistake, contact the center or us.'
  const names = centers.slice(0, NAMED).map(({ id, company }) => company || `#${id}`)
  const more = centers.length > NAMED ? ` and ${centers.length - NAMED} more` : ''
  return `You now work for ${names.join(', ')}${more}.`
}

/** The same sentence for staff who work elsewhere and for people who do not exist. */
const NOT_HERE = 'This person does not work for this center.'

/** The account stays, without this center. */
export async function removeStaff(db: Db, auditActor: AuditActor, staff: number, center: number): Promise<void> {
  await lockOwner(db, links.staff, staff, NOT_HERE)
  const before = await centerIds(db, links.staff, staff)
  if (!before.includes(center)) fail('not_found', { message: NOT_HERE })
  await assignStaff(
    db,
    auditActor,
    staff,
    before.filter((each) => each !== center),
  )
}

/** Patients whom it referred before stay where they are. */
export async function associate(db: Db, auditActor: AuditActor, referralCenter: number, wanted: number[]): Promise<void> {
  const change = await setCenters(db, links.referral, referralCenter, wanted)
  if (!change) return
  audit(db, auditActor, {
    type: 'referral_center.associated',
    subject: referralCenter,
    before: { centers: change.before },
    after: { centers: change.after },
  })
  // An admin ties a center that the referral center still waited for: nobody has to confirm it any more.
  await closeRequests(db, auditActor, referralCenter, { centers: change.added, decision: 'confirmed' })
}
