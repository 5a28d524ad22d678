/** Deactivated demo accounts, so that Inactive Users has data. */
import { membershipIds, type Role } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import type { DemoContext } from '../context.ts'

interface Former {
  role: Role
  first_name: string
  last_name: string
  company: string
  email: string
  /** Days ago. */
  joined: number
  left: number
}

const former: Former[] = [
  {
    role: 'sales_rep',
    first_name: 'Colin',
    last_name: 'Ashby',
    company: '',
    email: 'colin.ashby@demo.example',
    joined: 440,
    left: 190,
  },
  {
    role: 'harvest_center',
    first_name: 'Marguerite',
    last_name: 'Boyle',
    company: 'Old Mill Aesthetics',
    email: 'old-mill@demo.example',
    joined: 430,
    left: 240,
  },
  {
    role: 'hc_staff',
    first_name: 'Teresa',
    last_name: 'Lindgren',
    company: '',
    email: 'teresa.lindgren@demo.example',
    joined: 420,
    left: 75,
  },
]

export async function createInactiveUsers(db: Db, demo: DemoContext): Promise<void> {
  const rows = former.map(({ role, joined, left, ...named }) => ({
    domain_id: db.domainId,
    memberships: [membershipIds[role]],
    ...named,
    password_hash: demo.passwordHash,
    date_joined: demo.calendar.moment(joined),
    agreement_accepted_at: demo.calendar.moment(joined),
    email_verified_at: demo.calendar.moment(joined),
    last_login: demo.calendar.moment(left),
    active: false,
  }))
  await db.insertInto('users').values(rows).execute()
}
