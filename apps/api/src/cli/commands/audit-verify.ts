import { type Command, findDomains, readArguments, withDatabase } from '#api/cli/command.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type AuditFinding, verifyAudit } from '#api/db/verify-audit.ts'
import { StartFailure } from '#api/platform/config/start-failure.ts'

/** One line for each domain. The head hash is printed so that it can be kept elsewhere and compared later. */
export const formatFinding = (identifier: string, { rows, head, firstBroken }: AuditFinding): string =>
  `${identifier}: ${rows} rows, ${firstBroken ? `row ${firstBroken.id}: ${firstBroken.reason}` : 'no changes found'}, head ${head || 'none'}`

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' } })
  await withDatabase(async ({ owner }) => {
    const broken: string[] = []
    for (const { id, identifier } of await findDomains(owner, values.domain)) {
      const finding = await inDomain(owner, id, verifyAudit)
      console.log(formatFinding(identifier, finding))
      if (finding.firstBroken) broken.push(identifier)
    }
    if (broken.length > 0) throw new StartFailure(`The audit of ${broken.join(', ')} was tampered with.`)
  })
}
