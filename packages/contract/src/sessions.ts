/** Coming in and going out: log-in, log-out, forgotten and changed passwords, and who is signed in. */
import { z } from 'zod'
import { call } from './call.ts'
import { Email, Id, keepable, Message, Password, UNKEEPABLE } from './primitives.ts'

/** What the browser keeps of the signed-in user. */
export const SessionUser = z.object({
  id: Id,
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
  hc_logo: z.string().nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** `own`: signed in with the password. The others are child sessions that name who is behind them. */
export const SessionKind = z.enum(['own', 'impersonation', 'staff'])
export type SessionKind = z.infer<typeof SessionKind>

export const Login = z.object({
  email: z.string().trim().min(1, 'Enter your e-mail address.').max(254).refine(keepable, UNKEEPABLE),
  password: z.string().min(1, 'Enter your password.').max(200).refine(keepable, UNKEEPABLE),
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
    password_current: z.string().min(1, 'Enter your current password.').max(200).refine(keepable, UNKEEPABLE),
    password_new: Password,
    password_confirmation: z.string().max(200).refine(keepable, UNKEEPABLE),
  })
  .refine((input) => input.password_new === input.password_confirmation, {
    path: ['password_confirmation'],
    message: PASSWORD_MISMATCH,
  })
export type ChangePassword = z.infer<typeof ChangePassword>

export const sessions = {
  login: call('POST /auth/login/', {
    summary: 'Log in with e-mail address and password',
    body: Login,
    answer: Message.extend({ token: z.string(), user: SessionUser }),
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
}
