import { contract } from '@vialdesk/contract'
import { fail } from '#api/platform/fail.ts'
import { passwordFits } from '#api/platform/passwords.ts'
import { hashToken } from '#api/platform/pipeline.ts'
import { record } from '#api/platform/record.ts'
import { serve } from '#api/platform/serve.ts'
import { endSession, noteLogin, openSession, sendPasswordLink, setPassword } from './sessions.commands.ts'
import { findAccount, getSessionUser, getUsername, lockPasswordLink } from './sessions.queries.ts'

const { sessions } = contract

export const sessionsRouter = {
  login: serve(sessions.login, async ({ db, domain, body, doer, watch, request }) => {
    const account = await findAccount(db, body.email)
    if (!(await passwordFits(account?.password_hash, body.password)) || !account) {
      watch({ type: 'session.login_failed', ...(account && { subject: account.id }) })
      return fail('wrong_credentials')
    }
    // The account's row is locked first: a session that refers to it would share it with log-ins at the same moment, and each
    // would then wait for the others to let go.
    await noteLogin(db, doer, account.id)
    const token = await openSession(db, domain, doer, { userId: account.id, userAgent: request.headers['user-agent'] })
    return { message: 'Login successful. Redirecting...', token, user: await getSessionUser(db, account.id) }
  }),

  logout: serve(sessions.logout, async ({ db, actor, doer }) => {
    await endSession(db, doer, actor.sessionId)
    return { message: 'You are logged out.' }
  }),

  current: serve(sessions.current, async ({ db, actor, domain }) => ({
    user: await getSessionUser(db, actor.id),
    kind: actor.kind,
    behind: actor.behindId === null ? null : { id: actor.behindId, username: await getUsername(db, actor.behindId) },
    expires_at: actor.expiresAt,
    idle_minutes: domain.idle_minutes,
  })),

  resetPassword: serve(sessions.resetPassword, async ({ db, body, doer }) => {
    const account = await findAccount(db, body.email)
    if (account) {
      await sendPasswordLink(db, account.id, 'reset')
      record(db, doer, { type: 'password.reset_requested', subject: account.id })
    }
    return { message: 'If an account has this email, a link to set a new password is on its way.' }
  }),

  setPassword: serve(sessions.setPassword, async ({ db, body, doer }) => {
    const link = await lockPasswordLink(db, hashToken(body.token))
    if (!link) return fail('link_expired')
    await setPassword(db, link.user_id, body.password)
    record(db, doer, { type: 'password.set', subject: link.user_id })
    return { message: 'Your password has been set. You can log in now.' }
  }),

  updatePassword: serve(sessions.updatePassword, async ({ db, actor, params, body, doer }) => {
    if (params.id !== actor.id || body.user_id !== actor.id) return fail('not_found')
    if (actor.kind !== 'own') return fail('forbidden', { message: 'A password can only be changed by its owner.' })
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('domain_id', '=', db.domainId)
      .where('id', '=', actor.id)
      // Held, so that of several changes at once only the first still has the current password right.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (!(await passwordFits(password_hash, body.password_current))) {
      return fail('wrong_password', { errors: { password_current: ['The current password is not correct.'] } })
    }
    await setPassword(db, actor.id, body.password_new, actor.sessionId)
    record(db, doer, { type: 'password.changed', subject: actor.id })
    return { message: 'Your password has been changed.' }
  }),
}
