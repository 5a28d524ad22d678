/** Finds the file of a document for a reader, and sealed files by their hash. */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { documentsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'
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

interface SealedRow {
  completed_at: string
  signatures: number
  pages: number | null
}

const SEALED = `
  select d.completed_at, d.sealed_pages as pages,
    (select count(*)::int
      from document_recipients r
      where r.domain_id = d.domain_id and r.document_id = d.id and r.status = 'signed') as signatures
  from documents d
  where d.domain_id = $1 and d.sealed_sha256 = $2 and d.status = 'Completed' and d.party <> 'test' and d.template_id is not null
  limit 1`

/**
 * Finds a sealed file by its hash. The answer has no health data and no person. Uploaded documents were signed on paper: the portal did not
 * seal them, so it does not know them here.
 */
export async function verifyFile(db: Db, { name }: Pick<Domain, 'name'>, sha256: string) {
  const [row] = await db.rows<SealedRow>(SEALED, [db.domainId, sha256])
  if (!row) return { known: false }
  const { completed_at, signatures, pages } = row
  return { known: true, business: name, completed_at, signatures, ...(pages !== null && { pages }) }
}
