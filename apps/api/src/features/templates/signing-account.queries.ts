/** The signing providers of a domain, and its account. */
import type { SigningProviderName, SigningSettings } from '@vialdesk/contract/signing'
import type { Db } from '#api/db/db.ts'
import type { SigningAccount } from '#api/platform/ports/signing.ts'
import { providerSettings } from '#api/platform/providers/provider-settings.ts'

export const signingSettings = providerSettings<Pick<SigningSettings, 'provider' | 'region'>, 'signing_settings'>({
  table: 'signing_settings',
  choice: 'provider',
  initial: { provider: 'embedded', region: 'us' },
  event: 'signing.settings_changed',
})

/**
 * The account of the domain at a provider: by default at the provider that the domain uses now. A template or document stays with its
 * own provider.
 */
export async function getSigningAccount(
  db: Db,
  secretKey: string,
  provider?: SigningProviderName,
): Promise<{ provider: SigningProviderName; account: SigningAccount }> {
  const settings = await signingSettings.read(db, secretKey)
  return { provider: provider ?? settings.provider, account: { domainId: db.domainId, settings } }
}
