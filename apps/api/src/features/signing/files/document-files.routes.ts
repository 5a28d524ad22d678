/** Serves the PDF of a document to a reader who sees the document, by session or by a link that is valid for some minutes. */
import { contract } from '@vialdesk/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { FileStore } from '#api/adapters/files/port.ts'
import { openTransaction } from '#api/db/transaction.ts'
import { type Actor, actorOf } from '#api/platform/access/actor.ts'
import type { Domain, FindDomain } from '#api/platform/access/domains.ts'
import { auditEntryOf } from '#api/platform/audit/audit.ts'
import type { ReadAudits } from '#api/platform/audit/batch-read-audits.ts'
import { findSignedReader, sendPdf } from '#api/platform/files/signed-files.ts'
import { tokenHashOf } from '#api/platform/http/credentials.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { authorize } from '#api/platform/http/serve.ts'
import { type FileVersion, getDocumentFile, versionOfLink } from './document-files.queries.ts'

interface DocumentFileServices {
  pool: pg.Pool
  readAudits: ReadAudits
  findDomain: FindDomain
  files: FileStore
  secretKey: string
}

type FileRequest = FastifyRequest<{ Params: { file: string }; Querystring: { version?: string } }>

/** Only users who may request a link to the file may open it. */
function assertMayOpen(actor: Actor): Actor {
  const answer = authorize(contract.documents.openLink, actor)
  return typeof answer === 'string' ? fail(answer === 'forbidden' ? 'not_found' : answer) : actor
}

/** The key of the file that the reader may open now. Audits a read by session; a link was audited when it was made. */
async function getReadableKey(parts: DocumentFileServices, domain: Domain, request: FileRequest, documentId: string) {
  const { url: link, headers, query, ip, id: requestId } = request
  const { db, session, rollback } = await openTransaction(parts.pool, domain.id, tokenHashOf(headers.authorization))
  try {
    const signed = await findSignedReader(db, parts.secretKey, link)
    if (signed) return (await getDocumentFile(db, signed, documentId, versionOfLink(parts.secretKey, link))).key
    const actor = assertMayOpen(actorOf(session ?? fail('unauthenticated')))
    const version: FileVersion = query.version === 'original' ? 'original' : 'signed'
    const { id, patient_id, key } = await getDocumentFile(db, actor, documentId, version)
    const event = { type: 'document.downloaded', subject: id, ...(patient_id !== null && { patient: patient_id }) } as const
    await parts.readAudits.append(domain.id, auditEntryOf({ actor, ip, requestId }, event))
    return key
  } finally {
    await rollback()
  }
}

export function addDocumentFiles(app: FastifyInstance, parts: DocumentFileServices): void {
  app.get<{ Params: { file: string }; Querystring: { version?: string } }>('/media/:file', async (request, reply) => {
    const domain = (await parts.findDomain(request)) ?? fail('unknown_domain')
    const documentId = /^([a-z0-9]{40})\.pdf$/.exec(request.params.file)?.[1] ?? fail('not_found')
    const key = await getReadableKey(parts, domain, request, documentId)
    return sendPdf(reply, await parts.files.open(key), 'document.pdf')
  })
}
