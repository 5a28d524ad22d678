/** Signs links that open the PDF of a document. */
import { type Document, documentPath } from '@vialdesk/contract/documents/documents'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import type { AuditEvent } from '#api/platform/audit/audit.ts'
import { fileLink } from '#api/platform/http/files/signed-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'

interface Reader {
  actor: Actor
  domain: Domain
  secretKey: string
  auditRead(event: AuditEvent): void
}

/**
 * `signed`: the sealed file of a completed document. `original`: what was signed, for admins only. In an impersonation, the link belongs
 * to the impersonator.
 */
export async function documentLink(
  db: Db,
  { actor, domain, secretKey, auditRead }: Reader,
  document: Document,
  version: 'signed' | 'original',
): Promise<string> {
  if (version === 'original' && actor.role !== 'admin') return fail('not_found')
  const files = await db.getRow('documents', ['sealed_key', 'original_key', 'template_id'], { id: document.id })
  const has = version === 'signed' ? files.sealed_key !== null : files.original_key !== null || files.template_id !== null
  if (!has) return fail('not_found')
  const patient = document.patient_desc?.id
  const about = patient === undefined ? {} : { patient }
  auditRead({ type: 'document.downloaded', subject: document.id, ...about })
  const variant = version === 'original' ? version : ''
  return fileLink(secretKey, domain.id, actor, documentPath(document.document_id), variant)
}
