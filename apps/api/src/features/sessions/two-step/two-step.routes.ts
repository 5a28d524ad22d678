import { contract } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/roles'
import { validatePassword } from '#api/features/sessions/passwords/set-password.commands.ts'
import { signInPolicy } from '#api/features/sessions/sessions.policy.ts'
import { getSessionUser } from '#api/features/sessions/sessions.queries.ts'
import { serve } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { totpUri } from './one-time-codes.pure.ts'
import { beginTwoStep, confirmTwoStep, consumeCode, renewRecoveryCodes, turnOffTwoStep } from './set-two-step.commands.ts'
import { getTwoStep, isTwoStepRequired } from './two-step.queries.ts'

const { sessions } = contract

export const twoStepRouter = {
  twoStep: serve(sessions.twoStep, async ({ db, domain, actor }) => {
    signInPolicy.assertCan(actor, 'manage', actor)
    return getTwoStep(db, domain, actor)
  }),

  beginTwoStep: serve(sessions.beginTwoStep, async ({ db, domain, actor, body, secretKey }) => {
    signInPolicy.assertCan(actor, 'manage', actor)
    await validatePassword(db, actor.id, body.password, 'password')
    const { email } = await getSessionUser(db, actor.id)
    const secret = await beginTwoStep(db, secretKey, actor.id)
    return { secret, uri: totpUri(secret, email, domain.name) }
  }),

  confirmTwoStep: serve(sessions.confirmTwoStep, async ({ db, actor, body, secretKey }) => {
    signInPolicy.assertCan(actor, 'manage', actor)
    return { recovery_codes: await confirmTwoStep(db, actor, secretKey, body.code) }
  }),

  disableTwoStep: serve(sessions.disableTwoStep, async ({ db, domain, actor, body, secretKey }) => {
    signInPolicy.assertCan(actor, 'manage', actor)
    if (isTwoStepRequired(domain, actor))
      return fail('conflict', { message: `${domain.name} requires two-step sign-in for your role.` })
    await validatePassword(db, actor.id, body.password, 'password')
    await consumeCode(db, secretKey, actor.id, body.code)
    await turnOffTwoStep(db, actor.id, actor.sessionId)
    return { message: 'Two-step sign-in is off.' }
  }),

  renewRecoveryCodes: serve(sessions.renewRecoveryCodes, async ({ db, actor, body, secretKey }) => {
    signInPolicy.assertCan(actor, 'manage', actor)
    await validatePassword(db, actor.id, body.password, 'password')
    await consumeCode(db, secretKey, actor.id, body.code)
    return { recovery_codes: await renewRecoveryCodes(db, actor) }
  }),

  resetTwoStep: serve(sessions.resetTwoStep, async ({ db, params }) => {
    const user = (await db.lockRow('users', { id: params.id, removed_at: null })) ?? fail('not_found')
    if (user.subscription === membershipIds.admin)
      return fail('conflict', { message: "An admin's two-step sign-in is reset on the console of the portal alone." })
    const wasOn = await turnOffTwoStep(db, user.id)
    return {
      message: wasOn ? 'Two-step sign-in is off. The password alone is enough to log in.' : 'Two-step sign-in was not on.',
    }
  }),
}
