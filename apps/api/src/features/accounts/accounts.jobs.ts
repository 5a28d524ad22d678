import { z } from 'zod'
import { addressOf } from '#api/platform/domains.ts'
import { job } from '#api/platform/jobs.ts'
import { writeMail } from '#api/platform/mail-page.ts'

/** Nobody's password changes behind the back of its owner. */
const tellOfPassword = job(
  'accounts.tell_of_password',
  z.object({ user_id: z.number().int(), set_at: z.iso.datetime() }),
  async ({ domain, ports, transact, log }, { user_id, set_at }) => {
    const user = await transact((db) =>
      db
        .selectFrom('users')
        .select(['first_name', 'email'])
        .where('domain_id', '=', db.domainId)
        .where('id', '=', user_id)
        .where('active', '=', true)
        .executeTakeFirst(),
    )
    if (!user) return log.info({ user_id }, 'nobody is left to be told of a new password')
    await ports.mail.send(
      writeMail(domain, {
        to: user.email,
        subject: 'Your password was changed',
        paragraphs: [
          user.first_name ? `Hello ${user.first_name},` : 'Hello,',
          `an admin of ${domain.name} has set a new password for your account. Wherever you were logged in, you have been logged out.`,
        ],
        button: { label: 'Log in', href: addressOf(domain, ports.publicUrl) },
        note: `If this comes as a surprise, please get in touch with ${domain.name}.`,
      }),
      `password-set-${user_id}-${Date.parse(set_at)}`,
    )
  },
)

export const accountsJobs = [tellOfPassword]
