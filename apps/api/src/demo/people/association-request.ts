/** A demo referral center with a pending association request to a harvest center. */
import type { Db } from '#api/db/db.ts'
import { named } from '#api/features/notices/notify.commands.ts'
import type { DemoContext } from '../context.ts'
import type { Notice } from '../notices.ts'
import { type Accounts, joinedAt } from './accounts.ts'

/** Days ago. */
const SIGNED_UP = 2

const practice = {
  first_name: 'Leonie',
  last_name: 'Marchetti',
  company: 'Willow Bend Family Health',
  email: 'willow-bend@demo.example',
  phone_number: '+1 503 555 0162',
  address1: '410 Willow Bend Road',
  city: 'Beaverton',
  state_desc: 'Oregon',
  country_desc: 'United States',
  zip_code: '97005',
}

/** Returns the notices about it. */
export async function createAssociationRequest(
  db: Db,
  demo: DemoContext,
  { admin, centers: [center] }: Accounts,
): Promise<Notice[]> {
  if (!center) return []
  const at = demo.calendar.moment(SIGNED_UP)
  const { id } = await db.insertWithId('users', {
    ...practice,
    ...joinedAt(demo, 'referral_harvest_center', at),
    sales_rep_id: center.rep,
    last_login: demo.calendar.moment(SIGNED_UP - 1, 60),
  })
  await db.insertRow('association_requests', { referral_center_id: id, center_id: center.id, requested_at: at })
  const notice = {
    domain_id: db.domainId,
    kind: 'team',
    title: 'A referral harvest center needs your confirmation',
    text: `${named('A referral harvest center')} (ID ${id}) signed up and wants to refer patients to you. Confirm or refuse the request.`,
    about_id: id,
    created_at: at,
  }
  const forAdmin = `${named('A referral harvest center')} (ID ${id}) signed up and wants to refer patients to ${center.company}.`
  return [
    { ...notice, user_id: center.id, path: '/referral-patients' },
    { ...notice, user_id: admin, text: forAdmin, path: '/rhc-manager' },
    {
      ...{ ...notice, user_id: center.rep, title: 'A new referral harvest center', path: `/users/${id}` },
      text: `${named('A center')} signed up with your link.`,
    },
  ]
}
