/** Verifies the chain of the domain's audit log, and compares it with the heads in the file store. It reads one snapshot with a connection of its own, and locks nothing. */
import type { AuditChain } from '@vialdesk/contract/audit'
import { verifyAudit } from '#api/db/verify-audit.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { readKeptHeads } from '#api/platform/audit/kept-heads.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'

type Context = Pick<ProviderCallContext<never>, 'domain' | 'ports' | 'transact' | 'auditActor' | 'reply'>

export async function verifyChain({ domain, ports, transact, auditActor, reply }: Context): Promise<AuditChain> {
  const kept = await readKeptHeads(transact, ports.files, domain.id)
  const run = await ports.exports.begin(domain.id)
  // Ends the work for a reader who left.
  reply.raw.once('close', run.abandon)
  try {
    const { rows, head, firstBroken } = await verifyAudit(run.db, kept)
    await run.end()
    const verified_at = new Date().toISOString()
    await transact(async (db) => audit(db, auditActor, { type: 'audit.verified', after: { rows, unbroken: !firstBroken } }))
    const newest_kept = kept.at(-1)?.day ?? null
    return { rows, head, problem: firstBroken ?? null, kept_heads: kept.length, newest_kept, verified_at }
  } catch (error) {
    run.abandon()
    throw error
  }
}
