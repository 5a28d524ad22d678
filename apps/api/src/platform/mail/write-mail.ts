/** Writes a mail in the domain's brand, as text and as HTML. Callers provide the content; the design is in mail-html.ts. */

import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import type { Mail } from '#api/platform/ports/mail.ts'
import { type MailContent, mailHtml } from './mail-html.ts'

export type { MailContent } from './mail-html.ts'

/** The first line of a mail. A center's account may have no first name. */
export const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')

function mailText({ name, address, phone, privacy_url, terms_url }: Domain, { paragraphs, button, note }: MailContent): string {
  const business = [name, address, phone].filter(Boolean).join('\n')
  const links = [privacy_url && `Privacy: ${privacy_url}`, terms_url && `Terms: ${terms_url}`].filter(Boolean).join('\n')
  return [...paragraphs, button && `${button.label}: ${button.href}`, note, business, links].filter(Boolean).join('\n\n')
}

/** `publicUrl` is the portal's URL: the logo is an image of the portal, with the same URL in every mail. */
export function writeMail(domain: Domain, content: MailContent, publicUrl: string): Mail {
  const { to, subject, replyTo, secret } = content
  return {
    domainId: domain.id,
    from: { name: domain.name, address: domain.email_sender },
    to,
    subject,
    text: mailText(domain, content),
    html: mailHtml(domain, content, domainUrl(domain, publicUrl)),
    ...(replyTo && { replyTo }),
    ...(secret && { secret }),
  }
}
