/** The history of a document, as its screen and its certificate show it. */

import {
  type DocumentEvent,
  type DocumentEventType,
  documentEventTitles,
  eventsAboutSigner,
} from '@vialdesk/contract/document-events'
import type { Document } from '@vialdesk/contract/documents'
import type { Db } from '#api/db/db.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { groupsOfDocuments } from './documents.policy.ts'

interface Row extends Omit<DocumentEvent, 'title'> {
  type: DocumentEventType
  signer: string | null
}

/** A signer acts under the printed name, also where nobody is signed in. */
const EVENTS = `
  select e.at, e.type, e.detail, e.ip, r.name as signer,
    concat(
      ${displayNameOf('i')} || ' as ',
      case when e.type = any($3) then ${displayNameOf('u')} else coalesce(r.name, ${displayNameOf('u')}) end
    ) as by
  from document_events e
  left join document_recipients r on r.domain_id = e.domain_id and r.id = e.recipient_id
  left join users u on u.domain_id = e.domain_id and u.id = e.user_id
  left join users i on i.domain_id = e.domain_id and i.id = e.impersonator_id
  where e.domain_id = $1 and e.document_id = $2
  order by e.id`

/** The events, oldest first. Each has the name of the person who acted. The title has the name of the signer that the event is about. */
export async function findEvents(db: Db, documentId: number): Promise<DocumentEvent[]> {
  const rows = await db.rows<Row>(EVENTS, [db.domainId, documentId, eventsAboutSigner])
  return rows.map(({ type, signer, ...event }) => ({
    ...event,
    title: documentEventTitles[type].replace('{signer}', () => signer ?? 'a signer'),
  }))
}

/** Only admins see IP addresses. */
export async function findHistory(db: Db, viewer: Viewer, { id }: Pick<Document, 'id'>): Promise<DocumentEvent[]> {
  const events = await findEvents(db, id)
  return groupsOfDocuments(viewer.role).includes('admin') ? events : events.map((event) => ({ ...event, ip: null }))
}
