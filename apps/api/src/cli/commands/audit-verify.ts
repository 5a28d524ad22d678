import { type Command, findDomains, readArguments, withDatabase } from '#api/cli/command.ts'
import { inDomain, type RunInTransaction } from '#api/db/transaction.ts'
import { type AuditFinding, type AuditHead, verifyAudit } from '#api/db/verify-audit.ts'
import { connectAdapters } from '#api/main/connect-adapters.ts'
import { takeHead } from '#api/platform/audit/checkpoints.ts'
import { headFiles, type KeptHeads, readKeptHeads } from '#api/platform/audit/kept-heads.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

const comparedWith = ({ heads }: KeptHeads, given: AuditHead | undefined) => {
  const newest = heads.at(-1)
  const kept = newest ? `compared with ${heads.length} kept heads up to ${newest.day}` : 'no head was kept yet'
  return given ? `${kept}, compared with the given head` : kept
}

/** Reads ROW:HASH, as a mail to the operator names them. Throws StartFailure with the usage otherwise. */
export function readHead(text: string, usage: string): AuditHead {
  const [, row, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? []
  if (row === undefined || hash === undefined) throw new StartFailure(`Usage: npm run portal -- ${usage}`)
  return { last_id: Number(row), last_hash: hash }
}

function resultOf({ firstBroken, wrongHeads, wrongGivenHead }: AuditFinding, { wrong }: KeptHeads): string | undefined {
  const heads = [...wrong, ...wrongHeads].map(({ day, reason }) => `${day} (${reason})`)
  const faults = [
    ...(firstBroken ? [`row ${firstBroken.id}: ${firstBroken.reason}`] : []),
    ...(heads.length > 0 ? [`wrong kept heads: ${heads.join('; ')}`] : []),
    ...(wrongGivenHead ? [`the given head is wrong: ${wrongGivenHead}`] : []),
  ]
  return faults.length > 0 ? faults.join(', ') : undefined
}

/** One line for each domain. The head is printed so that it can be kept elsewhere and compared later, as `--head`. */
export function formatFinding(identifier: string, finding: AuditFinding, kept: KeptHeads, given?: AuditHead): string {
  const result = resultOf(finding, kept) ?? 'no changes found'
  const { rows, head } = finding
  return `${identifier}: ${rows} rows, ${result}, ${comparedWith(kept, given)}, head ${head ? `${head.last_id}:${head.last_hash}` : 'none'}`
}

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { domain: { type: 'string' }, head: { type: 'string' } })
  const given = values.head === undefined ? undefined : readHead(values.head, usage)
  // Another domain has other rows.
  if (given && values.domain === undefined) throw new StartFailure(`Usage: npm run portal -- ${usage}`)
  await withDatabase(async ({ owner, configuration }) => {
    const files = headFiles((await connectAdapters(configuration)).files, configuration.secretKey)
    const broken: string[] = []
    for (const { id, identifier } of await findDomains(owner, values.domain)) {
      const transact: RunInTransaction = (work) => inDomain(owner, id, work)
      await takeHead(transact)
      const kept = await readKeptHeads(transact, files, id)
      const finding = await inDomain(owner, id, (db) => verifyAudit(db, given ? [...kept.heads, given] : kept.heads))
      console.log(formatFinding(identifier, finding, kept, given))
      if (resultOf(finding, kept)) broken.push(identifier)
    }
    if (broken.length > 0)
      throw new StartFailure(
        `The audit of ${broken.join(', ')} was tampered with, or its kept heads were. After a restore of an older backup, heads that were kept later are wrong.`,
      )
  })
}
