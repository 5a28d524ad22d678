/** Changes the database of the running portal: no journey waits for the time that must pass. */
import type { openOwner } from '@vialdesk/api/testing/copy-domain.ts'

type Owner = Awaited<ReturnType<typeof openOwner>>

async function change(owner: Owner, sql: string, business: string, email: string): Promise<void> {
  const { rowCount } = await owner.query(sql, [business, email])
  if (!rowCount) throw new Error(`Nothing became older for ${email}`)
}

const OF_USER =
  'from users u join domains d on d.id = u.domain_id where d.identifier = $1 and u.email = $2 and u.domain_id = s.domain_id'

/** The last proof of the user is an hour old, in every session. */
export const ageProof = (owner: Owner, business: string, email: string) =>
  change(owner, `update sessions s set proved_at = now() - interval '1 hour' ${OF_USER} and u.id = s.user_id`, business, email)

/** The invitation of the user was sent an hour ago. A second one within half a minute is taken for a double click. */
export const ageInvitation = (owner: Owner, business: string, email: string) =>
  change(
    owner,
    `update password_links s set created_at = created_at - interval '1 hour' ${OF_USER} and u.id = s.user_id and reason = 'welcome'`,
    business,
    email,
  )
