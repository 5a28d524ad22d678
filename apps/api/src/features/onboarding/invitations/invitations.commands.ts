/** Invitation links of harvest centers. A link for staff is stored as a hash and used once; one for referral centers is signed. */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { hoursFromNow } from '#api/features/sessions/open-session.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { isValidInvitationKey } from './invitation-key.pure.ts'

const VALID_HOURS = 30 * 24
const INVALID_LINK = 'This link is no longer valid. Ask the harvest center for a new one.'
const USED_LINK = 'This link was already used. Ask the harvest center for a new one.'

interface NewInvitation {
  centerId: number
  linkVersion: number
  createdBy: number
}

/** Returns the key of a new link for one staff user. */
export async function createStaffInvitation(db: Db, { centerId, linkVersion, createdBy }: NewInvitation): Promise<string> {
  const key = newSecret()
  const { id } = await db.insertWithId('staff_invitations', {
    ...{ center_id: centerId, created_by: createdBy, link_version: linkVersion },
    ...{ token_hash: hashSecret(key), expires_at: hoursFromNow(VALID_HOURS) },
  })
  audit(db, { type: 'staff_invitation.created', after: { invitation: id, center_id: centerId } })
  return key
}

interface FoundInvitation {
  id: number
  company: string
  used: boolean
}

/** Raising the version in the row of the center ends all earlier links. */
const IS_LIVE = 'c.active and c.staff_link_version = i.link_version'

const FIND_STAFF_INVITATION = `
  select i.id, c.company, i.used_at is not null as used
  from staff_invitations i
  join users c on c.domain_id = i.domain_id and c.id = i.center_id
  where i.domain_id = $1
    and i.token_hash = $2
    and i.center_id = $3
    and i.expires_at > now()
    and ${IS_LIVE}`

const findStaffInvitation = async (db: Db, centerId: number, key: string, lock = '') => {
  const [found] = await db.rows<FoundInvitation>(FIND_STAFF_INVITATION + lock, [db.domainId, hashSecret(key), centerId])
  return found
}

/** The center of an unused link. Only the owner of the link learns that it was used. */
export async function getStaffInvitation(db: Db, centerId: number, key: string): Promise<{ id: number; company: string }> {
  const found = await findStaffInvitation(db, centerId, key)
  if (!found) return fail('not_found')
  return found.used ? fail('link_expired', { message: USED_LINK }) : { id: centerId, company: found.company }
}

/**
 * Uses the link up in the transaction of the sign-up. Of several sign-ups at once, the others wait and are refused. The center is locked,
 * so that its links cannot end meanwhile.
 */
export async function useStaffInvitation(db: Db, centerId: number, key: string): Promise<number> {
  const found = await findStaffInvitation(db, centerId, key, ' for update of i for share of c')
  if (!found) return failField('key', INVALID_LINK)
  if (found.used) failField('key', USED_LINK)
  await db.updateRows('staff_invitations', { id: found.id }, { used_at: sql`now()` })
  return found.id
}

const LIVE_STAFF_INVITATION = `
  select c.id
  from staff_invitations i
  join users c on c.domain_id = i.domain_id and c.id = i.center_id
  where i.domain_id = $1
    and i.id = $2
    and ${IS_LIVE}
  for share of c`

/** Whether a link that was used is not ended since. The lock prevents that it ends at the same time. */
export async function isLiveStaffInvitation(db: Db, id: number | null): Promise<boolean> {
  return (await db.rows(LIVE_STAFF_INVITATION, [db.domainId, id])).length > 0
}

/** The lock prevents a sign-up with a link that another transaction is ending. Undefined without a center. */
export async function lockReferralLinkVersion(db: Db, centerId: number | null): Promise<number | undefined> {
  const center = await db
    .selectFrom('users')
    .select('referral_link_version')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', centerId ?? 0)
    .forShare()
    .executeTakeFirst()
  return center?.referral_link_version
}

/** Returns the version of the link. Refuses a key that does not belong to a link of the center. The id of a center alone can be guessed. */
export async function assertReferralInvited(db: Db, secretKey: string, centerId: number | null, key: string): Promise<number> {
  const linkVersion = await lockReferralLinkVersion(db, centerId)
  if (centerId === null || linkVersion === undefined) return failField('key', INVALID_LINK)
  const invitation = { domainId: db.domainId, centerId, linkVersion }
  if (!isValidInvitationKey(secretKey, invitation, key)) failField('key', INVALID_LINK)
  return linkVersion
}
