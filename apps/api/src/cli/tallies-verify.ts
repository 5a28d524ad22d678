import { verifyTallies } from '#api/db/tallies.ts'
import { StartFailure } from '#api/platform/start-failure.ts'
import { type Command, onDatabase, readArguments } from './command.ts'
import { ofDomains } from './tallies.ts'

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' } })
  await onDatabase(async ({ owner }) => {
    const wrong = await ofDomains(owner, values.domain, 'differ from the rows', verifyTallies)
    if (wrong.length > 0)
      throw new StartFailure(`Wrong tallies in ${wrong.join(', ')}. Correct them with: npm run portal -- tallies rebuild`)
  })
}
