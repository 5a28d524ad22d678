/** Serves the files of assets to admins and to users of their memberships, by session or by a link that is valid for some minutes. */
import { contract } from '@vialdesk/contract'
import { type AssetFileType, assetFilePath, assetFileTypes } from '@vialdesk/contract/resources'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { FileStore, OpenedFile } from '#api/adapters/files/port.ts'
import { openTransaction } from '#api/db/transaction.ts'
import { type Actor, actorOf } from '#api/platform/access/actor.ts'
import type { Domain, FindDomain } from '#api/platform/access/domains.ts'
import { findSignedReader } from '#api/platform/files/signed-files.ts'
import { tokenHashOf } from '#api/platform/http/credentials.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { pdfPolicy, sandboxedPolicy } from '#api/platform/http/security-headers.ts'
import { authorize } from '#api/platform/http/serve.ts'
import { countView } from './open-attachment.commands.ts'
import { getAttachment, type OpenedAttachment } from './resources.queries.ts'
import { assetFileKey } from './upload-file.commands.ts'

interface AssetFileServices {
  pool: pg.Pool
  findDomain: FindDomain
  files: FileStore
  secretKey: string
}

/** Only users who may request a link to a file may open it. */
function assertMayOpen(actor: Actor): Actor {
  const answer = authorize(contract.resources.openFile, actor)
  return typeof answer === 'string' ? fail(answer === 'forbidden' ? 'not_found' : answer) : actor
}

/** A link opens no more than its reader sees now. A view by session is counted; that of a link was counted when it was made. */
async function getReadable({ pool, secretKey }: AssetFileServices, domain: Domain, request: FastifyRequest, name: string) {
  const token = tokenHashOf(request.headers.authorization)
  const { db, session, commit, rollback } = await openTransaction(pool, domain.id, token)
  const read = async () => {
    const signed = await findSignedReader(db, secretKey, request.url)
    const actor = signed ? undefined : assertMayOpen(actorOf(session ?? fail('unauthenticated')))
    const attachment = await getAttachment(db, signed ?? (actor as Actor), ['file_name', name])
    if (actor) await countView(db, actor, attachment.id)
    return attachment
  }
  const attachment = await read().catch(async (error) => {
    await rollback(error)
    throw error
  })
  await commit()
  return attachment
}

/** A browser shows PDFs and pictures, and saves other files. */
const isShown = (type: string) => type === 'application/pdf' || type.startsWith('image/')

/** The name of the attachment with the ending of its content. */
function downloadName(name: string, type: AssetFileType): string {
  const ending = `.${assetFileTypes[type].extension}`
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
}

function sendFile(reply: FastifyReply, { stream, size }: OpenedFile, { name, media_type }: OpenedAttachment): FastifyReply {
  const type = media_type as AssetFileType
  return reply
    .headers({
      'content-type': type,
      'content-length': size,
      'content-disposition': contentDisposition(downloadName(name, type), { type: isShown(type) ? 'inline' : 'attachment' }),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': type === 'application/pdf' ? pdfPolicy : sandboxedPolicy,
    })
    .send(stream)
}

export function addAssetFiles(app: FastifyInstance, parts: AssetFileServices): void {
  app.get<{ Params: { file: string } }>(assetFilePath(':file'), async (request, reply) => {
    const domain = (await parts.findDomain(request)) ?? fail('unknown_domain')
    const { file } = request.params
    if (!/^[a-z0-9_-]{16,64}\.[a-z0-9]{1,8}$/.test(file)) return fail('not_found')
    const attachment = await getReadable(parts, domain, request, file)
    return sendFile(reply, await parts.files.open(assetFileKey(domain.id, file)), attachment)
  })
}
