/**
 * Who may sign as a signer of a document. The signer proves itself by its session, or by the secret of a link that was mailed to it.
 * Nobody else gets such a secret, except that the link of a guest may be copied: a signer with an account logs in instead. A secret
 * opens nothing in the session of another person.
 */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import type { LockedRecipient } from '#api/features/documents/state/lock-document.queries.ts'
import { type Actor, staffUserOf } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

type Signer = Pick<LockedRecipient, 'user_id' | 'role' | 'email'>

const ONLY_THE_SIGNER = 'Only the signer can sign this document. Go back to your own account first.'
const UNVERIFIED = 'Confirm your email address first. Choose Send verification email at the top of the portal.'
const OTHER_SESSION = 'This link is for another person than the one who is logged in here. Log out, then open it again.'

/** The staff user behind a session, if it works for this center: in its own session, or in a session inside the center. */
async function findStaffOf(db: Db, centerId: number, actor: Actor): Promise<number | undefined> {
  const staff = staffUserOf(actor)
  if (staff === null || (actor.kind === 'staff' && actor.id !== centerId)) return undefined
  const found = await db.rows('select 1 from centers_of_staff($1) c (id) where c.id = $2', [staff, centerId])
  return found.length > 0 ? staff : undefined
}

/** Whether the address of a user is this one. Fails while the user has not opened a link that was mailed to it. */
async function ownsAddress(db: Db, userId: number, email: string): Promise<boolean> {
  const owner = 'select email_verified_at from users where domain_id = $1 and id = $2 and email_key = lower($3)'
  const [found] = await db.rows<{ email_verified_at: string | null }>(owner, [db.domainId, userId, email])
  if (found?.email_verified_at === null) fail('conflict', { message: UNVERIFIED })
  return found !== undefined
}

/** Only a patient signs in place of a guest patient. A center may have typed its own address for the patient. */
const mayBeGuest = ({ role }: Signer, actor: Actor) => role === 'center' || actor.role === 'patient'

/**
 * The user who really signs when this session signs as the signer; undefined if it may not. Nobody signs for another person: not an
 * admin who is in the account of a user, and not the staff of a center for a patient. A center is no person: its staff may sign for it.
 */
export async function findUserSigningAs(db: Db, signer: Signer, actor: Actor): Promise<number | undefined> {
  const { user_id, role, email } = signer
  if (user_id === null) {
    const isOwn = actor.kind === 'own' && mayBeGuest(signer, actor) && (await ownsAddress(db, actor.id, email))
    return isOwn ? actor.id : undefined
  }
  if (actor.kind === 'own' && actor.id === user_id) return actor.id
  return role === 'center' ? findStaffOf(db, user_id, actor) : undefined
}

/** Finds the signer for whose signature this session is used. Fails with not_found for a stranger, so that ids of documents tell nothing. */
export async function getOwnSigner(
  db: Db,
  recipients: LockedRecipient[],
  actor: Actor | undefined,
): Promise<{ recipient: LockedRecipient; userId: number }> {
  for (const recipient of actor ? recipients : []) {
    const userId = actor && (await findUserSigningAs(db, recipient, actor))
    if (userId !== undefined) return { recipient, userId }
    if (recipient.user_id === actor?.id) fail('conflict', { message: ONLY_THE_SIGNER })
  }
  return fail('not_found')
}

/** The user who uses the secret of a link of this signer; null where nobody is signed in. Fails in the session of another person. */
export async function getHolder(db: Db, signer: Signer, actor: Actor | undefined): Promise<number | null> {
  if (!actor) return null
  return (await findUserSigningAs(db, signer, actor)) ?? fail('conflict', { message: OTHER_SESSION })
}

/** Whether the signer has an account, and so logs in to sign. A center may have typed its own address for a patient: its account does not count. */
export async function hasAccount(db: Db, { user_id, email }: Signer): Promise<boolean> {
  if (user_id !== null) return true
  const account = 'select 1 from users where domain_id = $1 and email_key = lower($2) and active and subscription <> all($3)'
  return (await db.rows(account, [db.domainId, email, centers])).length > 0
}
const centers = [membershipIds.harvest_center, membershipIds.referral_harvest_center]
