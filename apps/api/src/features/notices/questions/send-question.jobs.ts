import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { sendMail } from '#api/platform/jobs/send-mail.ts'
import type { MailContent } from '#api/platform/mail/write-mail.ts'
import { MailRefused } from '#api/platform/ports/mail.ts'
import { markSent, markSentTo } from './ask-question.commands.ts'

/** Without `sentToo`: undefined for a question that was sent. */
function findQuestion(db: Db, id: number, { sentToo }: { sentToo: boolean }) {
  const key = { id, ...(!sentToo && { sent_at: null }) }
  return db.findRow('questions', ['user_id', 'name', 'email', 'phone_number', 'message', 'sent_to'], key)
}
type Question = NonNullable<Awaited<ReturnType<typeof findQuestion>>>

/** The addresses for notifications of the business. Without a valid one, the sender address of its mails. */
export function recipientsOf({
  email_notifications,
  email_sender,
}: Pick<Domain, 'email_notifications' | 'email_sender'>): string[] {
  const given = email_notifications
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter((address) => z.email().safeParse(address).success)
  const distinct = [...new Map(given.map((address) => [address.toLowerCase(), address])).values()]
  return distinct.length > 0 ? distinct : [email_sender]
}

const mailOf = (question: Question, to: string): MailContent => ({
  to,
  // The subject leaves out the name of the sender.
  subject: 'Got a Question: a message from the portal',
  paragraphs: [
    `Name: ${question.name}`,
    `Email: ${question.email}`,
    ...(question.phone_number ? [`Phone number: ${question.phone_number}`] : []),
    ...question.message.split(/\r?\n\s*\r?\n/),
  ],
  note: `Sent with the contact form by user ${question.user_id}. Replies go to ${question.email}.`,
  replyTo: question.email,
})

/** The same id for each try at an address, so that the address gets one copy. */
const messageIdOf = (questionId: number, address: string) =>
  `question-${questionId}-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`

/** Sends one mail to each address. An address that refuses mail for good does not stop the others. */
export const sendQuestion = job(
  'notices.send_question',
  z.object({ question_id: z.number().int() }),
  async ({ domain, ports, transact, log, resends }, { question_id }) => {
    const question = await transact((db) => findQuestion(db, question_id, { sentToo: resends }))
    if (!question) return log.info({ question_id }, 'a question was sent before, or deleted')
    const unsent = recipientsOf(domain).filter((address) => resends || !question.sent_to.includes(address))
    let refused: unknown
    let sent = question.sent_to.length
    for (const [at, address] of unsent.entries()) {
      try {
        await sendMail({ domain, ports }, mailOf(question, address), messageIdOf(question_id, address))
        sent++
        if (!resends) await transact((db) => markSentTo(db, question_id, address))
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error
        refused = error
        log.warn({ err: error, question_id, nth: at + 1 }, 'an address of the business refused a mail')
      }
    }
    if (sent === 0) throw new Error('No address of the business accepted the question', { cause: refused })
    if (!resends) await transact((db) => markSent(db, question_id))
  },
)
