/** The history of a document. */

import { type DocumentEventType, documentEventTitles } from '@vialdesk/contract/document-events'
import type { Document, DocumentEvent as EventSchema } from '@vialdesk/contract/documents'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { groupsOfDocuments } from './documents.policy.ts'

type DocumentEvent = z.infer<typeof EventSchema>
type Row = Omit<DocumentEvent, 'title'> & { type: DocumentEventType }

/** Only admins see IP addresses. */
export async function findHistory(db: Db, viewer: Viewer, { id }: Pick<Document, 'id'>): Promise<DocumentEvent[]> {
  const rows = await db.rows<Row>(
    `select e.at, e.type, coalesce(r.name, ${displayNameOf('u')}, '') as by, e.detail,
       ${groupsOfDocuments(viewer.role).includes('admin') ? 'e.ip' : 'null'} as ip
     from document_events e
     left join document_recipients r on r.domain_id = e.domain_id and r.id = e.recipient_id
     left join users u on u.domain_id = e.domain_id and u.id = e.user_id
     where e.domain_id = $1 and e.document_id = $2
     order by e.id`,
    [db.domainId, id],
  )
  return rows.map(({ type, ...event }) => ({ ...event, title: documentEventTitles[type] ?? type }))
}
