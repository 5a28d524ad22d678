/** Verifies the chain of the domain's audit log. It reads one snapshot with a connection of its own, and locks nothing. */
import type { AuditChain } from '@vialdesk/contract/audit'
import { verifyAudit } from '#api/db/verify-audit.ts'
import { audit } from '#api/platform/audit/audit.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'

type Context = Pick<ProviderCallContext<never>, 'domain' | 'ports' | 'transact' | 'auditActor' | 'reply'>

export async function verifyChain({ domain, ports, transact, auditActor, reply }: Context): Promise<AuditChain> {
  const run = await ports.exports.begin(domain.id)
  // Ends the work for a reader who left.
  reply.raw.once('close', run.abandon)
  try {
    const { rows, head, firstBroken } = await verifyAudit(run.db)
    await run.end()
    const verified_at = new Date().toISOString()
    await transact(async (db) => audit(db, auditActor, { type: 'audit.verified', after: { rows, unbroken: !firstBroken } }))
    return { rows, head, problem: firstBroken ?? null, verified_at }
  } catch (error) {
    run.abandon()
    throw error
  }
}
