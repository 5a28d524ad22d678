/** Renders a mail in the domain's brand, as text and as HTML. Callers provide the content; the design is only here. */
import type { Mail } from '#api/adapters/mail/port.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { escapeHtml } from '#api/platform/http/pages/html.ts'

export interface MailContent {
  to: string
  /** Must not reveal anything about a person's health. */
  subject: string
  /** Plain text, one paragraph each. */
  paragraphs: string[]
  button?: { label: string; href: string }
  /** Below the button, in small print. */
  note?: string
  replyTo?: string
}

/** The first line of a mail. A center's account may have no first name. */
export const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')

/** Black or white, whichever has more contrast (WCAG relative luminance, threshold 0.179). */
export function textColorOn(hex: string): '#000000' | '#ffffff' {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff'
}

export function writeMail(domain: Domain, { to, subject, paragraphs, button, note, replyTo }: MailContent): Mail {
  const text = [...paragraphs, ...(button ? [`${button.label}: ${button.href}`] : []), ...(note ? [note] : []), domain.name].join(
    '\n\n',
  )
  const p = (words: string, style: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(words)}</p>`
  const link = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.href)}" style="display:inline-block;padding:12px 24px;border-radius:6px;text-decoration:none;font-weight:600;background:${domain.primary_color};color:${textColorOn(domain.primary_color)}">${escapeHtml(button.label)}</a></p>`
    : ''
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f5f6;font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1d2327">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-size:18px;font-weight:600">${escapeHtml(domain.name)}</p>
<div style="background:#ffffff;border-radius:8px;padding:32px;border-top:4px solid ${domain.primary_color}">
${paragraphs.map((words) => p(words, 'font-size:16px;line-height:1.5')).join('\n')}
${link}
${note ? p(note, 'font-size:13px;line-height:1.5;color:#565d64') : ''}
</div></div></body></html>`
  return {
    domainId: domain.id,
    from: { name: domain.name, address: domain.email_sender },
    to,
    subject,
    text,
    html,
    ...(replyTo && { replyTo }),
  }
}
