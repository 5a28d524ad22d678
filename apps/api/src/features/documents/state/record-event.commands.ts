/** Writes the history of a document, which its certificate shows. */

import type { DocumentEventType } from '@vialdesk/contract/document-events'
import type { Db } from '#api/db/db.ts'

export interface NewDocumentEvent {
  type: DocumentEventType
  /** The signer who acted, or whom the event is about (`eventsAboutSigner`). */
  recipientId?: number | null
  userAgent?: string | null
  /** A sentence for people, such as a reason. */
  detail?: string
}

const MAX_USER_AGENT = 300

export async function recordDocumentEvent(
  db: Db,
  documentId: number,
  { type, recipientId, userAgent, detail }: NewDocumentEvent,
): Promise<void> {
  const { actor, ip } = db.auditActor
  await db.insertRow('document_events', {
    ...{ document_id: documentId, type, detail: detail ?? '', recipient_id: recipientId ?? null },
    ...{ user_id: actor?.id ?? null, impersonator_id: actor?.impersonatorId ?? null },
    ...{ ip, user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null },
  })
}
