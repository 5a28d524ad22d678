/** Finds the readers of a label's PDF, and signs the links that open it. */
import { labelPath } from '@vialdesk/contract/label-requests'
import { roleOfMembership } from '@vialdesk/contract/roles'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { labelRequestsSeenBy } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { urlSigner } from '#api/platform/crypto/signed-urls.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

/** Seconds: long enough to open the file, too short to share the link. */
const LINK_SECONDS = 300

/** A link to the PDF of a request that the caller sees. In an impersonation, the link belongs to the impersonator. */
export function labelLink(
  secretKey: string,
  domainId: number,
  { id, impersonatorId }: Pick<Actor, 'id' | 'impersonatorId'>,
  name: string,
): string {
  return urlSigner(secretKey).sign(labelPath(name), LINK_SECONDS, `${domainId}:${impersonatorId ?? id}`)
}

/** Ids of the patients of the request that a file belongs to; not_found unless the viewer may see that request. */
export async function getPatientsOfFile(db: Db, viewer: Viewer, name: string): Promise<number[]> {
  const { rows } = await sql<{ patients: number[] }>`
    select array(
      select p.patient_id
      from label_request_patients p
      where p.domain_id = r.domain_id and p.request_id = r.id) as patients
    from label_requests r
    where r.domain_id = ${db.domainId} and r.pdf_file = ${name} and ${labelRequestsSeenBy(viewer)}`.execute(db)
  return (rows[0] ?? fail('not_found')).patients
}

/** The active user that a signed link of this domain was made for; undefined for any other link. */
export async function findSignedReader(db: Db, secretKey: string, link: string): Promise<Viewer | undefined> {
  const [domain, person] = urlSigner(secretKey).verify(link)?.subject.split(':') ?? []
  if (domain !== String(db.domainId)) return undefined
  const found = await db
    .selectFrom('users')
    .select(['id', 'subscription'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', Number(person))
    .where('active', '=', true)
    .executeTakeFirst()
  return found ? { id: found.id, role: roleOfMembership(found.subscription) } : fail('not_found')
}
