/** Changes what a domain keeps to itself. A password comes by standard input: what stands in a command line, others can read. */
import { text as readText } from 'node:stream/consumers'
import { Password } from '@vialdesk/contract/primitives'
import { inDomain } from '#api/db/transaction.ts'
import { setDomainPassword } from '#api/features/onboarding/domain-password.commands.ts'
import { StartFailure } from '#api/platform/start-failure.ts'
import { type Command, findDomains, onDatabase, readArguments } from './command.ts'

/** The first line is the password; the end of a line is not part of it. */
export function readPassword(given: string): string {
  const { success, data } = Password.safeParse(given.split(/\r?\n/, 1)[0])
  if (success) return data
  throw new StartFailure('The password, the first line of standard input, must have 8 to 200 characters.')
}

export const command: Command = async (args, usage) => {
  const flag = { type: 'boolean' } as const
  const options = { 'admin-password-stdin': flag, 'no-admin-sign-up': flag }
  const { values, positionals } = readArguments(args, usage, options, 1)
  const [identifier] = positionals
  const opens = values['admin-password-stdin'] === true
  if (!identifier || opens === (values['no-admin-sign-up'] === true)) throw new StartFailure(`Usage: npm run portal -- ${usage}`)
  const password = opens ? readPassword(await readText(process.stdin)) : null
  await onDatabase(async ({ owner }) => {
    for (const { id } of await findDomains(owner, identifier))
      await inDomain(owner, id, (db) => setDomainPassword(db, { address: null, requestId: null }, password))
    console.log(`${identifier}: ${opens ? 'the admin sign-up asks for the new password' : 'nobody signs up as an admin'}`)
  })
}
