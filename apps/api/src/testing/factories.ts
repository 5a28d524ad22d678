/** Factories: create rows for tests, journeys and seeds. Missing parents (a center, a rep, a lab) are created too. */
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { createMissingVials } from '#api/demo/care/missing-vials.ts'

let counter = 0
/** A number that is unique in the process and the same in each run. */
export const nextNumber = () => ++counter

export async function createDomain(
  owner: pg.Pool | pg.ClientBase,
  values: Partial<Insertable<Tables['domains']>> = {},
  { withSeparateIds = true } = {},
): Promise<number> {
  const n = nextNumber()
  const { rows } = await owner.query<{ id: string }>(
    `insert into domains (identifier, name, email_sender, email_notifications, demo, two_step_memberships)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      values.identifier ?? `domain-${n}`,
      values.name ?? `Domain ${n}`,
      values.email_sender ?? `portal@domain-${n}.example`,
      values.email_notifications ?? '',
      values.demo ?? false,
      values.two_step_memberships ?? [],
    ],
  )
  const id = Number(rows[0]?.id)
  if (withSeparateIds) await separateIds(owner, id)
  return id
}

/**
 * The ids of a domain start at 1. In tests and seeds those of the second domain start above two millions, so that an id of one domain is
 * never one of another, and a row of another domain is not mistaken for an own one. Rows of the audit count from 1 everywhere. `domain-ids.test.ts` tests equal ids.
 */
const separateIds = (owner: pg.Pool | pg.ClientBase, domainId: number) =>
  owner.query(
    `select setval(c.oid::regclass, $1::bigint * 1000000 + 1, false) from pg_class c
     where c.relnamespace = 'ids'::regnamespace and c.relkind = 'S' and c.relname ~ ('_' || $1::bigint || '$') and $1::bigint > 1
       and c.relname !~ '^audit_log_'`,
    [domainId],
  )

export type UserValues = Partial<Omit<Insertable<Tables['users']>, 'memberships'>>

/**
 * Creates a user of any role; labs, reps and centers are users too. A row of `users` is an account that can log in: a visitor whose
 * email is not verified has a row of `sign_ups` only.
 */
export async function createUser(db: Db, role: Role | 'observer', values: UserValues = {}): Promise<number> {
  // Not a number alone: a search for an id finds words that begin with it.
  const n = `n${nextNumber()}`
  const membership = role === 'observer' ? 11 : membershipIds[role]
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

export async function createCenter(db: Db, values: UserValues = {}): Promise<number> {
  return createUser(db, 'harvest_center', {
    ...values,
    sales_rep_id: values.sales_rep_id ?? (await createUser(db, 'sales_rep')),
    lab_id: values.lab_id ?? (await createUser(db, 'lab')),
  })
}

/** Creates a patient with a lab record, in a center with a rep and a lab. */
export async function createPatient(
  db: Db,
  values: UserValues = {},
  lab: Partial<Insertable<Tables['lab_records']>> = {},
): Promise<number> {
  const id = await createUser(db, 'patient', {
    ...values,
    harvest_center_id: values.harvest_center_id ?? (await createCenter(db)),
  })
  await db.insertRow('lab_records', { ...lab, user_id: id })
  return id
}

async function vialEntry(db: Db, userId: number, type: 'added' | 'shipped', quantity: number): Promise<number> {
  const entry = { domain_id: db.domainId, user_id: userId, type, quantity, date: '2026-03-01' }
  const { id } = await db.insertInto('vial_entries').values(entry).returning('id').executeTakeFirstOrThrow()
  await createMissingVials(db)
  return id
}
export const createAddedVials = (db: Db, userId: number, quantity: number) => vialEntry(db, userId, 'added', quantity)
export const createShippedVials = (db: Db, userId: number, quantity: number) => vialEntry(db, userId, 'shipped', quantity)

/** Creates a location, by default the default location. */
export async function createLocation(
  db: Db,
  userId: number,
  values: Partial<Omit<Insertable<Tables['locations']>, 'domain_id' | 'user_id'>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('locations')
    .values({
      ...{ address1: '1 Main St', city: 'Miami', state_desc: 'Florida', country_desc: 'United States', zip_code: '33101' },
      is_default: true,
      ...values,
      domain_id: db.domainId,
      user_id: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
