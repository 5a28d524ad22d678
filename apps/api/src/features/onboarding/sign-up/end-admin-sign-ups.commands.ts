import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { eraseVerificationMailsOfKind } from '#api/features/sessions/verification/send-verification.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'

const DELETE_WAITING = `
  delete from sign_ups
  where domain_id = $1 and subscription = $2 and user_id is null
  returning id`

/** Call it when the domain password changes: the people who knew the old one must not become admins by a form that waits. */
export async function endAdminSignUps(db: Db): Promise<void> {
  const subscription = membershipIds.admin
  await eraseVerificationMailsOfKind(db, subscription)
  for (const { id } of await db.rows<{ id: number }>(DELETE_WAITING, [db.domainId, subscription]))
    audit(db, { type: 'sign_up.refused', after: { sign_up: id, subscription } })
}
