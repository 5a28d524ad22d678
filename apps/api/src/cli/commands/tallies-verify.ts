import { type Command, readArguments, withDatabase } from '#api/cli/command.ts'
import { forEachDomain } from '#api/cli/tallies.ts'
import { verifyTallies } from '#api/db/tallies.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' } })
  await withDatabase(async ({ owner }) => {
    const wrong = await forEachDomain(owner, values.domain, 'differ from the rows', verifyTallies)
    if (wrong.length > 0)
      throw new StartFailure(`Wrong tallies in ${wrong.join(', ')}. Correct them with: npm run portal -- tallies rebuild`)
  })
}
