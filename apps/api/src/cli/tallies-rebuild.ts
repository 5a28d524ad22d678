import { rebuildTallies } from '#api/db/tallies.ts'
import { type Command, onDatabase, readArguments } from './command.ts'
import { ofDomains } from './tallies.ts'

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' } })
  await onDatabase(async ({ owner }) => {
    await ofDomains(owner, values.domain, 'corrected', rebuildTallies)
  })
}
