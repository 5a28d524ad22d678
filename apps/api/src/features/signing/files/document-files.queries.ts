/** Finds the file of a document for a reader. */

import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { documentsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** `signed`: the sealed file. `original`: what was signed, for admins only. */
type FileVersion = 'signed' | 'original'

interface DocumentFile {
  id: number
  patient_id: number | null
  key: string
}

/** not_found for a document that the reader does not see, and for a file that does not exist yet. */
export async function getDocumentFile(db: Db, viewer: Viewer, documentId: string, version: FileVersion): Promise<DocumentFile> {
  if (version === 'original' && viewer.role !== 'admin') return fail('not_found')
  const key = version === 'signed' ? sql`d.sealed_key` : sql`coalesce(d.original_key, v.file_key)`
  const { rows } = await sql<DocumentFile & { key: string | null }>`
    select d.id, d.patient_id, ${key} as key
    from documents d
    left join template_versions v
      on v.domain_id = d.domain_id and v.template_id = d.template_id and v.version = d.template_version
    where d.domain_id = ${db.domainId} and d.document_id = ${documentId} and ${documentsSeenBy(viewer)}`.execute(db)
  const found = rows[0]
  return found?.key ? found : fail('not_found')
}
