/** Saves questions to the business until they are mailed. The queue contains only their ids. */
import type { ContactQuestion } from '@vialdesk/contract/people/notices'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** Questions of one account in an hour. */
const MAX_PER_HOUR = 10

export async function askQuestion(db: Db, userId: number, question: ContactQuestion): Promise<void> {
  // The lock makes concurrent questions count each other.
  await lockUser(db, userId)
  const { recent } = await db
    .selectFrom('questions')
    .select(sql<number>`count(*)::int`.as('recent'))
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
    .where('asked_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (recent >= MAX_PER_HOUR) fail('too_many', { headers: { 'retry-after': '3600' } })
  const { id } = await db.insertWithId('questions', { user_id: userId, ...question })
  await db.enqueue('notices.send_question', { question_id: id })
}

/** A later try skips this address. */
export async function markSentTo(db: Db, questionId: number, address: string): Promise<void> {
  await db.updateRows('questions', { id: questionId }, { sent_to: sql<string[]>`array_append(sent_to, ${address}::text)` })
}

export async function markSent(db: Db, questionId: number): Promise<void> {
  await db.updateRows('questions', { id: questionId }, { sent_at: new Date() })
}
