import { contract } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { enterAccount, enterCenter, goBack } from '#api/features/sessions/impersonation/enter-account.commands.ts'
import { notifyPasswordChanged } from '#api/features/sessions/passwords/notify-security-change.commands.ts'
import {
  markEmailVerified,
  NO_USER,
  openPasswordLink,
  sendPasswordLink,
  setPassword,
  validatePassword,
} from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { totpUri } from '#api/features/sessions/two-step/one-time-codes.pure.ts'
import {
  beginTwoStep,
  confirmTwoStep,
  consumeCode,
  renewRecoveryCodes,
  turnOffTwoStep,
} from '#api/features/sessions/two-step/set-two-step.commands.ts'
import { getTwoStep, isTwoStepRequired } from '#api/features/sessions/two-step/two-step.queries.ts'
import { sendVerifications } from '#api/features/sessions/verification/send-verification.commands.ts'
import { sendAccountVerification } from '#api/features/sessions/verification/verify-account.commands.ts'
import { type AuditEvent, audit, auditedPatient } from '#api/platform/audit/audit.ts'
import { tokenHashOf } from '#api/platform/http/credentials.ts'
import { maySendMails } from '#api/platform/http/limits/count-attempts.ts'
import { serve } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { confirmationOf, confirmIdentity } from './confirm-identity.commands.ts'
import { endOtherSessions, endOwnSession, endSession, revokeAccessTokensOf } from './end-session.commands.ts'
import { logIn } from './log-in.commands.ts'
import { forgetDevices } from './open-session.commands.ts'
import { signInPolicy } from './sessions.policy.ts'
import { findAccountByEmail, findSessionsOf, getSessionUser, getUsername, lockMailedLink } from './sessions.queries.ts'

const { sessions } = contract

const twoStepRouter = {
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

const invitationOpened = ({ user_id, subscription }: { user_id: number; subscription: number }): AuditEvent => ({
  type: 'account.invitation_opened',
  subject: user_id,
  ...auditedPatient({ id: user_id, subscription }),
})

export const sessionsRouter = {
  login: serve(sessions.login, async ({ db, domain, body, auditRead, request, secretKey }) => {
    const context = { domain, auditRead, secretKey, userAgent: request.headers['user-agent'] }
    const { token, userId, device } = await logIn(db, context, body)
    return { message: 'Login successful. Redirecting...', token, user: await getSessionUser(db, userId), device }
  }),

  /** Also logs an impersonator out completely: the parent session ends, too. */
  logout: serve(sessions.logout, async ({ db, actor }) => {
    await endSession(db, actor.parentId ?? actor.sessionId)
    return { message: 'You are logged out.' }
  }),

  current: serve(sessions.current, async ({ db, actor, domain }) => ({
    user: await getSessionUser(db, actor.id),
    // An access token has no session.
    kind: actor.kind === 'token' ? fail('not_found') : actor.kind,
    behind:
      actor.impersonatorId === null ? null : { id: actor.impersonatorId, username: await getUsername(db, actor.impersonatorId) },
    expires_at: actor.expiresAt,
    idle_minutes: domain.idle_minutes,
    active: actor.active,
    two_step_due: actor.twoStepDue,
    must_verify_email: actor.kind === 'own' && !(await maySendMails(db, actor)),
    confirms_with: await confirmationOf(db, actor),
  })),

  confirm: serve(sessions.confirm, async ({ db, actor, body, auditRead, secretKey }) => {
    await confirmIdentity(db, { actor, auditRead, secretKey }, body)
    return { message: 'Thank you. You can continue.' }
  }),

  resetPassword: serve(sessions.resetPassword, async ({ db, body }) => {
    const account = await findAccountByEmail(db, body.email)
    // Writes the same for an unknown email address, so that the duration does not reveal whether an account exists. Sign-ups that wait
    // have no account yet: each gets its own link again.
    if (account || !(await sendVerifications(db, body.email))) await sendPasswordLink(db, account?.id ?? NO_USER, 'reset')
    audit(db, { type: 'password.reset_requested', ...(account && { subject: account.id }) })
    return { message: 'If an account uses this email, we have sent it a link to set a new password.' }
  }),

  setPassword: serve(sessions.setPassword, async ({ db, body }) => {
    const link = await lockMailedLink(db, body.token, 'set_password')
    if (!link) return fail('link_expired')
    const { isFirst } = await setPassword(db, link.user_id, { password: body.password, field: 'password' })
    await forgetDevices(db, link.user_id)
    await revokeAccessTokensOf(db, link.user_id)
    await markEmailVerified(db, link.user_id)
    audit(db, { type: 'password.set', subject: link.user_id })
    if (!isFirst) await notifyPasswordChanged(db, link.user_id)
    return { message: 'Your password has been set. You can log in now.' }
  }),

  sendVerification: serve(sessions.sendVerification, async ({ db, actor }) => {
    signInPolicy.assertCan(actor, 'manage', actor)
    return { message: await sendAccountVerification(db, actor.id) }
  }),

  openPasswordLink: serve(sessions.openPasswordLink, async ({ db, body }) => {
    const link = (await openPasswordLink(db, body.token)) ?? fail('link_expired')
    if (link.is_first && link.reason === 'welcome') audit(db, invitationOpened(link))
    return { expires_at: link.expires_at }
  }),

  updatePassword: serve(sessions.updatePassword, async ({ db, actor, params, body }) => {
    for (const id of [params.id, body.user_id]) signInPolicy.assertSees(actor, 'account', { id })
    signInPolicy.assertCan(actor, 'manage', actor)
    await validatePassword(db, actor.id, body.password_current, 'password_current')
    await setPassword(db, actor.id, { password: body.password_new, field: 'password_new' }, actor.sessionId)
    audit(db, { type: 'password.changed', subject: actor.id })
    await notifyPasswordChanged(db, actor.id)
    return { message: 'Your password has been changed.' }
  }),

  loginAs: serve(sessions.loginAs, async ({ db, domain, actor, body, request }) => {
    const goesBack = body.user_id === actor.impersonatorId
    const impersonation = { domain, actor, userAgent: request.headers['user-agent'] }
    if (goesBack) {
      const { token } = await goBack(db, tokenHashOf(request.headers.authorization))
      return { message: 'You are back in your own account.', token, user: await getSessionUser(db, body.user_id) }
    }
    const token = await enterAccount(db, impersonation, body.user_id)
    const user = await getSessionUser(db, body.user_id)
    return { message: `You are logged in as ${user.username || user.company}.`, token, user }
  }),

  goBack: serve(sessions.goBack, async ({ db, request }) => {
    const { token, userId } = await goBack(db, tokenHashOf(request.headers.authorization))
    const message = 'Your access to that account has ended. You are back in your own account.'
    return { message, token, user: await getSessionUser(db, userId) }
  }),

  enterCenter: serve(sessions.enterCenter, async ({ db, domain, actor, params, request }) => {
    const token = await enterCenter(db, { domain, actor, userAgent: request.headers['user-agent'] }, params.id)
    const user = await getSessionUser(db, params.id)
    return { message: `You are logged in as ${user.company || user.username}.`, token, user }
  }),

  mine: serve(sessions.mine, async ({ db, actor }) => {
    signInPolicy.assertCan(actor, 'manage', actor)
    return findSessionsOf(db, actor.id, actor)
  }),

  endOne: serve(sessions.endOne, async ({ db, actor, params }) => {
    signInPolicy.assertCan(actor, 'manage', actor)
    await endOwnSession(db, actor, params.id)
    return { message: 'Logged out on that device.' }
  }),

  endOthers: serve(sessions.endOthers, async ({ db, actor }) => {
    signInPolicy.assertCan(actor, 'manage', actor)
    const ended = await endOtherSessions(db, actor)
    return { message: ended > 0 ? 'Logged out on all other devices.' : 'You are not logged in on another device.' }
  }),

  ...twoStepRouter,
}
