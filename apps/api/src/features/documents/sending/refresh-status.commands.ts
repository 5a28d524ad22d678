/** Asks external providers for the status of pending documents. The portal's own engine keeps the status itself. */
import type { DocumentStatus, DocumentStep } from '@vialdesk/contract/documents/documents'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { isSigned } from '#api/features/documents/state/change-state.commands.ts'
import { documentsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

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

const SIGNED_STATE = `
  select d.id, d.step, case when d.status = 'Pending' and d.expires_at <= now() then 'Expired' else d.status end as status,
    exists (
      select
      from document_recipients r
      where r.domain_id = d.domain_id and r.document_id = d.id and r.status = 'signed') as "isBegun"
  from documents d
  where d.domain_id = $1 and d.document_id = $2 and d.hidden_at is null`

interface StateRow {
  id: number
  step: DocumentStep
  status: DocumentStatus
  /** A signer has finished. */
  isBegun: boolean
}

const SIGNED = 'Thank you. Your document is signed.'
const sentences: Record<DocumentStatus, string> = {
  Completed: SIGNED,
  Pending: 'This document is not signed yet.',
  Declined: 'This document was declined.',
  Expired: 'This document has expired.',
  Revoked: 'This document was withdrawn.',
}

/** What is known of the signatures of a document. The unguessable id is the proof; the answer has nothing else. */
export async function refreshDocument(db: Db, documentId: string) {
  const [found] = await db.rows<StateRow>(SIGNED_STATE, [db.domainId, documentId])
  if (!found) return fail('not_found')
  const { id, step, status, isBegun } = found
  const asked = await findExternal(db, sql`d.id = ${id}`)
  for (const each of asked) await enqueueRefresh(db, each)
  const signed = status === 'Completed' || isSigned({ step })
  const isPartly = status === 'Pending' && isBegun && !signed
  const message = signed ? SIGNED : isPartly ? 'Thank you. Another signer signs next.' : sentences[status]
  return { success: signed || isPartly, message, status, signed, checking: asked.length > 0 }
}
