import { type Command, findDomains, readArguments, withDatabase } from '#api/cli/command.ts'

export const command: Command = async (args, usage) => {
  readArguments(args, usage, {})
  await withDatabase(async ({ owner }) => {
    const domains = await findDomains(owner)
    for (const { identifier, name, demo } of domains) console.log(`${identifier}\t${name}${demo ? '\t(demo)' : ''}`)
    if (domains.length === 0) console.log('No domains yet. Add one with: npm run portal -- domains add')
  })
}
