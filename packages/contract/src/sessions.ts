/** Coming in and going out: log-in, log-out, forgotten and changed passwords, and who is signed in. */
import { z } from 'zod'
import { call } from './call.ts'
import { Email, Id, keepable, Message, Moment, OwnPassword, Password, UNKEEPABLE, UserId } from './primitives.ts'

/** What the browser keeps of the signed-in user. */
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
})
export type SessionUser = z.infer<typeof SessionUser>

/** `own`: signed in with the password. The others are child sessions that name who is behind them. */
export const SessionKind = z.enum(['own', 'impersonation', 'staff'])
export type SessionKind = z.infer<typeof SessionKind>

/** Six digits of an authenticator app, or a recovery code; blanks and dashes do not count. */
export const Code = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z0-9]{10,16})$/, 'Enter the six digits of your app, or a recovery code.'))

export const Login = z.object({
  email: z.string().trim().min(1, 'Enter your email.').max(254).refine(keepable, UNKEEPABLE),
  password: z.string().min(1, 'Enter your password.').max(200).refine(keepable, UNKEEPABLE),
  /** Of the authenticator app, or a recovery code; asked for with `code_required` once the password is right. */
  code: Code.optional(),
})
export type Login = z.infer<typeof Login>

export const ForgotPassword = z.object({ email: Email })
export type ForgotPassword = z.infer<typeof ForgotPassword>

export const SetPassword = z.object({ token: z.string().regex(/^[\w-]{20,200}$/, 'This is no such link.'), password: Password })
export type SetPassword = z.infer<typeof SetPassword>

export const PASSWORD_MISMATCH = 'New Password and Confirmation Password do not match!'

export const ChangePassword = z
  .object({
    user_id: Id,
    password_current: OwnPassword,
    password_new: Password,
    password_confirmation: z.string().max(200).refine(keepable, UNKEEPABLE),
  })
  .refine((input) => input.password_new === input.password_confirmation, {
    path: ['password_confirmation'],
    message: PASSWORD_MISMATCH,
  })
export type ChangePassword = z.infer<typeof ChangePassword>

const Entry = Message.extend({ token: z.string(), user: SessionUser })

export const EnterAccount = z.object({ user_id: Id })
export type EnterAccount = z.infer<typeof EnterAccount>

/** Where someone is signed in. */
export const SessionRow = z.object({
  id: Id,
  kind: SessionKind,
  current: z.boolean(),
  created_at: Moment,
  last_seen_at: Moment,
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type SessionRow = z.infer<typeof SessionRow>

export const TwoStep = z.object({
  enabled: z.boolean(),
  /** The domain asks it of this membership: it can not be turned off, and nothing else works until it is on. */
  demanded: z.boolean(),
  recovery_codes_left: z.number().int(),
})
export type TwoStep = z.infer<typeof TwoStep>

export const ConfirmTwoStep = z.object({ code: Code })
/** Both proofs of the owner: the password, and a code of the app or a recovery code. */
export const ProveTwoStep = z.object({ password: OwnPassword, code: Code })
/** Shown only now; each works once. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const sessions = {
  login: call('POST /auth/login/', {
    summary: 'Log in with email and password',
    body: Login,
    answer: Entry,
    limit: 'login',
  }),
  logout: call('POST /auth/logout/', { summary: 'End this session', answer: Message }),
  current: call('GET /auth/session/', {
    summary: 'Who is signed in, as whom, and until when',
    answer: z.object({
      user: SessionUser,
      kind: SessionKind,
      /** Who is really acting in a child session. */
      behind: z.object({ id: Id, username: z.string() }).nullable(),
      expires_at: z.string(),
      idle_minutes: z.number().int(),
      /** False in an account that was made inactive: an admin looks at it, and changes nothing. */
      active: z.boolean(),
      /** Two-step sign-in must be set up before anything else can be done. */
      two_step_due: z.boolean(),
    }),
  }),
  resetPassword: call('POST /api/v1/users/reset-password/', {
    summary: 'Mail a link that sets a new password; answers alike whether or not the account exists',
    body: ForgotPassword,
    answer: Message,
    limit: 'reset',
  }),
  setPassword: call('POST /auth/set-password/', {
    summary: 'Set a password with a one-use link',
    body: SetPassword,
    answer: Message,
    limit: 'reset',
  }),
  updatePassword: call('POST /api/v1/users/update-password/{id}/', {
    summary: 'Change your own password; every other session of yours ends',
    body: ChangePassword,
    answer: Message,
    limit: 'login',
  }),
  loginAs: call('POST /api/v1/users/login-as-user/', {
    summary: 'Enter the account of another user as an admin; from within it, go back to your own',
    body: EnterAccount,
    answer: Entry,
  }),
  enterCenter: call('GET /api/v1/hc-staff/auth-profile/{id}/', {
    summary: 'Enter a harvest center that you work for',
    answer: Entry,
    writes: true,
  }),
  mine: call('GET /auth/sessions/', { summary: 'Where you are signed in, latest first', answer: z.array(SessionRow) }),
  endOne: call('POST /auth/sessions/{id}/end/', { summary: 'End one of your sessions', answer: Message }),
  endOthers: call('POST /auth/sessions/end-others/', { summary: 'End all your other sessions', answer: Message }),
  twoStep: call('GET /auth/two-step/', { summary: 'Whether your two-step sign-in is on', answer: TwoStep }),
  beginTwoStep: call('POST /auth/two-step/begin/', {
    summary: 'Get a secret for an authenticator app; nothing changes until it is confirmed',
    body: z.object({ password: OwnPassword }),
    answer: z.object({ secret: z.string(), uri: z.string() }),
    limit: 'login',
  }),
  confirmTwoStep: call('POST /auth/two-step/confirm/', {
    summary: 'Turn two-step sign-in on with a code of the app',
    body: ConfirmTwoStep,
    answer: RecoveryCodes,
    limit: 'login',
  }),
  disableTwoStep: call('POST /auth/two-step/disable/', {
    summary: 'Turn two-step sign-in off',
    body: ProveTwoStep,
    answer: Message,
    limit: 'login',
  }),
  renewRecoveryCodes: call('POST /auth/two-step/recovery-codes/', {
    summary: 'Get new recovery codes; the old ones are worth nothing any more',
    body: ProveTwoStep,
    answer: RecoveryCodes,
    limit: 'login',
  }),
  resetTwoStep: call('POST /api/v1/users/{id}/reset-two-step/', {
    summary: 'Turn two-step sign-in off for a user who lost the app',
    answer: Message,
  }),
}
