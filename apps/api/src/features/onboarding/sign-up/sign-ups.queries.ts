/** Sign-ups of visitors, as admins and the owners of the links see them. */

import type { SignUp, SignUpFilter } from '@vialdesk/contract/people/onboarding'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import { bindValues, type Page, type Part } from '#api/db/paging.ts'
import { orderOf, type SortValues, sortedText } from '#api/db/sorted-paging.ts'
import { signUpPolicy } from '#api/features/onboarding/onboarding.policy.ts'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

const STATUS = `case when s.user_id is null then 'pending' when u.active then 'active' else 'inactive' end`
const SIGN_UPS = 'sign_ups s left join users u on u.domain_id = s.domain_id and u.id = s.user_id'

/** A removed account is on no screen. */
function visibleConditions({ id, role }: Viewer, bind: (value: unknown) => string): string[] {
  const owners: Record<string, string | undefined> = { sales_rep: 's.rep_id', harvest_center: 's.center_id' }
  const all = ['s.domain_id = $1', 'u.removed_at is null']
  if (role === 'admin') return all
  const owner = role && owners[role]
  return [...all, owner === undefined ? 'false' : `${owner} = ${bind(id)}`]
}

const NAME = `coalesce(nullif(coalesce(u.company, s.company), ''),
  trim(coalesce(u.first_name, s.first_name) || ' ' || coalesce(u.last_name, s.last_name)))`
const COMPANY = 'coalesce(u.company, s.company)'

/** Sales reps get the company of a center and no person. */
const columnsFor = ({ role }: Viewer) =>
  role === 'sales_rep' ? `${COMPANY} as name` : `${NAME} as name, coalesce(u.email, s.email) as email`

/** Sales reps get no person, so a name must not show in their order. */
const sortValuesFor = ({ role }: Viewer): SortValues<'name' | 'signed_up'> => ({
  name: sortedText(role === 'sales_rep' ? COMPANY : NAME),
  signed_up: { value: 's.created_at' },
})

/** A page of sign-ups, newest first or sorted. */
export async function findSignUps(
  db: Db,
  viewer: Actor,
  { status, subscription, sort, ...paging }: SignUpFilter,
): Promise<Page<SignUp>> {
  const found: Part = (bind) => {
    const conditions = visibleConditions(viewer, bind)
    // An index has the few that wait. The other conditions need the account of each sign-up.
    if (status === 'pending') conditions.push('s.user_id is null')
    else if (status) conditions.push(`${STATUS} = ${bind(status)}`)
    if (subscription) conditions.push(`s.subscription = ${bind(subscription)}`)
    return `${SIGN_UPS} where ${conditions.join(' and ')}`
  }
  const list = { matches: rowsOf('s.id', found), order: orderOf(sort, sortValuesFor(viewer)) }
  const rows = `
    select s.id, s.subscription, ${columnsFor(viewer)}, s.created_at as signed_up_at, ${STATUS} as status
    from ${SIGN_UPS}
    where s.domain_id = $1
      and s.id = any(page.ids)`
  const { count, results } = await readList<Omit<SignUp, 'can'>>(db, list, paging, rows)
  return { count, results: results.map((row) => ({ ...row, can: signUpPolicy.abilities(viewer, row) })) }
}

/** Fails with not_found for a sign-up that the viewer does not see. */
export async function getSignUp(db: Db, viewer: Viewer, id: number): Promise<{ subscription: number }> {
  const { parameters, bind } = bindValues([db.domainId])
  const conditions = [...visibleConditions(viewer, bind), `s.id = ${bind(id)}`]
  const text = `select s.subscription from ${SIGN_UPS} where ${conditions.join(' and ')}`
  const [found] = await db.rows<{ subscription: number }>(text, parameters)
  return found ?? fail('not_found')
}
