/**
 * Restrictions of a session: two-step sign-in that is due, inactive accounts, and a proof that is too old. Checked before anything else
 * in every call.
 */
import type { CallKey } from '@vialdesk/contract'
import type { Call } from '@vialdesk/contract/base/call'
import { ApiError, fail } from '#api/platform/kernel/fail.ts'
import { type Actor, isAdminActing } from './actor.ts'

/**
 * Calls that a user may make before setting up two-step sign-in: setting it up, logging out, and logging in as another user.
 */
const allowedBeforeTwoStep: ReadonlySet<string> = new Set<CallKey>([
  'GET /auth/session/',
  'GET /auth/two-step/',
  'POST /auth/two-step/begin/',
  'POST /auth/two-step/confirm/',
  'POST /auth/two-step/disable/',
  'POST /auth/two-step/recovery-codes/',
  'POST /auth/logout/',
  'POST /auth/login/',
  'POST /auth/set-password/',
  'POST /api/v1/users/reset-password/',
  'GET /auth/build-version/',
  'GET /domain/config/{identifier}/',
])

/** Calls that leave an inactive account, and one that opens a file of its resources. Nothing else may be changed in it. */
const allowedWhenInactive: ReadonlySet<string> = new Set<CallKey>([
  'POST /auth/logout/',
  'POST /auth/confirm/',
  'POST /api/v1/users/login-as-user/',
  'POST /api/v1/assets/files/{id}/open/',
])

const ENTER_OR_GO_BACK: CallKey = 'POST /api/v1/users/login-as-user/'

/** In a child session the call leads back to the own account, or is refused by its command. Every role may go back. */
export const mayGoBack = ({ key }: Call, { kind }: Actor): boolean =>
  (kind === 'impersonation' || kind === 'staff') && key === ENTER_OR_GO_BACK

/** Whether the call asks for a proof that this session lacks. A machine cannot confirm; an admin, who had to, chose its calls. Going back never asks. */
export function needsProof(call: Call, actor: Actor): boolean {
  const rule = call.proof
  if (!rule || !('asks' in rule) || actor.recentlyProved || actor.kind === 'token' || mayGoBack(call, actor)) return false
  return rule.asks === 'everybody' || isAdminActing(actor)
}

/** For a call that asks for some of its changes only (`asksFor`). A machine cannot confirm, so an access token may not make them. */
export function assertRecentProof(actor: Actor): void {
  if (actor.kind === 'token') throw new ApiError('forbidden', { message: 'An access token may not change who has access.' })
  if (isAdminActing(actor) && !actor.recentlyProved) fail('proof_required')
}

export function sessionRestriction(call: Call, actor: Actor): 'two_step_required' | 'inactive_account' | undefined {
  const { key, writes } = call
  if (actor.twoStepDue && !allowedBeforeTwoStep.has(key) && !mayGoBack(call, actor)) return 'two_step_required'
  if (!actor.active && writes && !allowedWhenInactive.has(key)) return 'inactive_account'
  return undefined
}
