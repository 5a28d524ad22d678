/** Who is signed in, and what the browser may keep of it. */
import { membershipNames } from '@vialdesk/contract/roles'
import type { SessionUser } from '@vialdesk/contract/sessions'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

/** An active account by its address, however it is typed. */
export function findAccountByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash', 'subscription'])
    .where('domain_id', '=', db.domainId)
    .where('email_key', '=', email.trim().toLowerCase())
    .where('active', '=', true)
    .executeTakeFirst()
}

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

/** Whose two-step sign-in an admin may turn off, held; those who were removed are nobody. */
export const lockUserForReset = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'subscription'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * The name in the greeting of a mail; blank for an account that was signed up for an address that nobody verified, which may be a
 * stranger's. An account without a password was made by the business.
 */
const GREETING_NAME = sql<string>`case when email_verified_at is null and password_hash is not null then '' else first_name end`

/** The receiver of a mail about an account; undefined once the account is gone or inactive. */
export function findMailRecipient(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select([GREETING_NAME.as('first_name'), 'email', 'subscription'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** A link that is still good, held until the transaction ends so that it is used once. */
export function lockPasswordLink(db: Db, tokenHash: string) {
  return db
    .selectFrom('password_links')
    .innerJoin('users', (join) =>
      join.onRef('users.domain_id', '=', 'password_links.domain_id').onRef('users.id', '=', 'password_links.user_id'),
    )
    .select(['password_links.id', 'password_links.user_id'])
    .where('password_links.domain_id', '=', db.domainId)
    .where('password_links.token_hash', '=', Buffer.from(tokenHash, 'hex'))
    .where('password_links.used_at', 'is', null)
    .where('password_links.expires_at', '>', sql<string>`now()`)
    .where('users.active', '=', true)
    .forUpdate('password_links')
    .executeTakeFirst()
}
