/** A random world for the comparison of figures with their lists. Only rows are written; the portal derives the rest. */
import type { Db } from '#api/db/db.ts'
import type { SeededRandom } from '#api/demo/values/random.ts'
import { createRequestRow } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createAddedVials, createPatient, createShippedVials, createUser, nextNumber } from '#api/testing/factories.ts'
import { createAttempt } from './dashboards.fixture.ts'

const DAY_MS = 86_400_000

interface World {
  random: SeededRandom
  /** `YYYY-MM-DD`. */
  today: string
  /** The part of the usual number of patients, sales and papers. */
  part?: number
}

const times = <T>(count: number, work: (place: number) => Promise<T>): Promise<T[]> =>
  Array.from({ length: Math.round(count) }).reduce<Promise<T[]>>(
    async (before, _, place) => [...(await before), await work(place)],
    Promise.resolve([]),
  )

/** Every role, with each tie set for some and missing for others; some users are inactive. */
async function createPeople(db: Db, { random, today }: World) {
  const chance = (percent: number) => random.happens(percent / 100)
  const some = (ids: number[]) => (chance(85) ? random.pick(ids) : null)
  const joined = () => new Date(Date.parse(`${today}T12:00:00Z`) - random.between(0, 95) * DAY_MS).toISOString()
  const one = (role: Parameters<typeof createUser>[1], ties: object = {}, mayEnd = true) =>
    createUser(db, role, { ...ties, date_joined: joined(), active: !(mayEnd && chance(15)) })
  const distributors = await times(2, (place) => one('sales_distributor', {}, place > 0))
  const managers = await times(4, (place) => one('sales_manager', { sales_distributor_id: some(distributors) }, place > 0))
  const reps = await times(6, (place) => one('sales_rep', { sales_manager_id: some(managers) }, place > 0))
  const labs = await times(2, (place) => one('lab', {}, place > 0))
  const centers = await times(6, (place) => one('harvest_center', { lab_id: some(labs), sales_rep_id: some(reps) }, place > 1))
  const referrals = await times(4, (place) => one('referral_harvest_center', { sales_rep_id: some(reps) }, place > 0))
  const admin = await createUser(db, 'admin')
  return { distributors, managers, reps, labs, centers, referrals, admin, joined, chance, some }
}
type People = Awaited<ReturnType<typeof createPeople>>

/** Patients at all stages, some of them due, some with vials. */
async function createPatients(db: Db, { random, today, part = 1 }: World, people: People): Promise<number[]> {
  const { chance, some } = people
  const day = (from: number, to: number) =>
    new Date(Date.parse(today) + random.between(from, to) * DAY_MS).toISOString().slice(0, 10)
  const maybe = <T>(percent: number, value: T) => (chance(percent) ? value : null)
  return times(70 * part, async () => {
    const ties = {
      harvest_center_id: random.pick(people.centers),
      referral_harvest_center_id: maybe(30, random.pick(people.referrals)),
      referred_center_id: maybe(20, random.pick(people.centers)),
      sales_rep_id: maybe(10, some(people.reps)),
    }
    const id = await createPatient(
      db,
      { ...ties, date_joined: people.joined(), active: !chance(10) },
      {
        date_adipose_shipped_to_lab: maybe(70, day(-60, -30)),
        date_adipose_received_by_lab: maybe(60, day(-30, -10)),
        estimated_date_vials_ready_to_ship: maybe(60, day(-12, 25)),
        estimated_date_manual: true,
        stemcell_plating_initiated_date: maybe(40, day(-9, -1)),
        number_times_qc_done: random.between(0, 2),
        vials_preparation: random.between(0, 9),
        vials_ready_ship: random.between(0, 4),
      },
    )
    const added = maybe(25, random.between(2, 5))
    if (added) await createAddedVials(db, id, added)
    if (added && chance(50)) await createShippedVials(db, id, random.between(1, added))
    return id
  })
}

/** Sales of the last fourteen months, also by reps who have changed their team since. */
async function createSales(db: Db, { random, today, part = 1 }: World, people: People, patients: number[]): Promise<void> {
  const { chance, some } = people
  await times(90 * part, async () => {
    const day = new Date(Date.parse(today) - random.between(0, 420) * DAY_MS).toISOString().slice(0, 10)
    const ofReferral = chance(20)
    const buyer = random.pick(ofReferral ? people.referrals : people.centers)
    const product_id = random.pick([1, 2, 3])
    const quantity = random.between(1, 3)
    await createSale(db, {
      ...{ payer_id: buyer, day, date: `${day}T12:00:00Z`, product_id, quantity, price_cents: random.between(100, 90_000) },
      ...(ofReferral ? { referral_harvest_center_id: buyer } : { harvest_center_id: buyer }),
      ...{ patient_id: chance(80) ? random.pick(patients) : null, sales_rep_id: some(people.reps) },
      ...{ sales_manager_id: some(people.managers), sales_distributor_id: some(people.distributors) },
    })
  })
}

async function createPapers(db: Db, { random, part = 1 }: World, people: People, patients: number[]): Promise<void> {
  const { chance } = people
  await times(25 * part, async () => {
    const center_id = random.pick([...people.centers, ...people.referrals])
    const label = chance(50) ? { tracking_number: `TN${nextNumber()}` } : {}
    await createRequestRow(db, { center_id, patients: [random.pick(patients)], ...label })
  })
  const statuses = ['Pending', 'Completed', 'Declined', 'Expired'] as const
  await times(40 * part, async () => {
    const patient_id = random.pick(patients)
    const { harvest_center_id, referral_harvest_center_id } = await db
      .selectFrom('users')
      .select(['harvest_center_id', 'referral_harvest_center_id'])
      .where('domain_id', '=', db.domainId)
      .where('id', '=', patient_id)
      .executeTakeFirstOrThrow()
    const status = random.pick(statuses)
    const { id } = await createDocument(db, {
      ...{ patient_id, status },
      ...(harvest_center_id && { harvest_center_id }),
      ...(referral_harvest_center_id && { referral_center_id: referral_harvest_center_id }),
    })
    if (chance(10)) await changeDocument(db, id, { hidden_at: new Date().toISOString() })
    if (status === 'Pending' && chance(50)) await changeDocument(db, id, { step: random.pick(['send_failed', 'seal_failed']) })
  })
  const payers = [...people.centers, ...people.referrals]
  await times(12 * part, (place) =>
    createAttempt(
      db,
      random.pick(payers),
      `V-9${String(place).padStart(5, '0')}`,
      random.pick(['review', 'sending', 'declined']),
    ),
  )
}

const changeDocument = (db: Db, id: number, values: { step?: 'send_failed' | 'seal_failed'; hidden_at?: string }) =>
  db.updateTable('documents').set(values).where('domain_id', '=', db.domainId).where('id', '=', id).execute()

export async function createFiguresWorld(db: Db, world: World) {
  const people = await createPeople(db, world)
  const patients = await createPatients(db, world, people)
  await createSales(db, world, people, patients)
  await createPapers(db, world, people, patients)
  const withVials = await db
    .selectFrom('vial_counts')
    .innerJoin('users', (join) =>
      join.onRef('users.domain_id', '=', 'vial_counts.domain_id').onRef('users.id', '=', 'vial_counts.user_id'),
    )
    .select('users.id')
    .where('users.domain_id', '=', db.domainId)
    .where('users.active', '=', true)
    .where('vials_shipped', '>', 0)
    .executeTakeFirst()
  return { ...people, patients, patientWithVials: withVials?.id }
}
