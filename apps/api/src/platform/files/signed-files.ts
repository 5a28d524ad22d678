/** Links that open a stored PDF without a session for some minutes, and the answer with the PDF. */
import { roleOfMembership } from '@vialdesk/contract/roles'
import type { FastifyReply } from 'fastify'
import type { OpenedFile } from '#api/adapters/files/port.ts'
import type { Db } from '#api/db/db.ts'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { urlSigner } from '#api/platform/crypto/signed-urls.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { pdfPolicy } from '#api/platform/http/security-headers.ts'

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
export async function findSignedReader(db: Db, secretKey: string, link: string): Promise<Viewer | undefined> {
  const [domain, person] = urlSigner(secretKey).verify(link)?.subject.split(':') ?? []
  if (domain !== String(db.domainId)) return undefined
  const found = await db.findRow('users', ['id', 'subscription'], { id: Number(person), active: true })
  return found ? { id: found.id, role: roleOfMembership(found.subscription) } : fail('not_found')
}

/** Answers a PDF that the browser shows and does not keep. */
export const sendPdf = (reply: FastifyReply, { stream, size }: OpenedFile, filename: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-length': size,
      'content-disposition': `inline; filename="${filename}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': pdfPolicy,
    })
    .send(stream)
