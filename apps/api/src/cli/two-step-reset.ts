/** Turns two-step sign-in off for whoever lost the app and the recovery codes, an admin too: the way in when there is no other. */
import type pg from 'pg'
import { inDomain } from '#api/db/transaction.ts'
import { dropTwoStep } from '#api/features/sessions/two-step.commands.ts'
import { NOBODY } from '#api/platform/record.ts'
import { StartFailure } from '#api/platform/start-failure.ts'
import { type Command, findDomains, onDatabase, readArguments } from './command.ts'

/** Answers whether it was on. `owner` owns the tables. Throws StartFailure when there is no such account. */
export async function resetTwoStep(owner: pg.Pool, identifier: string, email: string): Promise<boolean> {
  const [domain] = await findDomains(owner, identifier)
  return inDomain(owner, Number(domain?.id), async (db) => {
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('domain_id', '=', db.domainId)
      .where('email_key', '=', email.trim().toLowerCase())
      .executeTakeFirst()
    if (!user) throw new StartFailure(`Nobody in ${identifier} has the address ${email}.`)
    return dropTwoStep(db, NOBODY, user.id)
  })
}

export const command: Command = async (args, usage) => {
  const { positionals } = readArguments(args, usage, {}, 2)
  const [identifier = '', email = ''] = positionals
  await onDatabase(async ({ owner }) => {
    const wasOn = await resetTwoStep(owner, identifier, email)
    console.log(wasOn ? `${email} logs in with the password alone, and was told so by mail.` : `It was not on for ${email}.`)
  })
}
