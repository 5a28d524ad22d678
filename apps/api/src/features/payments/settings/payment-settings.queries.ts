/** The settings of the card gateway. Secret keys are never answered. */
import type { PaymentSettings } from '@vialdesk/contract/payments'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import type { Ports } from '#api/platform/ports.ts'
import { findSettings, readSecret, type SecretColumn } from '../gateway-account.queries.ts'

/** The path of a domain's webhook. Its identifier is in the path, because Authorize.Net sends no header of ours. */
export const WEBHOOK_PATH = '/api/v1/webhooks/authorizenet/:identifier/'

export async function getSettings(domain: Domain, ports: Ports, transact: RunInTransaction): Promise<PaymentSettings> {
  const row = await transact(findSettings)
  const entry = await ports.payments.embedded.cardEntry(domain.id)
  const has = (column: SecretColumn) => readSecret(row, ports.secretKey, domain.id, column) !== undefined
  return {
    gateway: row.gateway,
    environment: row.environment,
    api_login_id: row.api_login_id,
    client_key: row.client_key,
    has_transaction_key: has('transaction_key'),
    has_signature_key: has('signature_key'),
    webhook_url: `${domainUrl(domain, ports.publicUrl)}${WEBHOOK_PATH.replace(':identifier', domain.identifier)}`,
    simulates: entry.kind !== 'none',
  }
}
