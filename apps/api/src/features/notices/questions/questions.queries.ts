import type { Db } from '#api/db/db.ts'

/** Without `sentToo`: undefined for a question that was sent. */
export function findQuestion(db: Db, id: number, { sentToo }: { sentToo: boolean }) {
  return db
    .selectFrom('questions')
    .select(['user_id', 'name', 'email', 'phone_number', 'message', 'sent_to'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .$if(!sentToo, (query) => query.where('sent_at', 'is', null))
    .executeTakeFirst()
}
export type Question = NonNullable<Awaited<ReturnType<typeof findQuestion>>>
