import type { Invited } from '@vialdesk/contract/invitations'
import { formatDay, today } from '#web/lib/format/dates.ts'

const DAY_MS = 86_400_000

/** `today`, `yesterday`, `3 days ago`; after a month the day. Days are those of the domain's time zone. */
function sinceText(sentAt: string): string {
  const days = Math.round((Date.parse(today()) - Date.parse(today(new Date(sentAt)))) / DAY_MS)
  if (days < 1) return 'today'
  if (days === 1) return 'yesterday'
  return days <= 30 ? `${days} days ago` : `on ${formatDay(sentAt)}`
}

/** The state in a few words, next to the name of a person. */
export function invitationText({ state, sent_at }: Invited): string {
  if (state === 'used') return 'Not signed in yet'
  if (state === 'expired') return 'Invitation expired'
  if (state === 'opened') return 'Invitation opened'
  return sent_at ? `Invited ${sinceText(sent_at)} · not opened` : 'Invited · not opened'
}

/** The state with its days, in a sentence or two. */
export function invitationDetails({ state, sent_at, opened_at, expires_at }: Invited): string {
  const sent = sent_at ? `Invited ${sinceText(sent_at)}.` : ''
  const works = expires_at ? ` The link works until ${formatDay(expires_at)}.` : ''
  if (state === 'used') return 'A password is set. The first login is still to come.'
  if (state === 'expired') return `${sent} The link has expired, and no password was set.`.trim()
  if (state === 'opened') return `${sent} The link was opened ${sinceText(opened_at ?? '')}, and no password is set yet.${works}`.trim()
  return `${sent} The link has not been opened.${works}`.trim()
}
