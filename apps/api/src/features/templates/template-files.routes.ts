/** Serves the PDF of a template to admins, by session or by a link that is valid for some minutes. */
import { contract } from '@vialdesk/contract'
import { templatePath } from '@vialdesk/contract/templates'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { Db } from '#api/db/db.ts'
import { openTransaction, type SessionRow } from '#api/db/transaction.ts'
import { actorOf } from '#api/platform/access/actor.ts'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { findSignedReader, sendPdf } from '#api/platform/files/signed-files.ts'
import { tokenHashOf } from '#api/platform/http/credentials.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { authorize } from '#api/platform/http/serve.ts'
import { getTemplateFile } from './templates.queries.ts'

interface TemplateFileServices {
  pool: pg.Pool
  findDomain: FindDomain
  files: FileStore
  secretKey: string
}

/** A signed link opens no more than a session of its reader. */
async function assertReadable(
  db: Db,
  secretKey: string,
  { url }: FastifyRequest,
  session: SessionRow | undefined,
): Promise<void> {
  const reader = await findSignedReader(db, secretKey, url)
  if (reader) return reader.role === 'admin' ? undefined : fail('not_found')
  const answer = authorize(contract.templates.list, session && actorOf(session))
  if (typeof answer === 'string') fail(answer === 'forbidden' ? 'not_found' : answer)
}

export function addTemplateFiles(app: FastifyInstance, { pool, findDomain, files, secretKey }: TemplateFileServices): void {
  app.get<{ Params: { id: string } }>(templatePath(':id'), async (request, reply) => {
    const domain = (await findDomain(request)) ?? fail('unknown_domain')
    const templateId = request.params.id
    const { db, session, rollback } = await openTransaction(pool, domain.id, tokenHashOf(request.headers.authorization))
    try {
      await assertReadable(db, secretKey, request, session)
      const key = await getTemplateFile(db, templateId)
      return sendPdf(reply, await files.open(key), 'template.pdf')
    } finally {
      await rollback()
    }
  })
}
