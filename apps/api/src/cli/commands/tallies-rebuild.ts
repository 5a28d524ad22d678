import { type Command, readArguments, withDatabase } from '#api/cli/command.ts'
import { forEachDomain } from '#api/cli/tallies.ts'
import { rebuildTallies } from '#api/db/tallies.ts'

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' } })
  await withDatabase(async ({ owner }) => {
    await forEachDomain(owner, values.domain, 'corrected', rebuildTallies)
  })
}
