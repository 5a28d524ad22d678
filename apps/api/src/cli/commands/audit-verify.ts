import { type Command, findDomains, readArguments, withDatabase } from '#api/cli/command.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type AuditFinding, type KeptHead, verifyAudit } from '#api/db/verify-audit.ts'
import { connectAdapters } from '#api/main/connect-adapters.ts'
import { readKeptHeads } from '#api/platform/audit/kept-heads.ts'
import { StartFailure } from '#api/platform/config/start-failure.ts'

const comparedWith = (kept: readonly KeptHead[]) => {
  const newest = kept.at(-1)
  return newest ? `compared with ${kept.length} kept heads up to ${newest.day}` : 'no head was kept yet'
}

/** One line for each domain. The head hash is printed so that it can be kept elsewhere and compared later. */
export const formatFinding = (
  identifier: string,
  { rows, head, firstBroken }: AuditFinding,
  kept: readonly KeptHead[],
): string => {
  const result = firstBroken ? `row ${firstBroken.id}: ${firstBroken.reason}` : 'no changes found'
  return `${identifier}: ${rows} rows, ${result}, ${comparedWith(kept)}, head ${head || 'none'}`
}

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' } })
  await withDatabase(async ({ owner, configuration }) => {
    const { files } = await connectAdapters(configuration)
    const broken: string[] = []
    for (const { id, identifier } of await findDomains(owner, values.domain)) {
      const kept = await readKeptHeads((work) => inDomain(owner, id, work), files, id)
      const finding = await inDomain(owner, id, (db) => verifyAudit(db, kept))
      console.log(formatFinding(identifier, finding, kept))
      if (finding.firstBroken) broken.push(identifier)
    }
    if (broken.length > 0) throw new StartFailure(`The audit of ${broken.join(', ')} was tampered with.`)
  })
}
