/** The design of mails: the domain's logo, colour, corners and contact. Styles are inline, because many mail programs read no others. */
import { nearestReadable } from '@vialdesk/contract/base/colors'
import { brandImagePath } from '#api/platform/access/brand-images.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { escapeHtml } from '#api/platform/kernel/html.ts'
import type { MailSecret } from '#api/platform/ports/mail.ts'

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
  /** The secret in the link of the button. */
  secret?: MailSecret
}

const FONT = '-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
/** Pixels, as of the corners of the pages. */
const corners: Record<string, number> = { xs: 2, sm: 4, md: 8, lg: 16, xl: 24 }

/** Mail programs that have a dark scheme and read style sheets. The brand's button stays as it is. */
const DARK = `@media (prefers-color-scheme: dark) {
.ground { background: #161513 !important; color: #e8e6e3 !important }
.paper { background: #232220 !important }
.quiet, .quiet a { color: #a8a39c !important }
}`

const paragraph = (words: string, style: string, name = '') =>
  `<p${name && ` class="${name}"`} style="margin:0 0 16px;${style}">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`

/** Mail programs show no SVG: the name takes its place, as where images are blocked. */
function head({ name, logo }: Domain, url: string): string {
  const path = brandImagePath(logo)
  const shown = path && !path.endsWith('.svg')
  const inner = shown
    ? `<img src="${escapeHtml(url + path)}" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;max-width:260px;border:0">`
    : escapeHtml(name)
  return `<p style="margin:0 0 16px;font-size:18px;font-weight:600">${inner}</p>`
}

function buttonOf({ label, href }: { label: string; href: string }, color: string, radius: number): string {
  const style = `display:inline-block;padding:12px 24px;border-radius:${radius}px;text-decoration:none;font-weight:600;background:${color};color:#ffffff`
  return `<p style="margin:24px 0"><a href="${escapeHtml(href)}" style="${style}">${escapeHtml(label)}</a></p>`
}

function foot({ name, address, phone, privacy_url, terms_url }: Domain): string {
  const link = (href: string, words: string) => href && `<a href="${escapeHtml(href)}" style="color:#565d64">${words}</a>`
  const lines = [
    [name, address, phone].filter(Boolean).map(escapeHtml).join('\n'),
    [link(privacy_url, 'Privacy'), link(terms_url, 'Terms')].filter(Boolean).join(' · '),
  ].filter(Boolean)
  const html = lines.join('\n').replaceAll('\n', '<br>')
  return `<p class="quiet" style="margin:24px 0 0;font-size:13px;line-height:1.6;color:#565d64">${html}</p>`
}

/** `url` is the domain's URL, without a slash at the end. */
export function mailHtml(domain: Domain, { subject, paragraphs, button, note }: MailContent, url: string): string {
  // White text is readable on it, also where a colour was set before this was a rule.
  const color = nearestReadable(domain.primary_color, '#ffffff')
  const radius = corners[domain.radius] ?? 8
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body class="ground" style="margin:0;background:#f4f5f6;font-family:${FONT};color:#1d2327">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
${head(domain, url)}
<div class="paper" style="background:#ffffff;border-radius:${radius}px;padding:32px;border-top:4px solid ${color}">
${paragraphs.map((words) => paragraph(words, 'font-size:16px;line-height:1.5')).join('\n')}
${button ? buttonOf(button, color, radius) : ''}
${note ? paragraph(note, 'font-size:13px;line-height:1.5;color:#565d64', 'quiet') : ''}
</div>
${foot(domain)}
</div></body></html>`
}
