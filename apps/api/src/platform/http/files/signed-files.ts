/** Serves stored files to their readers, by session or by a link that opens the file without a session for some minutes. */
import type { Call } from '@vialdesk/contract/base/call'
import { roleOfMembership } from '@vialdesk/contract/base/roles'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { openTransaction, type SessionRow } from '#api/db/transaction.ts'
import { type Actor, actorOf, type Viewer } from '#api/platform/access/actor.ts'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { type AuditEvent, auditEntryOf } from '#api/platform/audit/audit.ts'
import type { ReadAudits } from '#api/platform/audit/batch-read-audits.ts'
import { urlSigner } from '#api/platform/crypto/signed-urls.ts'
import { tokenHashOf } from '#api/platform/http/credentials.ts'
import { pdfPolicy } from '#api/platform/http/security-headers.ts'
import { authorize } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { FileStore } from '#api/platform/ports/files.ts'

/** Seconds: long enough to open the file, too short to share the link. */
const LINK_SECONDS = 300

/**
 * A link to the file at this path, for the actor. In an impersonation, the link belongs to the impersonator. `variant` is signed too: it
 * names one of several files at the same path.
 */
export function fileLink(
  secretKey: string,
  domainId: number,
  { id, impersonatorId }: Pick<Actor, 'id' | 'impersonatorId'>,
  path: string,
  variant = '',
): string {
  const subject = `${domainId}:${impersonatorId ?? id}${variant && `:${variant}`}`
  return urlSigner(secretKey).sign(path, LINK_SECONDS, subject)
}

/** The active user that a signed link of this domain was made for; undefined for any other link. */
async function findSignedReader(db: Db, secretKey: string, link: string): Promise<SignedReader | undefined> {
  const [domain, person, variant] = urlSigner(secretKey).verify(link)?.subject.split(':') ?? []
  if (domain !== String(db.domainId)) return undefined
  const found = await db.findRow('users', ['id', 'subscription'], { id: Number(person), active: true })
  return found ? { id: found.id, role: roleOfMembership(found.subscription), variant } : fail('not_found')
}

interface SignedReader extends Viewer {
  /** What the link was signed for. */
  variant: string | undefined
}

export interface FileServices {
  pool: pg.Pool
  readAudits: ReadAudits
  findDomain: FindDomain
  files: FileStore
  secretKey: string
}

interface FileRead {
  db: Db
  /** Sees no more by a link than in a session. */
  viewer: Viewer
  /** Undefined for a reader with a link. */
  actor: Actor | undefined
  /** The file that the path names. */
  name: string
  /** One of several files at the same path, as the link or the request names it. */
  variant: string | undefined
}

interface FoundFile {
  key: string
  headers: Record<string, string>
  /** Audited for a reader with a session. A link was audited when it was made. */
  events?: AuditEvent[]
}

interface FileRoute {
  /** With the parameter `:file`. */
  path: string
  /** The first group names the file. */
  name: RegExp
  /** Only users who may make this call, which makes the link, may open the file in their session. */
  call: Call
  /** Fails with not_found unless the reader may open the file now. */
  find(read: FileRead): Promise<FoundFile>
  /** Whether `find` counts the view. */
  writes?: true
}

export const pdfHeaders = (filename: string) => ({
  'content-type': 'application/pdf',
  'content-disposition': `inline; filename="${filename}"`,
  'content-security-policy': pdfPolicy,
})

function assertMayOpen(call: Call, session: SessionRow | undefined): Actor {
  const actor = actorOf(session ?? fail('unauthenticated'))
  const answer = authorize(call, actor)
  return typeof answer === 'string' ? fail(answer === 'forbidden' ? 'not_found' : answer) : actor
}

type FileRequest = FastifyRequest<{ Params: { file: string }; Querystring: { version?: string } }>

async function findFile(
  { pool, secretKey, readAudits }: FileServices,
  { call, find, writes }: FileRoute,
  { url, headers, query, ip, id: requestId }: FileRequest,
  domainId: number,
  name: string,
): Promise<FoundFile> {
  const { db, session, commit, rollback } = await openTransaction(pool, domainId, tokenHashOf(headers.authorization))
  const read = async () => {
    const signed = await findSignedReader(db, secretKey, url)
    const actor = signed ? undefined : assertMayOpen(call, session)
    const viewer = signed ?? (actor as Actor)
    const found = await find({ db, viewer, actor, name, variant: signed ? signed.variant : query.version })
    for (const event of (actor && found.events) ?? [])
      await readAudits.append(domainId, auditEntryOf({ ...(actor && { actor }), ip, requestId }, event))
    return found
  }
  const found = await read().catch(async (error) => {
    await rollback(error)
    throw error
  })
  await (writes ? commit() : rollback())
  return found
}

/** Answers a file that the browser does not keep. */
export function addSignedFiles(app: FastifyInstance, services: FileServices, route: FileRoute): void {
  app.get(route.path, async (request: FileRequest, reply) => {
    const domain = (await services.findDomain(request)) ?? fail('unknown_domain')
    const name = route.name.exec(request.params.file)?.[1] ?? fail('not_found')
    const { key, headers } = await findFile(services, route, request, domain.id, name)
    const { stream, size } = await services.files.open(key)
    const always = { 'content-length': size, 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }
    return reply.headers({ ...headers, ...always }).send(stream)
  })
}
