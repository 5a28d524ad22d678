/** Changes private settings of a domain. A password is read from standard input, because other users can see a command line. */
import { text as readText } from 'node:stream/consumers'
import { Password } from '@vialdesk/contract/base/primitives'
import { membershipIds, membershipNames, workingRoles } from '@vialdesk/contract/base/roles'
import { type Command, findDomains, readArguments, withDatabase } from '#api/cli/command.ts'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { changeSettings, setDomainPassword } from '#api/features/branding/change-settings.commands.ts'
import { weaknessOf } from '#api/platform/crypto/new-password.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

interface Change {
  apply(db: Db): Promise<void>
  result: string
}

/** The first line is the password, without its line break. */
export function readPassword(given: string): string {
  const { success, data } = Password.safeParse(given.split(/\r?\n/, 1)[0])
  const weakness = success && weaknessOf(data)
  if (weakness) throw new StartFailure(weakness)
  if (success) return data
  throw new StartFailure('The password (the first line of standard input) must have 8 to 200 characters.')
}

const knownMemberships: number[] = workingRoles.map((role) => membershipIds[role])

/** Reads `7,9` or `none`. Throws StartFailure for an unknown role. */
export function readMemberships(given: string): number[] {
  const ids = given === 'none' ? [] : given.split(',').map(Number)
  if (ids.every((id) => knownMemberships.includes(id))) return [...new Set(ids)].sort((a, b) => a - b)
  const list = knownMemberships.map((id) => `${id} ${membershipNames[id]}`).join(', ')
  throw new StartFailure(`--two-step takes "none" or role numbers separated by commas: ${list}.`)
}

async function passwordChange(opens: boolean): Promise<Change> {
  const password = opens ? readPassword(await readText(process.stdin)) : null
  const result = opens ? 'admins can sign up with the new password' : 'admin sign-up is closed'
  return { apply: (db) => setDomainPassword(db, password), result }
}

function twoStepChange(given: string): Change {
  const memberships = readMemberships(given)
  const names = memberships.map((id) => membershipNames[id]).join(', ')
  return {
    apply: (db) => changeSettings(db, { values: { two_step_memberships: memberships } }),
    result: `two-step sign-in is required for: ${names || 'nobody'}`,
  }
}

export const command: Command = async (args, usage) => {
  const flag = { type: 'boolean' } as const
  const options = { 'admin-password-stdin': flag, 'no-admin-sign-up': flag, 'two-step': { type: 'string' } } as const
  const { values, positionals } = readArguments(args, usage, options, 1)
  const [identifier] = positionals
  if (!identifier || Object.keys(values).length !== 1) throw new StartFailure(`Usage: npm run portal -- ${usage}`)
  const twoStep = values['two-step']
  const { apply, result } =
    twoStep === undefined ? await passwordChange(values['admin-password-stdin'] === true) : twoStepChange(twoStep)
  await withDatabase(async ({ owner }) => {
    for (const { id } of await findDomains(owner, identifier)) await inDomain(owner, id, apply)
    console.log(`${identifier}: ${result}`)
  })
}
