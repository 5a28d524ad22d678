/** The PDFs of labels: opened by who may see the request, by its session or by a link that is good for some minutes. */
import { contract } from '@vialdesk/contract'
import { labelAddress } from '@vialdesk/contract/labels'
import { roleOf } from '@vialdesk/contract/roles'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { Db } from '#api/db/db.ts'
import { openTransaction } from '#api/db/transaction.ts'
import { type Actor, actorOf } from '#api/platform/actor.ts'
import type { Domain, FindDomain } from '#api/platform/domains.ts'
import { fail } from '#api/platform/fail.ts'
import { tokenHashOf } from '#api/platform/pipeline.ts'
import { admit } from '#api/platform/serve.ts'
import { urlSigner } from '#api/platform/sign-urls.ts'
import { keyOfLabel } from './labels.commands.ts'
import { centersSeenBy } from './requests.policy.ts'

/** Long enough to open it, too short to pass on. */
const LINK_SECONDS = 300

/** A link to the PDF of a request that the caller has been found to see. It is the link of the person who really asked. */
export function labelLink(
  secretKey: string,
  domainId: number,
  { id, behindId }: Pick<Actor, 'id' | 'behindId'>,
  name: string,
): string {
  return urlSigner(secretKey).sign(labelAddress(name), LINK_SECONDS, `${domainId}:${behindId ?? id}`)
}

interface Parts {
  pool: pg.Pool
  findDomain: FindDomain
  files: FileStore
  secretKey: string
}

/** The center of the request that a file belongs to. */
async function centerOf(db: Db, name: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('label_requests')
    .select('center_id')
    .where('domain_id', '=', db.domainId)
    .where('pdf_file', '=', name)
    .executeTakeFirst()
  return found?.center_id
}

/** Who may ask for a link to the file may open it, too: nobody who is held back, and no other role. */
function admitted(actor: Actor): Actor {
  const answer = admit(contract.shipping.labelLink, actor)
  return typeof answer === 'string' ? fail(answer === 'forbidden' ? 'not_found' : answer) : actor
}

type Reader = Pick<Actor, 'id' | 'role'>

/** The active person whom a link of this domain was made for; undefined when it is no such link. */
async function signedReader(db: Db, secretKey: string, link: string): Promise<Reader | undefined> {
  const [domain, person] = urlSigner(secretKey).verify(link)?.subject.split(':') ?? []
  if (domain !== String(db.domainId)) return undefined
  const found = await db
    .selectFrom('users')
    .select(['id', 'subscription'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', Number(person))
    .where('active', '=', true)
    .executeTakeFirst()
  return found ? { id: found.id, role: roleOf(found.subscription) } : fail('not_found')
}

/** Refuses unless the reader may have the file now: a link stands in for a session, and opens no more than that would. */
async function checkAccess({ pool, secretKey }: Parts, domain: Domain, link: string, header: string | undefined, name: string) {
  const { db, entered, rollback } = await openTransaction(pool, domain.id, tokenHashOf(header))
  try {
    const reader = (await signedReader(db, secretKey, link)) ?? admitted(actorOf(entered ?? fail('unauthenticated')))
    const center = await centerOf(db, name)
    const seen = await centersSeenBy(db, reader)
    if (center === undefined || (seen !== null && !seen.includes(center))) fail('not_found')
  } finally {
    await rollback()
  }
}

export function addLabelFiles(app: FastifyInstance, parts: Parts): void {
  app.get<{ Params: { file: string } }>(labelAddress(':file'), async ({ headers, params, url }, reply) => {
    const domain = (await parts.findDomain(headers)) ?? fail('unknown_domain')
    if (!/^[a-z0-9_-]{16,64}\.pdf$/.test(params.file)) return fail('not_found')
    await checkAccess(parts, domain, url, headers.authorization, params.file)
    const { stream, size } = await parts.files.open(keyOfLabel({ domainId: domain.id }, params.file))
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-length': size,
        'content-disposition': 'inline; filename="label.pdf"',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; object-src 'self'; plugin-types application/pdf",
      })
      .send(stream)
  })
}
