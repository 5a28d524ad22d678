import type { Db } from './db.ts'

/**
 * Holds a user's row until the transaction ends: of several that do so for the same user, each waits for the one before it
 * and sees what that one changed.
 */
export async function holdUser(db: Db, id: number): Promise<void> {
  await db.selectFrom('users').select('id').where('domain_id', '=', db.domainId).where('id', '=', id).forNoKeyUpdate().execute()
}
