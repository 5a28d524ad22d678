/** How a domain signs. The secrets are encrypted; they are never answered. */
import type { BoldsignRegion, SigningProviderName, SigningSettings } from '@vialdesk/contract/signing'
import type { Db } from '#api/db/db.ts'
import { apiKeyPlace, SIGNING_SETTINGS_PURPOSE } from '#api/features/templates/signing-account.queries.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { createSecretCipher } from '#api/platform/crypto/secret-cipher.ts'
import type { Ports } from '#api/platform/ports.ts'

/** The path of a domain's webhook. Its identifier is in the path, because BoldSign sends no header of ours. */
export const WEBHOOK_PATH = '/api/v1/webhooks/boldsign/:identifier/'

/** The columns with secrets. */
export const secretColumns = ['api_key', 'webhook_secret'] as const
export type SecretColumn = (typeof secretColumns)[number]

/** The place to which an encrypted secret is bound. */
export const secretPlace = (domainId: number, column: SecretColumn) =>
  column === 'api_key' ? apiKeyPlace(domainId) : `${domainId}:webhook_secret`

export const settingsCipher = (secretKey: string) => createSecretCipher(secretKey, SIGNING_SETTINGS_PURPOSE)

export interface SettingsRow {
  provider: SigningProviderName
  region: BoldsignRegion
  api_key: Buffer | null
  webhook_secret: Buffer | null
}

const SELECT = 'select provider, region, api_key, webhook_secret from signing_settings where domain_id = $1'
const withoutRow: SettingsRow = { provider: 'embedded', region: 'us', api_key: null, webhook_secret: null }

export async function findSettings(db: Db, options: { lock?: boolean } = {}): Promise<SettingsRow> {
  const [row] = await db.rows<SettingsRow>(options.lock ? `${SELECT} for update` : SELECT, [db.domainId])
  return row ?? withoutRow
}

/** Undefined without a secret, and for one that was encrypted with another SECRET_KEY. */
export function readSecret(row: SettingsRow, secretKey: string, domainId: number, column: SecretColumn): string | undefined {
  const sealed = row[column]
  return sealed ? settingsCipher(secretKey).decrypt(sealed, secretPlace(domainId, column)) : undefined
}

export async function getSettings(db: Db, domain: Domain, { secretKey, publicUrl, seal }: Ports): Promise<SigningSettings> {
  const { subject, validTo, isSelfMade } = seal.certificate
  const row = await findSettings(db)
  const has = (column: SecretColumn) => readSecret(row, secretKey, db.domainId, column) !== undefined
  return {
    provider: row.provider,
    region: row.region,
    has_api_key: has('api_key'),
    has_webhook_secret: has('webhook_secret'),
    webhook_url: `${domainUrl(domain, publicUrl)}${WEBHOOK_PATH.replace(':identifier', domain.identifier)}`,
    certificate: {
      ...{ subject, expires_at: validTo.toISOString(), self_made: isSelfMade },
      timestamped: seal.isTimestamped,
    },
  }
}
