import type { Db } from '#api/db/db.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'

/** Revokes every access token that the user made: whoever had the account may have made one. */
export async function revokeAccessTokensOf(db: Db, auditActor: AuditActor, userId: number): Promise<void> {
  const revoked = await db
    .updateTable('access_tokens')
    .set({ revoked_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of revoked) audit(db, auditActor, { type: 'access_token.revoked', subject: id, before: { name } })
}
