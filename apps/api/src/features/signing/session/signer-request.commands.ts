/** A request of a signing page, and the changes of its signer and session. */
import type { Updateable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import type { AuditActor } from '#api/platform/audit/audit.ts'
import { redactCards } from '#api/platform/logging/redact.ts'
import type { SigningSession } from './signing-sessions.queries.ts'

export interface SignerRequest {
  /** Of the signing page. */
  secret: string
  /** The request. Its actor is not used: the page acts for the user who opened it. */
  auditActor: AuditActor
  userAgent: string | null
}

const MAX_USER_AGENT = 300

/** As it is stored. A user agent is text of the caller. */
export const userAgentOf = (header: string | undefined): string | null =>
  header === undefined ? null : redactCards(header).slice(0, MAX_USER_AGENT)

/** The audit names the user who opened the page. A guest has no account. */
export function auditActorOf({ auditActor }: SignerRequest, { userId }: Pick<SigningSession, 'userId'>): AuditActor {
  const { ip, requestId } = auditActor
  return { ip, requestId, ...(userId !== null && { actor: { id: userId, kind: 'own', impersonatorId: null } }) }
}

export async function updateSigner(db: Db, id: number, values: Updateable<Tables['document_recipients']>): Promise<void> {
  await db.updateTable('document_recipients').set(values).where('domain_id', '=', db.domainId).where('id', '=', id).execute()
}

/** Minutes for which a signer can still open the own copy after signing. */
const COPY_MINUTES = 60

/** The page can sign no more. After `signed` it shows the copy of the signer for an hour. */
export async function endSession(db: Db, { tokenHash }: SigningSession, reason: 'signed' | 'declined'): Promise<void> {
  await db.rows(
    `update signing_sessions
     set ended_at = now(), end_reason = $3, expires_at = now() + make_interval(mins => $4)
     where domain_id = $1 and token_hash = $2 and ended_at is null`,
    [db.domainId, tokenHash, reason, COPY_MINUTES],
  )
}
