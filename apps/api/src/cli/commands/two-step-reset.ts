/** Turns two-step sign-in off for a user who lost the app and the recovery codes. For an admin it may be the only way in. */
import type pg from 'pg'
import { type Command, findDomains, readArguments, withDatabase } from '#api/cli/command.ts'
import { inDomain } from '#api/db/transaction.ts'
import { emailKeyOf } from '#api/db/user-sql.ts'
import { revokeAccessTokensOf } from '#api/features/sessions/end-session.commands.ts'
import { turnOffTwoStep } from '#api/features/sessions/two-step/set-two-step.commands.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

/** Returns whether it was on. `owner` owns the tables. Throws StartFailure if the account does not exist. */
export async function resetTwoStep(owner: pg.Pool, identifier: string, email: string): Promise<boolean> {
  const [domain] = await findDomains(owner, identifier)
  return inDomain(owner, Number(domain?.id), async (db) => {
    const user = await db.findRow('users', ['id'], { email_key: emailKeyOf(email) })
    if (!user) throw new StartFailure(`No user of ${identifier} has the e-mail address ${email}.`)
    await revokeAccessTokensOf(db, user.id)
    return turnOffTwoStep(db, user.id)
  })
}

export const command: Command = async (args, usage) => {
  const { positionals } = readArguments(args, usage, {}, 2)
  const [identifier = '', email = ''] = positionals
  await withDatabase(async ({ owner }) => {
    const wasOn = await resetTwoStep(owner, identifier, email)
    console.log(
      wasOn
        ? `Two-step sign-in is now off for ${email}. The user was notified by mail.`
        : `Two-step sign-in was already off for ${email}.`,
    )
  })
}
