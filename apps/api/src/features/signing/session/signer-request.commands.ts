/** A request of a signing page, and the changes of its signer and session. */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { recordChange } from '#api/features/documents/state/change-state.commands.ts'
import { actorOfPage } from '#api/platform/audit/audit.ts'
import { redactCards } from '#api/platform/logging/redact.ts'
import type { SigningSession } from './signing-sessions.queries.ts'

export interface SignerRequest {
  /** Of the signing page. */
  secret: string
  userAgent: string | null
}

const MAX_USER_AGENT = 300

/** As it is stored. A user agent is text of the caller. */
export const userAgentOf = (header: string | undefined): string | null =>
  header === undefined ? null : redactCards(header).slice(0, MAX_USER_AGENT)

/** The page acts for the user who opened it, whoever is signed in. Nobody is at a page that was opened by a mailed link. */
export const asSigner = (db: Db, { userId, signer }: SigningSession): Db =>
  db.as(actorOfPage(db.auditActor, userId, signer.user_id))

type SignerAct = 'viewed' | 'consented' | 'consent_withdrawn' | 'signed' | 'downloaded'

/** Writes what the signer of the page did to the history of the document, and to the audit with `after`. */
export async function recordAct(
  db: Db,
  request: SignerRequest,
  session: SigningSession,
  type: SignerAct,
  { detail, ...after }: { detail?: string; [field: string]: string | undefined } = {},
): Promise<void> {
  const { document, signer } = session
  const { userAgent } = request
  // The timeline of the patient names the signer also where nobody is signed in.
  const signedAs = { role: signer.role, signer_id: signer.user_id }
  const event = { type, recipientId: signer.id, userAgent, ...(detail && { detail }) }
  await recordChange(asSigner(db, session), document, event, { ...signedAs, ...after })
}

/** Minutes for which a signer can still open the own copy after signing. */
const COPY_MINUTES = 60

/** The page can sign no more. After `signed` it shows the copy of the signer for an hour. */
export async function endSession(db: Db, { tokenHash }: SigningSession, reason: 'signed' | 'declined'): Promise<void> {
  const expires_at = sql<string>`now() + make_interval(mins => ${COPY_MINUTES})`
  const ended = { ended_at: sql<string>`now()`, end_reason: reason, expires_at }
  await db.updateRows('signing_sessions', { token_hash: tokenHash, ended_at: null }, ended)
}
