import type { Db } from './db.ts'

/**
 * Locks a user's row until the end of the transaction. Concurrent transactions that lock the same user run one after the other,
 * and each sees the changes of the one before.
 */
export async function lockUser(db: Db, id: number): Promise<void> {
  await db.selectFrom('users').select('id').where('domain_id', '=', db.domainId).where('id', '=', id).forNoKeyUpdate().execute()
}
