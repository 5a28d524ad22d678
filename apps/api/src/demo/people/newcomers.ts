/** Demo accounts of the last days. Each causes a notice to its team. */
import type { Role } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import type { DemoContext } from '../context.ts'
import type { Notice } from '../notices.ts'
import { type Accounts, joinedAt, named, randomPhone } from './accounts.ts'

interface Newcomer {
  role: Role
  name: string
  email: string
  joinedDaysAgo: number
}

const center: Newcomer = { role: 'harvest_center', name: 'Yusuf Demir', email: 'stonebridge@demo.example', joinedDaysAgo: 2 }
const office = {
  company: 'Stonebridge Vein & Skin',
  ...{ address1: '77 Quarry Lane', city: 'Alder Falls', state_desc: 'Oregon', country_desc: 'United States', zip_code: '97005' },
}
const rep: Newcomer = { role: 'sales_rep', name: 'Noah Whitfield', email: 'noah.whitfield@demo.example', joinedDaysAgo: 3 }
const manager: Newcomer = {
  role: 'sales_manager',
  name: 'Beatriz Carvalho',
  email: 'beatriz.carvalho@demo.example',
  joinedDaysAgo: 4,
}
const staff: Newcomer = { role: 'hc_staff', name: 'Hana Novak', email: 'hana.novak@demo.example', joinedDaysAgo: 3 }

async function join(db: Db, demo: DemoContext, newcomer: Newcomer, links: object = {}): Promise<number> {
  const { role, name, email, joinedDaysAgo } = newcomer
  const { id } = await db.insertWithId('users', {
    ...joinedAt(demo, role, demo.calendar.moment(joinedDaysAgo)),
    ...named(name, email),
    phone_number: randomPhone(demo),
    last_login: demo.calendar.moment(joinedDaysAgo - 1),
    ...links,
  })
  return id
}

/**
 * Creates the newcomers of the first center's team, and returns their notices. They have no history, so nothing contradicts the day on which
 * they joined.
 */
export async function createNewcomers(db: Db, demo: DemoContext, { centers: [first] }: Accounts): Promise<Notice[]> {
  if (!first) return []
  const { domainId: domain_id } = db
  const ids = {
    manager: await join(db, demo, manager, { sales_distributor_id: first.distributor }),
    rep: await join(db, demo, rep, { sales_manager_id: first.manager }),
    staff: await join(db, demo, staff),
    center: await join(db, demo, center, { ...office, sales_rep_id: first.rep, lab_id: first.lab }),
  }
  await db.insertInto('staff_centers').values({ domain_id, staff_id: ids.staff, center_id: first.id }).execute()
  const team = (user_id: number, about_id: number, { joinedDaysAgo }: Newcomer, title: string, text: string) => ({
    ...{ domain_id, kind: 'team', user_id, about_id, title, text, path: `/users/${about_id}` },
    created_at: demo.calendar.moment(joinedDaysAgo, 95),
  })
  return [
    team(first.rep, ids.center, center, 'A new harvest center', `${office.company} signed up with your link.`),
    team(first.lab, ids.center, center, 'A new harvest center', `${office.company} now sends its tissue to you.`),
    team(first.manager, ids.rep, rep, 'A new sales rep in your team', `${rep.name} joined your team.`),
    team(first.distributor, ids.manager, manager, 'A new sales manager in your team', `${manager.name} joined your team.`),
    team(first.id, ids.staff, staff, 'New staff', `${staff.name} joined your staff.`),
  ]
}
