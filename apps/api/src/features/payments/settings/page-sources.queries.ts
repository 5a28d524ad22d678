import { authorizenetHosts, type GatewayEnvironment } from '@vialdesk/contract/payments'
import type { Db } from '#api/db/db.ts'

interface PaymentSources {
  scripts: readonly string[]
  connections: readonly string[]
}

const NONE: PaymentSources = { scripts: [], connections: [] }

/** The origins that Accept.js needs: its script, and the API to which it sends a card. None for other domains. */
export async function findPaymentSources(db: Db): Promise<PaymentSources> {
  const [found] = await db.rows<{ environment: GatewayEnvironment }>(
    `select environment from payment_settings where domain_id = $1 and gateway = 'authorizenet'`,
    [db.domainId],
  )
  if (!found) return NONE
  const { script, browserApis } = authorizenetHosts[found.environment]
  return { scripts: [script], connections: browserApis }
}
