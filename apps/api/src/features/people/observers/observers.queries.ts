/** Observers of labs, active and inactive ones, newest first. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Observer, ObserverFilter } from '@vialdesk/contract/people/people'
import type { Db } from '#api/db/db.ts'
import { rowsOf } from '#api/db/list-pages.ts'
import { hasWords, type Page, type Part } from '#api/db/paging.ts'
import { orderOf, type SortValues, sortedName } from '#api/db/sorted-paging.ts'
import { centerOf } from '#api/db/user-sql.ts'
import { invitedOf } from '#api/features/accounts/invitations/invitations.queries.ts'
import { readUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { fail } from '#api/platform/kernel/fail.ts'

const selected = {
  columns: `u.id, u.first_name, u.last_name, u.email, u.active, u.last_login,
    ${invitedOf('u')} as invited, ${centerOf('lab')} as lab`,
  joins: 'left join users lab on lab.domain_id = u.domain_id and lab.id = u.lab_id',
}

/** The index `users_observers` has this condition. */
const isObserver = `u.subscription = ${membershipIds.observer} and u.removed_at is null`

const sortValues: SortValues<'name' | 'email' | 'last_login'> = {
  name: sortedName('u'),
  email: { value: 'u.email_key collate "C"' },
  last_login: { value: 'u.last_login', nullable: true },
}

export function findObservers(db: Db, filter: ObserverFilter): Promise<Page<Observer>> {
  const { search } = filter
  const rows: Part = (bind) =>
    `users u where u.domain_id = $1 and ${isObserver} ${search ? `and ${hasWords('u', search, bind)}` : ''}`
  return readUsers<Observer>(db, { matches: rowsOf('u.id', rows), order: orderOf(filter.sort, sortValues) }, filter, selected)
}

/** Fails with not_found for other users. */
export async function getObserver(db: Db, id: number): Promise<Observer> {
  const text = `
    select ${selected.columns}
    from users u
    ${selected.joins}
    where u.domain_id = $1
      and u.id = $2
      and ${isObserver}`
  const [row] = await db.rows<Observer>(text, [db.domainId, id])
  return row ?? fail('not_found')
}
