/** Who is calling, as the session says: never what a request claims. */
import { type Role, roleOf } from '@vialdesk/contract/roles'
import type { Entered } from '#api/db/transaction.ts'

/** The reader of rows, whose id and role decide what it may see. */
export interface Viewer {
  id: number
  /** Undefined for a membership that a business added for itself (from 12). Such a user may make no call that asks for a role. */
  role: Role | undefined
}

export interface Actor extends Viewer {
  subscription: number
  sessionId: number
  kind: Entered['kind']
  /** Who is really acting in a child session. */
  behindId: number | null
  /** The session that a child session was opened from. */
  parentId: number | null
  expiresAt: string
  /** False in an account that was made inactive, into which an admin may look. */
  active: boolean
  /** Whoever is really acting must set up two-step sign-in first. */
  twoStepDue: boolean
}

export const actorOf = (entered: Entered): Actor => ({
  id: entered.user_id,
  role: roleOf(entered.subscription),
  subscription: entered.subscription,
  sessionId: entered.session_id,
  kind: entered.kind,
  behindId: entered.impersonator_id,
  parentId: entered.parent_id,
  expiresAt: entered.expires_at,
  active: entered.active,
  twoStepDue: entered.two_step_due,
})
