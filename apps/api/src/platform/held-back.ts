/** What a live session may not do yet, or not here; asked for every call before anything else is. */
import type { CallAddress } from '@vialdesk/contract/access'
import type { Call } from '@vialdesk/contract/call'
import type { Actor } from './actor.ts'

/** What someone may do who must set up two-step sign-in first: set it up, leave, or come in as somebody else. */
const withoutTwoStep: ReadonlySet<CallAddress> = new Set([
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

/** The ways out of an inactive account, in which nothing else may be changed. */
const waysOut: ReadonlySet<CallAddress> = new Set(['POST /auth/logout/', 'POST /api/v1/users/login-as-user/'])

const GO_BACK: CallAddress = 'POST /api/v1/users/login-as-user/'

export function heldBack({ address, writes }: Call, actor: Actor): 'two_step_required' | 'inactive_account' | undefined {
  const goesBack = actor.kind !== 'own' && address === GO_BACK
  if (actor.twoStepDue && !withoutTwoStep.has(address) && !goesBack) return 'two_step_required'
  if (!actor.active && writes && !waysOut.has(address)) return 'inactive_account'
  return undefined
}
