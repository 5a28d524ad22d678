/** The parts of the portal's own engine share the database, the file store and the URL of a domain. */
import type { SignerRole } from '@vialdesk/contract/documents/signing-fields'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { domainUrl, findDomainById } from '#api/platform/access/domains.ts'
import type { FileStore } from '#api/platform/ports/files.ts'
import { SigningRefused, SigningUnavailable, type TemplateState } from '#api/platform/ports/signing.ts'

export interface EngineOptions {
  /** The application role. */
  pool: pg.Pool
  files: FileStore
  /** The portal's URL for people. A domain may have its own. */
  publicUrl: string
}

export type Engine = ReturnType<typeof openEngine>

/** Runs the work. Every failure except a refusal means that the engine is unavailable. */
async function whileAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof SigningRefused) throw cause
    throw new SigningUnavailable('The signing engine cannot reach its database or its files', { cause })
  }
}

export const openEngine = ({ pool, files, publicUrl }: EngineOptions) => ({
  files,
  /** A page of the portal on the domain's own host. `page` starts with a slash. */
  pageUrl: (domainId: number, page: string) =>
    whileAvailable(async () => `${domainUrl(await findDomainById(pool, domainId), publicUrl)}${page}`),
  /** Runs a short transaction. A failing database is an unavailable provider. */
  query: <T>(domainId: number, work: (db: Db) => Promise<T>): Promise<T> => whileAvailable(() => inDomain(pool, domainId, work)),
})

interface TemplateRow {
  id: number
  type: number
  version: number
  status: TemplateState['status']
  status_reason: string
  missing_signatures: SignerRole[]
}

/** Throws SigningRefused for an unknown template. */
export async function getTemplate(db: Db, templateId: string): Promise<TemplateRow> {
  const [row] = await db.rows<TemplateRow>(
    `select id, type, version, status, status_reason, missing_signatures
     from templates
     where domain_id = $1 and template_id = $2`,
    [db.domainId, templateId],
  )
  if (!row) throw new SigningRefused('This template does not exist.')
  return row
}
