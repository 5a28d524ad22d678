/**
 * `node bench/seed-portal.ts [--users N] [--transactions M] [--domain IDENTIFIER]` fills a domain of the portal that the settings lead to with
 * generated data. Not in production.
 */
import { parseArgs } from 'node:util'
import { withDatabase } from '../apps/api/src/cli/command.ts'
import { seedScale } from './seed/scale.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { users: text, transactions: text, domain: text } })

await withDatabase(async ({ owner, configuration }) => {
  if (configuration.mode === 'production')
    throw new Error('Generated users have a public password, so they are not allowed in production.')
  const started = performance.now()
  await seedScale(owner, {
    users: Number(values.users ?? 200_000),
    transactions: Number(values.transactions ?? 1_000_000),
    ...(values.domain && { domain: values.domain }),
    log: (line) => console.log(line),
  })
  console.log(`Done in ${Math.round((performance.now() - started) / 1000)} s`)
})
process.exit()
