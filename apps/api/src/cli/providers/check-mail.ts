/** A test mail in the brand of the domain, by the way that all mails go: logged, and signed if the domain has proved its mail domain. */
import { randomUUID } from 'node:crypto'
import { Email } from '@vialdesk/contract/base/primitives'
import { inDomain } from '#api/db/transaction.ts'
import { sendTestMail } from '#api/features/email/mails/resend-mail.commands.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import type { Check, Prepare } from './check.ts'
import { StepFailed, StepOpen } from './steps.ts'

/** The reply code and, if there is one, the enhanced one. The text after them may repeat the recipient. */
const replyIn = (message: string) => /\b[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?\b/.exec(message)?.[0] ?? 'no answer'

const send = ({ domain, ports }: Check, to: string) =>
  sendTestMail({ domain, ports, transact: (work) => inDomain(ports.pool, domain.id, work) }, to)

async function checkMail(check: Check): Promise<void> {
  const { steps, configuration, options } = check
  const { to = '', refused } = options
  await steps.run('send', async () => {
    const { success, message } = await send(check, to)
    if (!success) throw new StepFailed(`not accepted: ${replyIn(message)}`)
    return { value: true, detail: configuration.smtpUrl === undefined ? 'kept in the outbox' : 'accepted by the server' }
  })
  if (refused)
    await steps.run('a refused recipient', async () => {
      const { success, message } = await send(check, `check-${randomUUID()}@refused.invalid`)
      if (success) throw new StepOpen('accepted: the refusal comes back as a mail to the sender')
      return { value: true, detail: `refused: ${replyIn(message)}` }
    })
  steps.leaveOpen('arrival', 'Read the mail: its sender, DKIM=pass, not in spam.')
}

export const prepare: Prepare = async ({ configuration: { smtpUrl }, options: { to } }) => {
  if (to === undefined || !Email.safeParse(to).success)
    throw new StartFailure('Name an e-mail address that you read: --to ADDRESS.')
  const title = smtpUrl === undefined ? 'the outbox: no mail leaves, and no provider is proven' : 'the server of SMTP_URL'
  return { provider: smtpUrl === undefined ? 'outbox' : 'smtp', title, run: checkMail }
}
