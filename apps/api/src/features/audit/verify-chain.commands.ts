/** Verifies the chains of the domain's audit log, and compares it with the heads in the file store. It reads one snapshot with a connection of its own, and locks nothing. */
import type { AuditChain } from '@vialdesk/contract/business/audit'
import { verifyAudit } from '#api/db/verify-audit.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { takeHead } from '#api/platform/audit/checkpoints.ts'
import { headFiles, readKeptHeads } from '#api/platform/audit/kept-heads.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'

type Context = Pick<ProviderCallContext<never>, 'domain' | 'ports' | 'transact' | 'reply'>

export async function verifyChain({ domain, ports, transact, reply }: Context): Promise<AuditChain> {
  // Shows the reader a head that covers the rows of today.
  await takeHead(transact)
  const kept = await readKeptHeads(transact, headFiles(ports.files, ports.secretKey), domain.id)
  const run = await ports.exports.begin(domain.id, { onPrimary: true })
  // Ends the work for a reader who left.
  reply.raw.once('close', run.abandon)
  try {
    const { rows, head, firstBroken, wrongHeads } = await verifyAudit(run.db, kept.heads)
    await run.end()
    const verified_at = new Date().toISOString()
    const wrong_heads = [...kept.wrong, ...wrongHeads]
    const unbroken = !firstBroken && wrong_heads.length === 0
    await transact(async (db) => audit(db, { type: 'audit.verified', after: { rows, unbroken } }))
    const newest_kept = kept.heads.at(-1)?.day ?? null
    return {
      rows,
      head: head?.last_hash ?? '',
      head_id: head?.last_id ?? null,
      problem: firstBroken ?? null,
      wrong_heads,
      kept_heads: kept.heads.length,
      newest_kept,
      verified_at,
    }
  } catch (error) {
    run.abandon()
    throw error
  }
}
