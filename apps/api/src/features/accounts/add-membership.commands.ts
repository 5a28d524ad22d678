/** Memberships that a business adds. They have no role, and so no rights. */
import type { Membership } from '@vialdesk/contract/people/accounts'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

/** Lower ids have a meaning in the code or are reserved. */
const FIRST_FREE_ID = 12
/** The largest `smallint`. */
const LAST_ID = 32_767

export async function addMembership(db: Db, name: string): Promise<z.infer<typeof Membership>> {
  // The lock prevents two simultaneous calls from using the same id or name.
  await db.rows(`select pg_advisory_xact_lock(hashtextextended('memberships', $1))`, [db.domainId])
  const existing = await db.findRows('memberships', ['id', 'name'], {})
  if (existing.some((each) => each.name.toLowerCase() === name.toLowerCase()))
    failField('name', 'A membership with this name already exists.')
  const usedIds = new Set(existing.map(({ id }) => id))
  let id = FIRST_FREE_ID
  while (usedIds.has(id)) id += 1
  if (id > LAST_ID) fail('conflict', { message: 'The maximum number of memberships is reached.' })
  await db.insertRow('memberships', { id, name })
  audit(db, { type: 'membership.added', subject: id, after: { name } })
  return { id, name }
}
