/** What is said of a sign-up link that leads nowhere, before the form or once the server has looked. */
import { Refusal } from '#web/lib/refusal.ts'

export const NO_REP = 'The sales rep of this link is not here, or no longer active. Ask whoever gave it to you for a new one.'
export const NO_CENTER =
  'The harvest center of this link is not here, or no longer active. Ask whoever gave it to you for a new one.'
export const NO_INVITATION =
  'It has expired, is not complete, or its harvest center is no longer active. Ask the center for a new one.'

/** Nothing in the form could mend these. */
export function linkFault(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  if (error.errors.saless_rep_id) return NO_REP
  if (error.errors.key) return NO_INVITATION
  return error.errors.hc_id ? NO_CENTER : undefined
}
