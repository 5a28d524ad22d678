/** The brand of a domain: its configuration, the values in its page before the first paint, and its public images. */

import { brandFaults } from '@vialdesk/contract/base/colors'
import type { BrandValues, DomainConfig } from '@vialdesk/contract/business/branding'
import type { z } from 'zod'
import { brandImagePath } from '#api/platform/access/brand-images.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import type { PageConfig } from '#api/platform/http/pages/web-files.ts'
import { mailHtml } from '#api/platform/mail/mail-html.ts'

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

/** The given values take the place of the saved ones. */
export function previewMail(saved: Domain, given: Partial<z.output<typeof BrandValues>>, publicUrl: string) {
  const domain = { ...saved, ...given }
  const sample = {
    to: domain.email_sender,
    subject: `A message from ${domain.name}`,
    paragraphs: ['Hello Alex,', 'This is how a mail of your business looks. The button takes your customers to the portal.'],
    button: { label: 'Open the portal', href: domainUrl(saved, publicUrl) },
    note: 'If you did not expect this mail, you can ignore it.',
  }
  return {
    // The page that shows the preview loads the logo from its own address, as its content security policy demands.
    mail_html: mailHtml(domain, sample, ''),
    refused_colors: brandFaults({ primary_color: domain.primary_color, login_color: domain.login_color }),
  }
}
