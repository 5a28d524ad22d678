/** The PDFs of labels: opened by who may see the request, by its session or by a link that is good for some minutes. */
import { contract } from '@vialdesk/contract'
import { labelAddress } from '@vialdesk/contract/labels'
import { roleOf } from '@vialdesk/contract/roles'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { Db } from '#api/db/db.ts'
import { openTransaction } from '#api/db/transaction.ts'
import { type Actor, actorOf } from '#api/platform/actor.ts'
import type { Domain, FindDomain } from '#api/platform/domains.ts'
import { fail } from '#api/platform/fail.ts'
import { tokenHashOf } from '#api/platform/pipeline.ts'
import { entryOf } from '#api/platform/record.ts'
import { admit } from '#api/platform/serve.ts'
import { urlSigner } from '#api/platform/sign-urls.ts'
import type { Watch } from '#api/platform/watch.ts'
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
  watch: Watch
  findDomain: FindDomain
  files: FileStore
  secretKey: string
}

/** The center and the patients of the request that a file belongs to. */
async function findRequestOf(db: Db, name: string): Promise<{ center_id: number; patients: number[] } | undefined> {
  const text = `select r.center_id, array(select p.patient_id from label_request_patients p
      where p.domain_id = r.domain_id and p.request_id = r.id) as patients
    from label_requests r where r.domain_id = $1 and r.pdf_file = $2`
  const [found] = await db.rows<{ center_id: number; patients: number[] }>(text, [db.domainId, name])
  return found
}

/** Who may ask for a link to the file may open it, too: nobody who is held back, and no other role. */
function admitted(actor: Actor): Actor {
  const answer = admit(contract.shipping.labelLink, actor)
  return typeof answer === 'string' ? fail(answer === 'forbidden' ? 'not_found' : answer) : actor
}

type Reader = Pick<Actor, 'id' | 'role'>

/** The active user that a signed link of this domain was made for; undefined for any other link. */
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

/**
 * Refuses unless the reader may have the file now: a link opens no more than the session of its reader would. A look by
 * a session is audited here; a link was audited when it was made.
 */
async function checkAccess(
  { pool, watch, secretKey }: Parts,
  domain: Domain,
  { url: link, headers: { authorization: header }, ip, id }: FastifyRequest,
  name: string,
) {
  const { db, entered, rollback } = await openTransaction(pool, domain.id, tokenHashOf(header))
  try {
    const signed = await signedReader(db, secretKey, link)
    const actor = signed ? undefined : admitted(actorOf(entered ?? fail('unauthenticated')))
    const request = (await findRequestOf(db, name)) ?? fail('not_found')
    const seen = await centersSeenBy(db, signed ?? (actor as Actor))
    if (seen !== null && !seen.includes(request.center_id)) fail('not_found')
    const doer = { ...(actor && { actor }), address: ip, requestId: id }
    for (const patient of actor ? request.patients : []) {
      await watch.note(domain.id, entryOf(doer, { type: 'patient.seen', subject: patient, patient }))
    }
  } finally {
    await rollback()
  }
}

export function addLabelFiles(app: FastifyInstance, parts: Parts): void {
  app.get<{ Params: { file: string } }>(labelAddress(':file'), async (request, reply) => {
    const { params } = request
    const domain = (await parts.findDomain(request)) ?? fail('unknown_domain')
    if (!/^[a-z0-9_-]{16,64}\.pdf$/.test(params.file)) return fail('not_found')
    await checkAccess(parts, domain, request, params.file)
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
