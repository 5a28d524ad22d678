/** Makes what a test, a journey or a seed needs; each fills in the parents that it was not given. */
import type pg from 'pg'
import type { Insertable } from 'kysely'
import { membershipNames, membershipOf, type Role } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'

let counter = 0
/** Different at each call, and the same in each run. */
export const next = () => ++counter

export async function aDomain(owner: pg.Pool | pg.ClientBase, values: Partial<Insertable<Tables['domains']>> = {}): Promise<number> {
  const n = next()
  const { rows } = await owner.query<{ id: number }>(
    `insert into domains (identifier, name, email_sender, email_notifications, demo) values ($1, $2, $3, $4, $5) returning id`,
    [values.identifier ?? `domain-${n}`, values.name ?? `Domain ${n}`, values.email_sender ?? `portal@domain-${n}.example`, values.email_notifications ?? '', values.demo ?? false],
  )
  return Number(rows[0]?.id)
}

/** What every new domain starts with: memberships, tags and products. */
export async function fillDomain(db: Db): Promise<void> {
  const { domainId: domain_id } = db
  const memberships = Object.entries(membershipNames).map(([id, name]) => ({ domain_id, id: Number(id), name }))
  await db.insertInto('memberships').values(memberships).onConflict((c) => c.doNothing()).execute()
  await db.insertInto('tags').values([{ domain_id, id: 1, label: 'Vial ordering' }, { domain_id, id: 2, label: 'VIP' }]).onConflict((c) => c.doNothing()).execute()
  await db
    .insertInto('products')
    .values([
      { domain_id, id: 1, name: 'New Patient Processing Fee', description: 'Processing of adipose tissue into cells for one new patient.', price_cents: 350_000, shipping_cents: 15_000 },
      { domain_id, id: 2, name: 'Vials', description: 'Vials of your own cells, shipped on dry ice.', price_cents: 120_000, shipping_cents: 25_000 },
      { domain_id, id: 3, name: 'Harvest Kit', description: 'Everything for one harvest, with return shipping.', price_cents: 25_000, shipping_cents: 3_500 },
      { domain_id, id: 4, name: 'Cannula', description: 'Single-use harvest cannula.', price_cents: 4_500, shipping_cents: 1_200 },
      { domain_id, id: 5, name: 'Kit 5-pack', description: 'Five harvest kits.', price_cents: 115_000, shipping_cents: 6_000 },
      { domain_id, id: 6, name: 'Cannula 5-pack', description: 'Five single-use harvest cannulas.', price_cents: 20_000, shipping_cents: 2_000 },
      { domain_id, id: 7, name: 'Shipping Supplies', description: 'Insulated boxes, labels and cold packs.', price_cents: 9_000, shipping_cents: 2_500 },
      { domain_id, id: 8, name: 'Banner', description: 'Roll-up banner for the waiting room.', price_cents: 18_000, shipping_cents: 2_000 },
      { domain_id, id: 13, name: 'Referral Processing Fee', description: 'Processing of a referred patient.', price_cents: 350_000, shipping_cents: 15_000 },
      { domain_id, id: 14, name: 'Vials Pre-order', description: 'Vials ordered before they are ready.', price_cents: 110_000, shipping_cents: 0 },
    ])
    .onConflict((c) => c.doNothing())
    .execute()
}

export type UserValues = Partial<Omit<Insertable<Tables['users']>, 'memberships'>>

/** A user of a role; labs, reps and centers are users too. */
export async function aUser(db: Db, role: Role | 'observer', values: UserValues = {}): Promise<number> {
  const n = next()
  const membership = role === 'observer' ? 11 : membershipOf[role]
  const { id } = await db
    .insertInto('users')
    .values({
      domain_id: db.domainId,
      memberships: [membership],
      first_name: 'Test',
      last_name: `Person ${n}`,
      company: role === 'harvest_center' || role === 'referral_harvest_center' || role === 'lab' ? `Company ${n}` : '',
      email: `${role.replaceAll('_', '')}-${n}@mail.example`,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function aCenter(db: Db, values: UserValues = {}): Promise<number> {
  return aUser(db, 'harvest_center', { ...values, sales_rep_id: values.sales_rep_id ?? (await aUser(db, 'sales_rep')), lab_id: values.lab_id ?? (await aUser(db, 'lab')) })
}

/** A patient with its lab record, of a center that has a rep and a lab. */
export async function aPatient(db: Db, values: UserValues = {}, lab: Partial<Insertable<Tables['lab_records']>> = {}): Promise<number> {
  const id = await aUser(db, 'patient', { ...values, harvest_center_id: values.harvest_center_id ?? (await aCenter(db)) })
  await db.insertInto('lab_records').values({ ...lab, domain_id: db.domainId, user_id: id }).execute()
  return id
}

export async function vialsAdded(db: Db, userId: number, quantity: number): Promise<number> {
  const entry = { domain_id: db.domainId, user_id: userId, type: 'added', quantity, date: '2026-03-01' }
  const { id } = await db.insertInto('vial_entries').values(entry).returning('id').executeTakeFirstOrThrow()
  return id
}
