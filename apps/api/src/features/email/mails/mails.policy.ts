import { policy } from '#api/platform/access/policy.ts'

export interface MailState {
  status: 'queued' | 'sent' | 'refused'
  /** The job that wrote the mail. Null for a test mail. */
  task: string | null
}

/** The access table lets only admins read the log. */
export const mailPolicy = policy<unknown, MailState>()({
  act: { resend: (_, { status, task }) => status !== 'queued' && task !== null },
})
