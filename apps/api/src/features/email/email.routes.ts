import { contract } from '@vialdesk/contract'
import { resendMail, sendTestMail } from '#api/features/email/mails/resend-mail.commands.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { listMails } from './mails/mails.queries.ts'
import { makeKey, readRecords, verifyRecords } from './records/verify-records.commands.ts'

const { email } = contract

/** The path names a domain. Only the caller's own exists. */
const assertOwnDomain = (id: number, domain: { id: number }) => {
  if (id !== domain.id) fail('not_found')
}

export const emailRouter = {
  records: serveWithProviders(email.records, async (context) => {
    assertOwnDomain(context.params.id, context.domain)
    return { data: await readRecords(context) }
  }),

  verify: serveWithProviders(email.verify, async (context) => {
    assertOwnDomain(context.params.id, context.domain)
    return verifyRecords(context)
  }),

  newKey: serveWithProviders(email.newKey, async (context) => {
    await makeKey(context)
    return { data: await readRecords(context), message: 'The new key is made. Enter its record at your DNS provider.' }
  }),

  testMail: serveWithProviders(email.testMail, (context) => sendTestMail(context, context.body.to)),

  mails: serve(email.mails, ({ db, query }) => listMails(db, query)),

  resend: serve(email.resend, async ({ db, params }) => {
    await resendMail(db, params.id)
    return { message: 'The mail is sent again.' }
  }),
}
