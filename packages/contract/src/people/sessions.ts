/** Sessions: login, logout, passwords, impersonation and two-step sign-in. */
import { z } from 'zod'
import { admin, everyRole, roles } from '../base/access.ts'
import { call } from '../base/call.ts'
import {
  CurrentPassword,
  Email,
  Id,
  INVALID_CHARACTERS,
  isStorableText,
  Message,
  Password,
  Timestamp,
  UserId,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'

/** The logged-in user, as the browser stores it. */
export const SessionUser = z.object({
  id: UserId,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company: z.string(),
  /** The first membership; it decides the role. */
  subscription: z.number().int(),
  membership: z.array(z.object({ id: z.number().int(), name: z.string() })),
  tags: z.array(z.number().int()),
  saless_rep_id: Id.nullable(),
  lab_id: Id.nullable(),
  hc_logo: z.string().nullable(),
  /** An admin of the installation, who sees the background jobs of all domains. */
  runs_installation: z.boolean(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** `own`: logged in with a password. `impersonation` (by an admin) and `staff` are child sessions with an impersonator. */
export const SessionKind = z.enum(['own', 'impersonation', 'staff'])
export type SessionKind = z.infer<typeof SessionKind>

/** Six digits from an authenticator app, or a recovery code. Blanks and dashes are ignored. */
export const TwoStepCode = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z0-9]{10,24})$/, 'Enter the 6-digit code from your app, or a recovery code.'))

/** Random, given by the server. It admits nobody: it only keeps wrong passwords of others from locking out this browser. */
const DeviceMarker = z.string().regex(/^[\w-]{20,100}$/, 'This marker is not valid.')

/** Minutes for which a log-in or a confirmation counts as recent. `resolve_session` in the database has the same number. */
export const PROOF_MINUTES = 10

export const Login = z.object({
  email: z.string().trim().min(1, 'Enter your email address.').max(254).refine(isStorableText, INVALID_CHARACTERS),
  password: z.string().min(1, 'Enter your password.').max(200).refine(isStorableText, INVALID_CHARACTERS),
  /** Required after the error `code_required`, which confirms that the password is correct. */
  code: TwoStepCode.optional(),
  /** The `device` of an earlier log-in in this browser. */
  device: DeviceMarker.optional(),
})
export type Login = z.infer<typeof Login>

export const ForgotPassword = z.object({ email: Email })
export type ForgotPassword = z.infer<typeof ForgotPassword>

const LinkToken = z.string().regex(/^[\w-]{20,200}$/, 'This link is not valid.')
export const SetPassword = z.object({ token: LinkToken, password: Password })
export type SetPassword = z.infer<typeof SetPassword>

export const PASSWORD_MISMATCH = 'New Password and Confirmation Password do not match!'

export const ChangePassword = z
  .object({
    user_id: Id,
    password_current: CurrentPassword,
    password_new: Password,
    password_confirmation: z.string().max(200).refine(isStorableText, INVALID_CHARACTERS),
  })
  .refine((input) => input.password_new === input.password_confirmation, {
    path: ['password_confirmation'],
    message: PASSWORD_MISMATCH,
  })
export type ChangePassword = z.infer<typeof ChangePassword>

const Entry = Message.extend({ token: z.string(), user: SessionUser })

/** The password, or with two-step sign-in a code instead. In a child session those of the person who acts in it. */
export const Confirm = z.object({ password: CurrentPassword.optional(), code: TwoStepCode.optional() })
export type Confirm = z.infer<typeof Confirm>

export const EnterAccount = z.object({ user_id: Id })
export type EnterAccount = z.infer<typeof EnterAccount>

/** An active session of the caller, on one device. */
export const ActiveSession = z.object({
  id: Id,
  kind: SessionKind,
  current: z.boolean(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  /** The client IP. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type ActiveSession = z.infer<typeof ActiveSession>

export const TwoStep = z.object({
  enabled: z.boolean(),
  /** The domain requires it for this membership: it cannot be turned off, and other calls are refused until it is on. */
  demanded: z.boolean(),
  recovery_codes_left: z.number().int(),
})
export type TwoStep = z.infer<typeof TwoStep>

export const ConfirmTwoStep = z.object({ code: TwoStepCode })
/** Proof of the account owner: the password, and a code from the app or a recovery code. */
export const TwoStepProof = z.object({ password: CurrentPassword, code: TwoStepCode })
/** Shown once, because only hashes are stored. Each code works once. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const sessions = {
  login: call('POST /auth/login/', 'public', {
    proof: proof.open,
    summary: 'Log in with email and password',
    body: Login,
    /** `device` is for the next log-in in this browser. */
    answer: Entry.extend({ device: z.string() }),
    rateLimit: 'login',
  }),
  logout: call('POST /auth/logout/', 'session', { proof: proof.own, summary: 'End this session', answer: Message }),
  current: call('GET /auth/session/', 'session', {
    summary: 'The current session: its user, its kind and its end',
    answer: z.object({
      user: SessionUser,
      kind: SessionKind,
      /** The impersonator: the real user of a child session. */
      behind: z.object({ id: Id, username: z.string() }).nullable(),
      expires_at: z.string(),
      idle_minutes: z.number().int(),
      /** False in an inactive account: an admin may view it, but not change it. */
      active: z.boolean(),
      /** Two-step sign-in must be set up first; other calls are refused. */
      two_step_due: z.boolean(),
      /** The own email address is not verified yet, so the account may send few mails a day. Never for admins and in child sessions. */
      must_verify_email: z.boolean(),
      /** What a confirmation asks for: a code if the person who acts uses two-step sign-in. */
      confirms_with: z.enum(['password', 'code']),
    }),
  }),
  confirm: call('POST /auth/confirm/', 'session', {
    proof: proof.never('It is the proof.'),
    summary: 'Confirm with the password or a two-step code that it is you; counts for this session for ten minutes',
    body: Confirm,
    answer: Message,
    rateLimit: 'login',
  }),
  resetPassword: call('POST /api/v1/users/reset-password/', 'public', {
    proof: proof.open,
    summary: 'Mail a link that sets a new password; the answer does not reveal whether the account exists',
    body: ForgotPassword,
    answer: Message,
    rateLimit: 'reset',
  }),
  setPassword: call('POST /auth/set-password/', 'public', {
    proof: proof.open,
    summary: 'Set a password with a one-use link',
    body: SetPassword,
    answer: Message,
    rateLimit: 'reset',
  }),
  openPasswordLink: call('POST /auth/set-password/open/', 'public', {
    proof: proof.open,
    summary: 'Whether a link to set a password works; the invitation is then opened',
    body: z.object({ token: LinkToken }),
    answer: z.object({ expires_at: Timestamp }),
    rateLimit: 'lookup',
  }),
  sendVerification: call('POST /auth/send-verification/', 'session', {
    proof: proof.own,
    summary: 'Mail a link to your own email address that verifies it',
    answer: Message,
    rateLimit: 'reset',
  }),
  updatePassword: call('POST /api/v1/users/update-password/{id}/', everyRole('own'), {
    proof: proof.ownPassword,
    summary: 'Change your own password and end your other sessions',
    body: ChangePassword,
    answer: Message,
    rateLimit: 'login',
  }),
  // An admin enters another account. In a child session every role may make the call: it returns to the parent.
  loginAs: call('POST /api/v1/users/login-as-user/', admin, {
    proof: proof.admins,
    summary: 'Enter the account of another user as an admin, or return to your own',
    body: EnterAccount,
    answer: Entry,
  }),
  // The session in the other account has ended, so only its token proves who goes back.
  // Going back to the own account never asks.
  goBack: call('POST /auth/go-back/', 'public', {
    proof: proof.own,
    summary: 'Return to your own account from one that you may not enter any more; the token is that of the session in it',
    answer: Entry,
  }),
  enterCenter: call('GET /api/v1/hc-staff/auth-profile/{id}/', roles({ ...admin, hc_staff: 'visible' }), {
    proof: proof.admins,
    summary: 'Enter a harvest center that you work for',
    answer: Entry,
    writes: true,
  }),
  mine: call('GET /auth/sessions/', 'session', { summary: 'Your active sessions, newest first', answer: z.array(ActiveSession) }),
  endOne: call('POST /auth/sessions/{id}/end/', 'session', {
    proof: proof.own,
    summary: 'End one of your sessions',
    answer: Message,
  }),
  endOthers: call('POST /auth/sessions/end-others/', 'session', {
    proof: proof.own,
    summary: 'End all your other sessions',
    answer: Message,
  }),
  twoStep: call('GET /auth/two-step/', 'session', { summary: 'Whether your two-step sign-in is on', answer: TwoStep }),
  beginTwoStep: call('POST /auth/two-step/begin/', 'session', {
    proof: proof.ownPassword,
    summary: 'Get a secret for an authenticator app; nothing changes until it is confirmed',
    body: z.object({ password: CurrentPassword }),
    answer: z.object({ secret: z.string(), uri: z.string() }),
    rateLimit: 'login',
  }),
  confirmTwoStep: call('POST /auth/two-step/confirm/', 'session', {
    proof: proof.never('It needs the secret of a call that asks for the password.'),
    summary: 'Turn two-step sign-in on with a code from the app',
    body: ConfirmTwoStep,
    answer: RecoveryCodes,
    rateLimit: 'login',
  }),
  disableTwoStep: call('POST /auth/two-step/disable/', 'session', {
    proof: proof.ownPassword,
    summary: 'Turn two-step sign-in off',
    body: TwoStepProof,
    answer: Message,
    rateLimit: 'login',
  }),
  renewRecoveryCodes: call('POST /auth/two-step/recovery-codes/', 'session', {
    proof: proof.ownPassword,
    summary: 'Get new recovery codes; the old ones stop working',
    body: TwoStepProof,
    answer: RecoveryCodes,
    rateLimit: 'login',
  }),
  resetTwoStep: call('POST /api/v1/users/{id}/reset-two-step/', admin, {
    proof: proof.admins,
    summary: 'Turn two-step sign-in off for a user without access to the app',
    answer: Message,
  }),
}
