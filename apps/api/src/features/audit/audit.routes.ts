import { contract } from '@vialdesk/contract'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { findAuditPage } from './audit-pages.queries.ts'
import { auditView, exportAudit } from './export-audit.commands.ts'
import { verifyChain } from './verify-chain.commands.ts'

const { audit } = contract

export const auditRouter = {
  list: serve(audit.list, async ({ db, domain, query }) => {
    await auditView(db, query)
    return findAuditPage(db, query, domain.time_zone)
  }),
  exportCsv: serveWithProviders(audit.exportCsv, (context) => exportAudit(context, context.query)),
  verify: serveWithProviders(audit.verify, verifyChain),
}
