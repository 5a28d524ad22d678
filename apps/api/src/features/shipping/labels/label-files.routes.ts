/** Serves the PDF of a label to a viewer of its request, by session or by a link that is valid for some minutes. */
import { contract } from '@vialdesk/contract'
import { labelPath } from '@vialdesk/contract/label-requests'
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
import { labelKey } from './give-label.commands.ts'
import { getPatientsOfFile } from './label-files.queries.ts'

interface LabelFileServices {
  pool: pg.Pool
  readAudits: ReadAudits
  findDomain: FindDomain
  files: FileStore
  secretKey: string
}

/** Only users who may request a link to the file may open it. */
function assertMayOpen(actor: Actor): Actor {
  const answer = authorize(contract.shipping.labelLink, actor)
  return typeof answer === 'string' ? fail(answer === 'forbidden' ? 'not_found' : answer) : actor
}

/**
 * Fails unless the reader may open the file now: a link opens no more than a session of its reader. Audits a read by session; a link
 * was audited when it was made.
 */
async function assertReadable(
  { pool, readAudits, secretKey }: LabelFileServices,
  domain: Domain,
  { url: link, headers: { authorization: header }, ip, id }: FastifyRequest,
  name: string,
) {
  const { db, session, rollback } = await openTransaction(pool, domain.id, tokenHashOf(header))
  try {
    const signed = await findSignedReader(db, secretKey, link)
    const actor = signed ? undefined : assertMayOpen(actorOf(session ?? fail('unauthenticated')))
    const patients = await getPatientsOfFile(db, signed ?? (actor as Actor), name)
    const auditActor = { ...(actor && { actor }), ip, requestId: id }
    for (const patient of actor ? patients : []) {
      await readAudits.append(domain.id, auditEntryOf(auditActor, { type: 'patient.seen', subject: patient, patient }))
    }
  } finally {
    await rollback()
  }
}

export function addLabelFiles(app: FastifyInstance, parts: LabelFileServices): void {
  app.get<{ Params: { file: string } }>(labelPath(':file'), async (request, reply) => {
    const { params } = request
    const domain = (await parts.findDomain(request)) ?? fail('unknown_domain')
    if (!/^[a-z0-9_-]{16,64}\.pdf$/.test(params.file)) return fail('not_found')
    await assertReadable(parts, domain, request, params.file)
    return sendPdf(reply, await parts.files.open(labelKey({ domainId: domain.id }, params.file)), 'label.pdf')
  })
}
