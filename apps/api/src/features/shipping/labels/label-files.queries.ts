/** Finds the patients of a label's PDF, and signs the links that open it. */
import { labelPath } from '@vialdesk/contract/label-requests'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { labelRequestsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { fileLink } from '#api/platform/http/files/signed-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** A link to the PDF of a request that the caller sees. */
export const labelLink = (
  secretKey: string,
  domainId: number,
  actor: Pick<Actor, 'id' | 'impersonatorId'>,
  name: string,
): string => fileLink(secretKey, domainId, actor, labelPath(name))

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
