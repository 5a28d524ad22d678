/** The signed-in user of a request. It comes from the session only, never from what the request claims. */
import { type Role, roleOfMembership } from '@vialdesk/contract/base/roles'
import type { SessionRow } from '#api/db/transaction.ts'

/** The reader of rows, whose id and role decide what it may see. */
export interface Viewer {
  id: number
  /** Undefined for a membership that the business added (12 and above): such a user may not make calls that need a role. */
  role: Role | undefined
}

export interface Actor extends Viewer {
  subscription: number
  /** 0 for an access token, which belongs to no session. */
  sessionId: number
  kind: SessionRow['kind']
  /** In a child session: the user who really acts. */
  impersonatorId: number | null
  /** The session from which a child session was opened. */
  parentId: number | null
  expiresAt: string
  /** False in an inactive account, which an admin may enter to look at. */
  active: boolean
  /** True if the user who really acts must set up two-step sign-in first. */
  twoStepDue: boolean
  /** The user who really acts logged in or confirmed within the last minutes (`PROOF_MINUTES`). */
  recentlyProved: boolean
  /** The access token by which a machine acts for an admin. */
  accessToken?: { id: number; calls: readonly string[] }
}

/** Whether an admin acts: in its own account, by an access token, or inside the account of another user. */
export const isAdminActing = ({ role, kind }: Pick<Actor, 'role' | 'kind'>) => role === 'admin' || kind === 'impersonation'

/** Whether the person who acts may speak for the account: its owner, and staff for their center. An admin inside it may not. */
export const speaksForAccount = ({ kind }: Pick<Actor, 'kind'>) => kind !== 'impersonation'

/** The staff user who works in this session: in its own account, or inside a center. An admin inside an account is nobody's staff. */
export function staffUserOf({ id, role, kind, impersonatorId }: Pick<Actor, 'id' | 'role' | 'kind' | 'impersonatorId'>) {
  if (kind === 'staff') return impersonatorId
  return kind === 'own' && role === 'hc_staff' ? id : null
}

export const actorOf = (session: SessionRow): Actor => ({
  id: session.user_id,
  role: roleOfMembership(session.subscription),
  subscription: session.subscription,
  sessionId: session.session_id,
  kind: session.kind,
  impersonatorId: session.impersonator_id,
  parentId: session.parent_id,
  expiresAt: session.expires_at,
  active: session.active,
  twoStepDue: session.two_step_due,
  recentlyProved: session.recently_proved ?? false,
  ...(session.token_id !== undefined && { accessToken: { id: session.token_id, calls: session.token_calls ?? [] } }),
})
