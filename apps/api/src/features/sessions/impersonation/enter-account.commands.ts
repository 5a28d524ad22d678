/**
 * Enters another account and goes back. The parent session stays open; the child session names its parent and the impersonator. Going back
 * ends the child session and gives the parent a new token, so the browser needs to store only one token.
 */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { SessionKind } from '@vialdesk/contract/people/sessions'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { NO_TOKEN } from '#api/features/sessions/end-session.commands.ts'
import { type NewSession, openSession } from '#api/features/sessions/open-session.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

/** The user who enters another account, and the request. */
interface ImpersonationRequest {
  domain: Domain
  actor: Actor
  userAgent: string | undefined
}

/** Impersonations do not nest: a user must go back before entering the next account. */
const assertInOwnAccount = ({ kind }: Actor) => {
  if (kind !== 'own') fail('conflict', { message: 'Go back to your own account first.' })
}

async function openChildSession(
  db: Db,
  { domain, actor, userAgent }: ImpersonationRequest,
  userId: number,
  kind: SessionKind,
): Promise<string> {
  const child: NewSession = {
    userId,
    kind,
    parentId: actor.sessionId,
    impersonatorId: actor.id,
    expiresAt: actor.expiresAt,
    userAgent,
  }
  const token = await openSession(db, domain, child)
  audit(db, { type: 'session.entered', subject: userId, after: { kind } })
  return token
}

/** An admin may enter any account of the domain except that of an admin. In an inactive account the pipeline allows reading only. */
export async function enterAccount(db: Db, impersonation: ImpersonationRequest, userId: number): Promise<string> {
  assertInOwnAccount(impersonation.actor)
  const user = await db.findRow('users', ['subscription'], { id: userId, removed_at: null })
  if (!user) return fail('not_found')
  if (user.subscription === membershipIds.admin) return failField('user_id', 'You cannot log in as an admin.')
  return openChildSession(db, impersonation, userId, 'impersonation')
}

/** A staff user may enter the centers that it works for, as their staff. An admin may enter any center, and impersonates it as by `enterAccount`. */
export async function enterCenter(db: Db, impersonation: ImpersonationRequest, centerId: number): Promise<string> {
  const { actor } = impersonation
  assertInOwnAccount(actor)
  const isAllowed =
    actor.role === 'admin'
      ? sql<boolean>`subscription = ${membershipIds.harvest_center}`
      : sql<boolean>`id in (select c from centers_of_staff(${actor.id}) c)`
  if (!(await db.findRow('users', ['id'], { id: centerId, active: true }, isAllowed))) return fail('not_found')
  return openChildSession(db, impersonation, centerId, actor.role === 'admin' ? 'impersonation' : 'staff')
}

interface ChildRow {
  user_id: number
  kind: SessionKind
  impersonator_id: number
  parent_id: number
}

/** A session that was left has no token any more: it cannot be left twice, and of two calls at once the second finds nothing. */
const LEAVE = `
  update sessions
  set ended_at = coalesce(ended_at, now()), token_hash = ${NO_TOKEN}
  where domain_id = $1
    and token_hash = $2
    and kind <> 'own'
  returning user_id, kind, impersonator_id, parent_id`

const RENEW_PARENT = `
  update sessions s
  set token_hash = $3, last_seen_at = now()
  from users u
  where s.domain_id = $1
    and s.id = $2
    and s.ended_at is null
    and s.expires_at > now()
    and s.last_seen_at > now() - make_interval(mins => s.idle_minutes)
    and u.domain_id = s.domain_id
    and u.id = s.user_id
    and u.active
  returning s.user_id`

/**
 * Ends the child session with this token and issues a new token for its parent. The child session may have ended by itself, for example
 * because a staff user was removed from the center: that must not end the own session of the person.
 */
export async function goBack(db: Db, childHash: string | undefined): Promise<{ token: string; userId: number }> {
  if (childHash === undefined) return fail('unauthenticated')
  const [child] = await db.rows<ChildRow>(LEAVE, [db.domainId, Buffer.from(childHash, 'hex')])
  if (!child) return fail('unauthenticated')
  const token = newSecret()
  const [parent] = await db.rows<{ user_id: number }>(RENEW_PARENT, [db.domainId, child.parent_id, hashSecret(token)])
  if (!parent) return fail('unauthenticated')
  const { user_id: id, impersonator_id: impersonatorId, kind } = child
  audit(db.as({ ...db.auditActor, actor: { id, impersonatorId, kind } }), { type: 'session.left', subject: id })
  return { token, userId: parent.user_id }
}
