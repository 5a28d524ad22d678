import { inDomain } from '#api/db/transaction.ts'
import { type AuditFinding, verifyAudit } from '#api/db/verify-audit.ts'
import { StartFailure } from '#api/platform/start-failure.ts'
import { type Command, findDomains, onDatabase, readArguments } from './command.ts'

/** One line a domain. The head hash is for whoever keeps it elsewhere, and compares it with that of a later day. */
export const sayFinding = (identifier: string, { rows, head, broken }: AuditFinding): string =>
  `${identifier}: ${rows} rows, ${broken ? `row ${broken.id}: ${broken.why}` : 'all as written'}, head ${head || 'none'}`

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' } })
  await onDatabase(async ({ owner }) => {
    const broken: string[] = []
    for (const { id, identifier } of await findDomains(owner, values.domain)) {
      const finding = await inDomain(owner, id, verifyAudit)
      console.log(sayFinding(identifier, finding))
      if (finding.broken) broken.push(identifier)
    }
    if (broken.length > 0) throw new StartFailure(`The record of ${broken.join(', ')} was tampered with.`)
  })
}
