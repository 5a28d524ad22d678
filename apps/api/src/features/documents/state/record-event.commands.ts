/** Writes the history of a document, which its certificate shows. */

import type { DocumentEventType } from '@vialdesk/contract/document-events'
import type { Db } from '#api/db/db.ts'

export interface NewDocumentEvent {
  type: DocumentEventType
  recipientId?: number | null
  /** The user who acted. */
  userId?: number | null
  ip?: string | null
  userAgent?: string | null
  /** A sentence for people, such as a reason. */
  detail?: string
}

const MAX_USER_AGENT = 300

export async function recordDocumentEvent(
  db: Db,
  documentId: number,
  { type, recipientId, userId, ip, userAgent, detail }: NewDocumentEvent,
): Promise<void> {
  await db
    .insertInto('document_events')
    .values({
      ...{ domain_id: db.domainId, document_id: documentId, type, detail: detail ?? '' },
      ...{ recipient_id: recipientId ?? null, user_id: userId ?? null },
      ...{ ip: ip ?? null, user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null },
    })
    .execute()
}
