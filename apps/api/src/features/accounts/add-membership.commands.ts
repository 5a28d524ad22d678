/** Memberships that a business makes for itself; they come without a role, and so without rights. */
import type { Membership } from '@vialdesk/contract/accounts'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/http/errors/fail.ts'

/** Those below have a meaning, or may get one. */
const FIRST_FREE_ID = 12
const LAST_ID = 32_767

export async function addMembership(db: Db, auditActor: AuditActor, name: string): Promise<z.infer<typeof Membership>> {
  // Two at once must neither take the same number nor the same name.
  await db.rows(`select pg_advisory_xact_lock(hashtextextended('memberships', $1))`, [db.domainId])
  const known = await db.selectFrom('memberships').select(['id', 'name']).where('domain_id', '=', db.domainId).execute()
  if (known.some((each) => each.name.toLowerCase() === name.toLowerCase()))
    failField('name', 'A membership with this name already exists.')
  const taken = new Set(known.map(({ id }) => id))
  let id = FIRST_FREE_ID
  while (taken.has(id)) id += 1
  if (id > LAST_ID) fail('conflict', { message: 'The maximum number of memberships is reached.' })
  await db.insertInto('memberships').values({ domain_id: db.domainId, id, name }).execute()
  audit(db, auditActor, { type: 'membership.added', subject: id, after: { name } })
  return { id, name }
}
