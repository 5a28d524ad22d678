import type { Db } from '#api/db/db.ts'

export function findUnsentQuestion(db: Db, id: number) {
  return db
    .selectFrom('questions')
    .select(['user_id', 'name', 'email', 'phone_number', 'message', 'sent_to'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
}
export type UnsentQuestion = NonNullable<Awaited<ReturnType<typeof findUnsentQuestion>>>
