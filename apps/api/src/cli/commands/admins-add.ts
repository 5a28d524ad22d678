/** Adds an admin to an existing domain, or prints a new password link for an admin that no mail reaches. */
import { Email } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type pg from 'pg'
import { type Command, findDomains, printPasswordLink, readArguments, withDatabase } from '#api/cli/command.ts'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { makePasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

async function createAdmin(db: Db, email: string): Promise<number> {
  const admin = { domain_id: db.domainId, memberships: [membershipIds.admin], email }
  const { id } = await db.insertInto('users').values(admin).returning('id').executeTakeFirstOrThrow()
  audit(db, { type: 'account.created', subject: id })
  const text = 'A new admin was added on the server console. If you did not expect this, ask the operator of the portal.'
  await notifyAdmins(db, { kind: 'account', title: 'A new admin', text, about: id, path: `/users/${id}` })
  return id
}

/**
 * Returns the token of a one-use link. Throws StartFailure if the e-mail address belongs to a user who is not an active
 * admin.
 */
export async function inviteAdmin(
  owner: pg.Pool,
  identifier: string,
  email: string,
): Promise<{ domainId: number; token: string }> {
  const [domain] = await findDomains(owner, identifier)
  const domainId = Number(domain?.id)
  return inDomain(owner, domainId, async (db) => {
    const user = await db.findRow('users', ['id', 'subscription', 'active'], { email_key: email.toLowerCase() })
    if (user && (user.subscription !== membershipIds.admin || !user.active))
      throw new StartFailure(
        `${email} belongs to a user of ${identifier} who is not an active admin. Use another e-mail address.`,
      )
    if (user) audit(db, { type: 'password.reset_requested', subject: user.id })
    const { token } = await makePasswordLink(db, user?.id ?? (await createAdmin(db, email)), 'welcome')
    return { domainId, token }
  })
}

export const command: Command = async (args, usage) => {
  const { positionals } = readArguments(args, usage, {}, 2)
  const [identifier = '', given = ''] = positionals
  const { success, data: email } = Email.safeParse(given)
  if (!success) throw new StartFailure(`"${given}" is not an e-mail address.`)
  await withDatabase(async (database) => {
    await printPasswordLink(database, { email, ...(await inviteAdmin(database.owner, identifier, email)) })
  })
}
