/** Deactivated demo accounts, so that Inactive Users has data. */
import type { Db } from '#api/db/db.ts'
import type { DemoContext } from '../context.ts'
import { joinedAt, named } from './accounts.ts'

/** Role, name, company and email; days since the account joined and left. */
const former = [
  ['sales_rep', 'Colin Ashby', '', 'colin.ashby@demo.example', 440, 190],
  ['harvest_center', 'Marguerite Boyle', 'Old Mill Aesthetics', 'old-mill@demo.example', 430, 240],
  ['hc_staff', 'Teresa Lindgren', '', 'teresa.lindgren@demo.example', 420, 75],
] as const

export async function createInactiveUsers(db: Db, demo: DemoContext): Promise<void> {
  const rows = former.map(([role, name, company, email, joined, left]) => ({
    ...{ ...named(name, email), company, active: false },
    ...joinedAt(demo, role, demo.calendar.moment(joined)),
    last_login: demo.calendar.moment(left),
  }))
  await db.insertRows('users', rows)
}
