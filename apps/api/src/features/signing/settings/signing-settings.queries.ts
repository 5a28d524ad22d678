/** How a domain signs. */
import { SigningProviderName, type SigningSettings } from '@vialdesk/contract/documents/signing'
import type { Db } from '#api/db/db.ts'
import { signingSettings } from '#api/features/templates/usable-templates.queries.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import type { SignatureProviders } from '#api/platform/ports/signing.ts'
import { nameWithAccount } from '#api/platform/providers/provider-settings.ts'
import { webhookUrl } from '#api/platform/providers/webhooks.ts'

export async function getSettings(db: Db, domain: Domain, ports: Ports): Promise<SigningSettings> {
  const { secretKey, publicUrl, seal, signing } = ports
  const { subject, validTo, isSelfMade } = seal.certificate
  const settings = await signingSettings.describe(db, secretKey)
  return {
    ...settings,
    webhook_url: webhookUrl(nameWithAccount(signing, settings.provider), domain, publicUrl),
    certificate: {
      ...{ subject, expires_at: validTo.toISOString(), self_made: isSelfMade },
      timestamped: seal.isTimestamped,
    },
  }
}

/** A document stays with its provider when the domain chooses another one. */
const USED_PROVIDERS = `
  select p.name, s.region
  from signing_settings s, unnest($2::text[]) as p (name)
  where s.domain_id = $1
    and (
      s.provider = p.name
      or exists (
        select
        from documents d
        where d.domain_id = $1 and d.provider = p.name and d.provider_ref is not null and d.status = 'Pending'
      )
    )`

/** The origins whose pages the portal shows in frames: those of the signing providers that the domain uses. */
export const findFrameSources =
  (providers: SignatureProviders) =>
  async (db: Db): Promise<string[]> => {
    const names = SigningProviderName.options.filter((name) => providers[name].account)
    const used = await db.rows<{ name: SigningProviderName; region: string }>(USED_PROVIDERS, [db.domainId, names])
    return used.flatMap(({ name, ...settings }) => providers[name].account?.pageSources(settings).frames ?? [])
  }
