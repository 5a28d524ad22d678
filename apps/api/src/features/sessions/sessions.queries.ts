import { membershipIds, membershipNames } from '@vialdesk/contract/base/roles'
import type { ActiveSession, SessionUser } from '@vialdesk/contract/people/sessions'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { emailKeyOf } from '#api/db/user-sql.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'

/** An active account. Spaces around the email address and upper case are ignored. */
export function findAccountByEmail(db: Db, email: string) {
  return db.findRow('users', ['id', 'password_hash', 'subscription'], { email_key: emailKeyOf(email), active: true })
}

/** Whether the user sees the background jobs of all domains. */
const RUNS_INSTALLATION = sql<boolean>`exists (
  select from installation_admins i where i.domain_id = users.domain_id and i.user_id = users.id
) and subscription = membership_id('admin')`

/** The signed-in user, as the browser gets it. */
export async function getSessionUser(db: Db, id: number): Promise<SessionUser> {
  const user = await db
    .selectFrom('users')
    .select([
      'id',
      'first_name',
      'last_name',
      'email',
      'company',
      'subscription',
      'memberships',
      'tags',
      'line_rep_id',
      'lab_id',
      'hc_logo',
      RUNS_INSTALLATION.as('runs_installation'),
    ])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { line_rep_id, memberships, ...shown } = user
  return {
    ...shown,
    username: `${user.first_name} ${user.last_name}`.trim(),
    membership: memberships.map((membership) => ({ id: membership, name: membershipNames[membership] ?? '' })),
    saless_rep_id: line_rep_id,
  }
}

export async function getUsername(db: Db, id: number): Promise<string> {
  const user = await getSessionUser(db, id)
  return user.username || user.company
}

/**
 * The name in the greeting of a mail. It is blank if a sign-up gave an email address that is not verified, which may belong to a stranger.
 * An account without a password was created by the business, so its address is trusted.
 */
const GREETING_NAME = sql<string>`case when email_verified_at is null and password_hash is not null then '' else first_name end`

/** The recipient of a mail about an account. Undefined if the account is removed or inactive. */
export function findMailRecipient(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select([GREETING_NAME.as('first_name'), 'email', 'subscription', sql<boolean>`password_hash is not null`.as('has_password')])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** Finds a valid link for this use and locks it until the end of the transaction, so that it is used only once. */
export function lockMailedLink(db: Db, token: string, use: 'set_password' | 'verify_email') {
  return db
    .selectFrom('password_links')
    .innerJoin('users', (join) =>
      join.onRef('users.domain_id', '=', 'password_links.domain_id').onRef('users.id', '=', 'password_links.user_id'),
    )
    .select(['password_links.user_id', 'users.subscription', 'users.password_hash'])
    .where('password_links.domain_id', '=', db.domainId)
    .where('password_links.token_hash', '=', hashSecret(token))
    .where('password_links.reason', use === 'verify_email' ? '=' : '<>', 'verify')
    .where('password_links.used_at', 'is', null)
    .where('password_links.expires_at', '>', sql<string>`now()`)
    .where('users.active', '=', true)
    .forUpdate('password_links')
    .executeTakeFirst()
}

/**
 * The present center that an invitation names: of a patient the harvest center, else the referral center; of staff the first center.
 * Undefined for other users: their invitation comes from the business.
 */
export async function findInvitingCenter(db: Db, userId: number): Promise<string | undefined> {
  const [center] = await db.rows<{ company: string }>(
    `select c.company
     from users u
     join users c on c.domain_id = u.domain_id
       and c.active
       and c.company <> ''
       and c.id = case u.subscription
         when ${membershipIds.patient} then coalesce(u.harvest_center_id, u.referral_harvest_center_id)
         when ${membershipIds.hc_staff} then (
           select min(s.center_id)
           from staff_centers s
           where s.domain_id = u.domain_id and s.staff_id = u.id)
       end
     where u.domain_id = $1 and u.id = $2`,
    [db.domainId, userId],
  )
  return center?.company
}

/** The rules for a live session are those of the SQL function `resolve_session`. */
const SELECT_SESSIONS = `
  select s.id, s.kind, s.id = $3 as current, s.created_at, s.last_seen_at, s.ip as address, s.user_agent
  from sessions s
  where s.domain_id = $1
    and (s.user_id = $2 and s.kind = 'own' or s.impersonator_id = $2)
    and s.ended_at is null
    and s.expires_at > now()
    and s.last_seen_at > now() - make_interval(mins => s.idle_minutes)
  order by s.id = $3 desc, s.last_seen_at desc, s.id desc
  limit 200`

/** The user's live sessions: those in its own account, and its child sessions in other accounts. `sessionId` is the viewer's session. */
export const findSessionsOf = (db: Db, userId: number, { sessionId }: Pick<Actor, 'sessionId'>) =>
  db.rows<ActiveSession>(SELECT_SESSIONS, [db.domainId, userId, sessionId])

/** The same sessions, live or not, as a condition on `sessions`. */
export const isOwnSession = (userId: number) =>
  sql<boolean>`(sessions.user_id = ${userId} and sessions.kind = 'own' or sessions.impersonator_id = ${userId})`
