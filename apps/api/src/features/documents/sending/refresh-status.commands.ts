/** Asks external providers for the status of pending documents. The portal's own engine keeps the status itself. */
import type { DocumentStatus, DocumentStep } from '@vialdesk/contract/documents'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { documentsSeenBy } from '#api/features/accounts/visibility/visible.queries.ts'
import { isSigned } from '#api/features/documents/state/change-state.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

/** At most so many documents are refreshed by one call: providers limit their requests. */
const MAX_REFRESHED = 50

/** The key of the job replaces one that is still waiting. */
const enqueueRefresh = (db: Db, id: number) =>
  db.enqueue('signing.refresh_document', { document_id: id }, { key: `signing.refresh_document:${id}` })

async function findExternal(db: Db, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id
    from documents d
    where d.domain_id = ${db.domainId} and d.status = 'Pending' and d.step = 'waiting' and d.provider <> 'embedded'
      and ${condition}
    order by d.id desc
    limit ${sql.lit(MAX_REFRESHED)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Refreshes the pending documents that the viewer may see. */
export async function refreshDocuments(db: Db, viewer: Viewer): Promise<void> {
  for (const id of await findExternal(db, sql`${documentsSeenBy(viewer)}`)) await enqueueRefresh(db, id)
}

/** The state of a document after its signer has finished. The unguessable id is the proof; the answer has nothing else. */
export async function refreshDocument(db: Db, documentId: string): Promise<{ status: DocumentStatus; signed: boolean }> {
  const [found] = await db.rows<{ id: number; status: DocumentStatus; step: DocumentStep }>(
    'select id, status, step from documents where domain_id = $1 and document_id = $2 and hidden_at is null',
    [db.domainId, documentId],
  )
  if (!found) return fail('not_found')
  for (const id of await findExternal(db, sql`d.id = ${found.id}`)) await enqueueRefresh(db, id)
  return { status: found.status, signed: found.status === 'Completed' || isSigned(found) }
}
