import type { Db } from '#api/db/db.ts'
import { audit } from '#api/platform/audit/audit.ts'

/** Revokes every access token that the user made: whoever had the account may have made one. */
export async function revokeAccessTokensOf(db: Db, userId: number): Promise<void> {
  const live = { user_id: userId, revoked_at: null }
  const revoked = await db.changeRows('access_tokens', live, { revoked_at: new Date() }, ['id', 'name'])
  for (const { id, name } of revoked) audit(db, { type: 'access_token.revoked', subject: id, before: { name } })
}
