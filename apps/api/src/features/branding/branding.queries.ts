/** The brand of a domain: its configuration, the values in its page before the first paint, and its public images. */
import type { DomainConfig } from '@vialdesk/contract/branding'
import { brandImagePath } from '#api/platform/access/brand-images.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import type { PageConfig } from '#api/platform/http/pages/web-files.ts'

type BrandedDomain = Omit<Domain, 'host' | 'session_hours'>

export const configOf = (domain: BrandedDomain): DomainConfig => ({
  domain: { id: domain.id, identifier: domain.identifier, name: domain.name },
  logo: brandImagePath(domain.logo),
  favicon: brandImagePath(domain.favicon),
  email_sender: domain.email_sender,
  description: domain.description,
  email_notifications: domain.email_notifications,
  updated_at: domain.updated_at,
  brand: {
    primary_color: domain.primary_color,
    radius: domain.radius as DomainConfig['brand']['radius'],
    login_color: domain.login_color,
    login_image: brandImagePath(domain.login_image),
    time_zone: domain.time_zone,
    country: domain.country,
  },
  contact: { phone: domain.phone, address: domain.address, privacy_url: domain.privacy_url, terms_url: domain.terms_url },
  session: { idle_minutes: domain.idle_minutes },
  demo: domain.demo,
  demo_log_in_known: domain.demo_log_in_known,
})

/** The values that fill index.html for a domain. */
export const pageConfigOf = (domain: BrandedDomain, version: string): PageConfig => {
  const config = configOf(domain)
  return {
    title: domain.name,
    description: domain.description,
    favicon: config.favicon,
    config: { ...config, build_version: version },
  }
}
