/**
 * Restrictions of a session: two-step sign-in that is due, and inactive accounts. Checked before anything else in every
 * call.
 */
import type { CallKey } from '@vialdesk/contract/access'
import type { Call } from '@vialdesk/contract/call'
import { fail } from '#api/platform/http/errors/fail.ts'
import type { Actor } from './actor.ts'

/**
 * Calls that a user may make before setting up two-step sign-in: setting it up, logging out, and logging in as another user.
 */
const allowedBeforeTwoStep: ReadonlySet<CallKey> = new Set([
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
const allowedWhenInactive: ReadonlySet<CallKey> = new Set([
  'POST /auth/logout/',
  'POST /auth/confirm/',
  'POST /api/v1/users/login-as-user/',
  'POST /api/v1/assets/files/{id}/open/',
])

const ENTER_OR_GO_BACK: CallKey = 'POST /api/v1/users/login-as-user/'

/** In a child session the call leads back to the own account, or is refused by its command. Every role may go back. */
export const mayGoBack = ({ key }: Call, { kind }: Actor): boolean =>
  (kind === 'impersonation' || kind === 'staff') && key === ENTER_OR_GO_BACK

/** A machine cannot confirm. An admin, who had to confirm, chose its calls one by one. Going back never asks. */
export function needsProof(call: Call, actor: Actor): boolean {
  const { needsRecentProof } = call
  if (needsRecentProof === undefined || hasRecentProof(actor) || mayGoBack(call, actor)) return false
  return needsRecentProof === true || actor.role === needsRecentProof
}

const hasRecentProof = ({ kind, recentlyProved }: Actor) => recentlyProved || kind === 'token'

/** For a call that needs a proof for some of its changes only. */
export function assertRecentProof(actor: Actor): void {
  if (!hasRecentProof(actor)) fail('proof_required')
}

export function sessionRestriction(call: Call, actor: Actor): 'two_step_required' | 'inactive_account' | undefined {
  const { key, writes } = call
  if (actor.twoStepDue && !allowedBeforeTwoStep.has(key) && !mayGoBack(call, actor)) return 'two_step_required'
  if (!actor.active && writes && !allowedWhenInactive.has(key)) return 'inactive_account'
  return undefined
}
