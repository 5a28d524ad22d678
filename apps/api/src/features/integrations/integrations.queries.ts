import type { Paging } from '@vialdesk/contract/base/primitives'
import type { AccessToken } from '@vialdesk/contract/business/integrations'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import type { Page } from '#api/db/paging.ts'
import { fail } from '#api/platform/kernel/fail.ts'

const SELECT_ROWS = `
    select t.id, t.name, t.calls, t.prefix, t.created_at, t.expires_at, t.last_used_at, t.revoked_at,
      json_build_object('id', u.id, 'name', concat_ws(' ', u.first_name, u.last_name)) as created_by
    from access_tokens t
    join users u on u.domain_id = t.domain_id and u.id = t.user_id
    where t.domain_id = $1`

/** The newest first. The hash of a token is never read. */
export function listAccessTokens(db: Db, paging: Paging): Promise<Page<AccessToken>> {
  const matches = rowsOf('t.id', () => 'access_tokens t where t.domain_id = $1')
  return readList<AccessToken>(db, { matches }, paging, `${SELECT_ROWS} and t.id = any(page.ids)`)
}

export async function getAccessToken(db: Db, id: number): Promise<AccessToken> {
  const [row] = await db.rows<AccessToken>(`${SELECT_ROWS} and t.id = $2`, [db.domainId, id])
  return row ?? fail('not_found')
}
