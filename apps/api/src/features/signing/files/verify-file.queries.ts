/** Finds a sealed file by its hash. The answer has no health data and no person. */
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/access/domains.ts'

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

/** Uploaded documents were signed on paper: the portal did not seal them, so it does not know them here. */
export async function verifyFile(db: Db, { name }: Pick<Domain, 'name'>, sha256: string) {
  const [row] = await db.rows<SealedRow>(SEALED, [db.domainId, sha256])
  if (!row) return { known: false }
  const { completed_at, signatures, pages } = row
  return { known: true, business: name, completed_at, signatures, ...(pages !== null && { pages }) }
}
