/**
 * Into the account of another and back. The session that someone comes from stays, the child session names it and who is behind;
 * going back ends the child and gives the parent a fresh token. Nothing of it rests on what a browser remembers.
 */
import { membershipOf } from '@vialdesk/contract/roles'
import type { SessionKind } from '@vialdesk/contract/sessions'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/actor.ts'
import type { Domain } from '#api/platform/domains.ts'
import { fail } from '#api/platform/fail.ts'
import { type Doer, record } from '#api/platform/record.ts'
import { hashBytes, newToken, openSession } from './sessions.commands.ts'

/** Who comes in, and from where. */
export interface Entrant {
  domain: Domain
  doer: Doer
  actor: Actor
  userAgent: string | undefined
}

/** One step only: whoever is in the account of another goes back first. */
const refuseDeeper = ({ kind }: Actor) => {
  if (kind !== 'own') fail('conflict', { message: 'Go back to your own account first.' })
}

async function open(db: Db, { domain, doer, actor, userAgent }: Entrant, userId: number, kind: SessionKind): Promise<string> {
  const child = { userId, kind, parentId: actor.sessionId, behindId: actor.id, until: actor.expiresAt, userAgent }
  const token = await openSession(db, domain, doer, child)
  record(db, doer, { type: 'session.entered', subject: userId, after: { kind } })
  return token
}

/** An admin enters any account of the domain but an admin's; an inactive one to look at it, which the pipeline sees to. */
export async function enterAccount(db: Db, entrant: Entrant, userId: number): Promise<string> {
  refuseDeeper(entrant.actor)
  if (entrant.actor.role !== 'admin') fail('forbidden')
  const user = await db
    .selectFrom('users')
    .select('subscription')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!user) return fail('not_found')
  if (user.subscription === membershipOf.admin)
    return fail('invalid', { errors: { user_id: ['You cannot log in as an admin.'] } })
  return open(db, entrant, userId, 'impersonation')
}

/** A staff user enters a center that it works for, an admin any center. */
export async function enterCenter(db: Db, entrant: Entrant, centerId: number): Promise<string> {
  const { actor } = entrant
  refuseDeeper(actor)
  const center = db
    .selectFrom('users')
    .select('users.id')
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', centerId)
    .where('users.active', '=', true)
  const found =
    actor.role === 'admin'
      ? center.where('users.subscription', '=', membershipOf.harvest_center)
      : center.where(sql<boolean>`users.id in (select c from centers_of_staff(${actor.id}) c)`)
  if (!(await found.executeTakeFirst())) return fail('not_found')
  return open(db, entrant, centerId, 'staff')
}

/** Ends the child session and opens the way into its parent anew. Of two at once the second finds nothing to go back from. */
export async function goBack(db: Db, doer: Doer, actor: Actor): Promise<string> {
  const child = await db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', actor.sessionId)
    .where('ended_at', 'is', null)
    .returning('parent_id')
    .executeTakeFirst()
  if (!child) return fail('unauthenticated')
  const token = newToken()
  const parent = await db
    .updateTable('sessions')
    .set({ token_hash: hashBytes(token), last_seen_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', child.parent_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst()
  if (!parent) return fail('unauthenticated')
  record(db, doer, { type: 'session.left', subject: actor.id })
  return token
}
