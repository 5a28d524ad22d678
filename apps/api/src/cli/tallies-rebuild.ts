import { rebuildTallies } from '#api/db/tallies.ts'
import { type Command, readArguments, withDatabase } from './command.ts'
import { forEachDomain } from './tallies.ts'

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' } })
  await withDatabase(async ({ owner }) => {
    await forEachDomain(owner, values.domain, 'corrected', rebuildTallies)
  })
}
