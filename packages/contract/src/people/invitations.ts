/** The state of the mailed link with which a new user sets a first password. */
import { z } from 'zod'
import { Timestamp } from '../base/primitives.ts'

/**
 * `sent`: mailed, and not opened. `opened`: the page of its link was opened. `used`: a password is set. `expired`: no link works any more.
 */
export const InvitationState = z.enum(['sent', 'opened', 'used', 'expired'])
export type InvitationState = z.infer<typeof InvitationState>

/** Of an active user who has never signed in. Null for all others, and for readers who may not invite the user. */
export const Invited = z.object({
  state: InvitationState,
  /** Null for users who signed up, and when the last invitation expired a month ago. */
  sent_at: Timestamp.nullable(),
  opened_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
})
export type Invited = z.infer<typeof Invited>
