import type { Invited } from '@vialdesk/contract/people/invitations'
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

/** More about the state, in a sentence or two. */
export function invitationDetails({ state, sent_at, opened_at, expires_at }: Invited): string {
  const works = expires_at ? `The link works until ${formatDay(expires_at)}.` : ''
  if (state === 'used') return 'A password is set.'
  if (state === 'expired') return `${sent_at ? `Invited ${sinceText(sent_at)}. ` : ''}No password was set.`
  if (state === 'sent' || !sent_at || !opened_at) return works
  return `Invited ${sinceText(sent_at)}, opened ${sinceText(opened_at)}. No password is set yet. ${works}`
}
