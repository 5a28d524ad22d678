import type { Db } from '#api/db/db.ts'
import { audit } from '#api/platform/audit/audit.ts'

/** Revokes every access token that the user made: whoever had the account may have made one. */
export async function revokeAccessTokensOf(db: Db, userId: number): Promise<void> {
  const revoked = await db
    .updateTable('access_tokens')
    .set({ revoked_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of revoked) audit(db, { type: 'access_token.revoked', subject: id, before: { name } })
}
