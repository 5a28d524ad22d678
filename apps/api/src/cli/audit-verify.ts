import { inDomain } from '#api/db/transaction.ts'
import { verifyAudit } from '#api/db/verify-audit.ts'
import { StartFailure } from '#api/platform/start-failure.ts'
import { type Command, findDomains, onDatabase, readArguments } from './command.ts'

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' } })
  await onDatabase(async ({ owner }) => {
    const broken: string[] = []
    for (const { id, identifier } of await findDomains(owner, values.domain)) {
      const finding = await inDomain(owner, id, verifyAudit)
      console.log(
        `${identifier}: ${finding.rows} rows, ${finding.broken ? `row ${finding.broken.id}: ${finding.broken.why}` : 'all as written'}`,
      )
      if (finding.broken) broken.push(identifier)
    }
    if (broken.length > 0) throw new StartFailure(`The record of ${broken.join(', ')} was tampered with.`)
  })
}
