/** Demo accounts other than patients: admins, the sales line, labs, centers and staff. */
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { streetKinds, streets, towns } from '#api/demo/values/names.ts'
import type { DemoContext } from '../context.ts'

type Values = Partial<Omit<Insertable<Tables['users']>, 'memberships'>>

export interface Center {
  id: number
  company: string
  email: string
  phone: string
  address: Pick<Insertable<Tables['locations']>, 'address1' | 'city' | 'state_desc' | 'country_desc' | 'zip_code'>
  rep: number
  manager: number
  distributor: number
  lab: number
}

export interface Accounts {
  admin: number
  centers: Center[]
  /** A referral center and the centers that it refers to. */
  referrals: (Center & { refersTo: Center[] })[]
  /** A staff user of the first two centers. */
  staff: number
}

export function randomAddress({ random }: DemoContext) {
  const town = random.pick(towns)
  const street = `${random.between(12, 980)} ${random.pick(streets)} ${random.pick(streetKinds)}`
  return { address1: street, ...town, country_desc: 'United States' }
}

/** Fictional phone numbers (555). */
export const randomPhone = ({ random }: DemoContext) => `+1 (555) 01${random.between(0, 9)}-${random.between(1000, 9999)}`

/** The columns of an account whose owner joined and confirmed it at this time. */
export const joinedAt = ({ passwordHash }: DemoContext, role: Role | 'observer', at: Date) => ({
  ...{ memberships: [role === 'observer' ? 11 : membershipIds[role]], password_hash: passwordHash },
  ...{ date_joined: at, agreement_accepted_at: at, email_verified_at: at },
})

/** All of them joined before the first patient. */
const DAYS_BETWEEN = 6

/** Inserts an account with the demo password and returns its id. */
async function account(db: Db, demo: DemoContext, role: Role | 'observer', values: Values & { email: string }): Promise<number> {
  const joined = demo.calendar.moment(620 - DAYS_BETWEEN * demo.accounts++ - demo.random.between(0, DAYS_BETWEEN - 1))
  const { id } = await db.insertWithId('users', {
    ...joinedAt(demo, role, joined),
    phone_number: randomPhone(demo),
    last_login: demo.calendar.moment(demo.random.between(0, 9), demo.random.between(0, 400)),
    ...values,
  })
  return id
}

export const named = (name: string, email: string) => {
  const [first_name = '', last_name = ''] = name.split(' ')
  return { first_name, last_name, email }
}

async function salesLine(db: Db, demo: DemoContext) {
  const make = (role: Role, name: string, email: string, above: Values = {}) =>
    account(db, demo, role, { ...named(name, email), ...above })
  const distributor = await make('sales_distributor', 'Alma Fontaine', 'distributor@demo.example', {
    company: 'Fontaine Health Partners',
  })
  const under = { sales_distributor_id: distributor }
  const managers = [
    await make('sales_manager', 'Marcus Okafor', 'manager@demo.example', under),
    await make('sales_manager', 'Ingrid Sorensen', 'ingrid.sorensen@demo.example', under),
  ] as const
  const [first, second] = managers
  const rep = async (name: string, email: string, manager: number) => ({
    rep: await make('sales_rep', name, email, { sales_manager_id: manager }),
    manager,
    distributor,
  })
  return [
    await rep('Elena Navarro', 'salesrep@demo.example', first),
    await rep('Kwame Balogun', 'kwame.balogun@demo.example', first),
    await rep('Priya Venkataraman', 'priya.venkataraman@demo.example', second),
    await rep('Jonas Lindqvist', 'jonas.lindqvist@demo.example', second),
  ] as const
}

const centers = [
  ['Harborview Regenerative Medicine', 'Naomi Hashimoto', 'harvestcenter@demo.example', 0, 0],
  ['Cedar Junction Surgical Arts', 'Darius Haddad', 'cedar-junction@demo.example', 0, 0],
  ['Brightwater Aesthetics & Wellness', 'Camila Espinoza', 'brightwater@demo.example', 1, 0],
  ['Granite Springs Orthopedics', 'Owen Gallagher', 'granite-springs@demo.example', 1, 1],
  ['Lakeview Plastic Surgery', 'Sunita Desai', 'lakeview@demo.example', 2, 0],
  ['Juniper Heights Health Center', 'Rafael Ortega', 'juniper-heights@demo.example', 2, 1],
  ['Fort Halden Joint & Spine', 'Abigail Winslow', 'fort-halden@demo.example', 3, 0],
  ['Summit Longevity Clinic', 'Kenji Takeda', 'summit@demo.example', 3, 1],
  ['Laurel Crossing Dermatology', 'Fatima Khoury', 'laurel-crossing@demo.example', 0, 1],
] as const

const referrals = [
  ['Eastlake Family Practice', 'Simone Delacroix', 'referral@demo.example', 0, [0, 1]],
  ['Kingsport Sports Medicine', 'Gideon Kaplan', 'kingsport@demo.example', 1, [2, 3]],
  ['Inverness Park Physicians', 'Thu Pham', 'inverness@demo.example', 2, [4]],
] as const

const staff = [
  ['Lydia Kowalski', 'staff@demo.example', [0, 1]],
  ['Mateo Reyes', 'mateo.reyes@demo.example', [0]],
  ['Grace Adeyemi', 'grace.adeyemi@demo.example', [2]],
  ['Felix Brandt', 'felix.brandt@demo.example', [4, 5]],
] as const

/** Addresses of the labs, where the centers send their parcels. */
const labAddresses = [
  {
    address1: '2200 Research Parkway',
    city: 'Nashville',
    state_desc: 'Tennessee',
    country_desc: 'United States',
    zip_code: '37203',
  },
  { address1: '75 Innovation Drive', city: 'Reno', state_desc: 'Nevada', country_desc: 'United States', zip_code: '89501' },
] as const

async function makeCenters(db: Db, demo: DemoContext): Promise<Pick<Accounts, 'centers' | 'referrals'>> {
  const line = await salesLine(db, demo)
  const labs = [
    await account(db, demo, 'lab', {
      ...named('Helen Vogel', 'lab@demo.example'),
      company: 'Meridian Processing Laboratory',
      ...labAddresses[0],
    }),
    await account(db, demo, 'lab', {
      ...named('Arjun Bakshi', 'west-lab@demo.example'),
      company: 'Meridian West Laboratory',
      ...labAddresses[1],
    }),
  ] as const
  const make = async (
    role: Role,
    [company, name, email, rep]: readonly [string, string, string, 0 | 1 | 2 | 3, ...unknown[]],
    lab: number,
  ) => {
    const address = randomAddress(demo)
    const phone = randomPhone(demo)
    const links = { sales_rep_id: line[rep].rep, lab_id: role === 'harvest_center' ? lab : null }
    const id = await account(db, demo, role, { ...named(name, email), company, phone_number: phone, ...address, ...links })
    return { id, company, email, phone, address, ...line[rep], lab }
  }
  const made: Center[] = []
  for (const each of centers) made.push(await make('harvest_center', each, labs[each[4]]))
  const referring: Accounts['referrals'] = []
  for (const each of referrals) {
    const refersTo = each[4].map((n) => made[n] as Center)
    referring.push({ ...(await make('referral_harvest_center', each, labs[0])), refersTo })
  }
  return { centers: made, referrals: referring }
}

/** Creates all accounts other than patients, and the links between them. */
export async function createAccounts(db: Db, demo: DemoContext): Promise<Accounts> {
  const admin = await account(db, demo, 'admin', named('Miriam Thackeray', 'admin@demo.example'))
  await db.insertRow('installation_admins', { user_id: admin })
  await account(db, demo, 'admin', named('Tomas Villanueva', 'tomas.villanueva@demo.example'))
  const observer = await account(db, demo, 'observer', named('Noor Rahman', 'noor.rahman@demo.example'))
  const around = await makeCenters(db, demo)
  // An observer of a lab sees its centers.
  await db.updateRows('users', { id: observer }, { lab_id: (around.centers[0] as Center).lab })
  const staffIds: number[] = []
  for (const [name, email, works] of staff) {
    const staff_id = await account(db, demo, 'hc_staff', named(name, email))
    staffIds.push(staff_id)
    const links = works.map((n) => ({ staff_id, center_id: (around.centers[n] as Center).id }))
    await db.insertRows('staff_centers', links)
  }
  const refers = around.referrals.flatMap(({ id, refersTo }) =>
    refersTo.map((center) => ({ referral_center_id: id, center_id: center.id })),
  )
  await db.insertRows('referral_centers', refers)
  await makeLocations(db, demo, [...around.centers, ...around.referrals])
  return { admin, ...around, staff: staffIds[0] as number }
}

async function makeLocations(db: Db, demo: DemoContext, owners: Center[]): Promise<void> {
  const others = ['Surgery suite', 'Satellite office']
  const rows = owners.flatMap(({ id, address }, n) => {
    const more = n === 0 ? others : demo.random.happens(0.4) ? others.slice(1) : []
    return [
      { user_id: id, location_name: 'Main office', ...address, is_default: true },
      ...more.map((location_name) => ({
        ...{ user_id: id, location_name, is_default: false },
        ...randomAddress(demo),
      })),
    ]
  })
  await db.insertRows('locations', rows)
}
