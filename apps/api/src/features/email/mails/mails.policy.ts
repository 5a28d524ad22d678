import { policy } from '#api/platform/access/policy.ts'

export interface MailState {
  status: 'queued' | 'sent' | 'refused'
  /** The job that wrote the mail. Null for a test mail. */
  task: string | null
}

export const MAIL_WAITS = 'This mail is still waiting to be sent.'

/** The access table lets only admins read the log. */
export const mailPolicy = policy<unknown, MailState>()({
  act: { resend: (_, { status, task }) => status !== 'queued' && task !== null },
  because: { resend: ({ task }) => (task === null ? 'A test mail cannot be sent again.' : MAIL_WAITS) },
})
