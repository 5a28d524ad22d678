/** The account with which a domain signs. Its API key is encrypted in the database. */
import type { BoldsignRegion, SigningProviderName } from '@vialdesk/contract/signing'
import type { SigningAccount } from '#api/adapters/signing/port.ts'
import type { Db } from '#api/db/db.ts'
import { createSecretCipher } from '#api/platform/crypto/secret-cipher.ts'

/** Purpose of the cipher for the secrets in `signing_settings`. */
export const SIGNING_SETTINGS_PURPOSE = 'signing settings'

/** The place to which the encrypted API key of a domain is bound. */
export const apiKeyPlace = (domainId: number) => `${domainId}:api_key`

interface SettingsRow {
  provider: SigningProviderName
  region: BoldsignRegion
  api_key: Buffer | null
}

/**
 * The account of the domain at a provider: by default at the provider that the domain uses now. A template or document stays with its
 * own provider. The API key is missing if there is none, or if it was encrypted with another SECRET_KEY.
 */
export async function getSigningAccount(
  db: Db,
  secretKey: string,
  provider?: SigningProviderName,
): Promise<{ provider: SigningProviderName; account: SigningAccount }> {
  const [settings] = await db.rows<SettingsRow>('select provider, region, api_key from signing_settings where domain_id = $1', [
    db.domainId,
  ])
  const used = provider ?? settings?.provider ?? 'embedded'
  if (used === 'embedded' || !settings) return { provider: used, account: { domainId: db.domainId } }
  const cipher = createSecretCipher(secretKey, SIGNING_SETTINGS_PURPOSE)
  const apiKey = settings.api_key ? cipher.decrypt(settings.api_key, apiKeyPlace(db.domainId)) : undefined
  return { provider: used, account: { domainId: db.domainId, region: settings.region, ...(apiKey !== undefined && { apiKey }) } }
}
