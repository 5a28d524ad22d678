import { type Command, readArguments, readCount, withDatabase } from '#api/cli/command.ts'
import { StartFailure } from '#api/platform/config/start-failure.ts'

export const command: Command = async (args, usage) => {
  const text = { type: 'string' } as const
  const { values } = readArguments(args, usage, { users: text, transactions: text, domain: text })
  const users = readCount(values.users ?? '200000', usage)
  const transactions = readCount(values.transactions ?? '1000000', usage)
  await withDatabase(async ({ owner, configuration }) => {
    if (configuration.mode === 'production')
      throw new StartFailure('Generated users have a public password, so they are not allowed in production.')
    const { seedScale } = await import('#api/testing/seed/scale/scale.ts')
    const started = performance.now()
    await seedScale(owner, {
      users,
      transactions,
      ...(values.domain && { domain: values.domain }),
      log: (line) => console.log(line),
    })
    console.log(`Done in ${Math.round((performance.now() - started) / 1000)} s`)
  })
}
