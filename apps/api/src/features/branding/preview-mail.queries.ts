/** A sample mail in a brand that is not saved yet. */
import type { BrandValues } from '@vialdesk/contract/branding'
import { brandFaults } from '@vialdesk/contract/colors'
import type { z } from 'zod'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { mailHtml } from '#api/platform/mail/mail-html.ts'

/** The given values take the place of the saved ones. */
export function previewMail(saved: Domain, given: Partial<z.output<typeof BrandValues>>, publicUrl: string) {
  const domain = { ...saved, ...given }
  const url = domainUrl(saved, publicUrl)
  const sample = {
    to: domain.email_sender,
    subject: `A message from ${domain.name}`,
    paragraphs: ['Hello Alex,', 'This is how a mail of your business looks. The button takes your customers to the portal.'],
    button: { label: 'Open the portal', href: url },
    note: 'If you did not expect this mail, you can ignore it.',
  }
  return {
    mail_html: mailHtml(domain, sample, url),
    refused_colors: brandFaults({ primary_color: domain.primary_color, login_color: domain.login_color }),
  }
}
