/** Demo patients at every stage and of every center, with a matching history. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { familyNames, givenNames } from '#api/demo/values/names.ts'
import { type History, historyOf, type StagePlan, stagePlans } from '../care/history.ts'
import { createOverridesAndArrivals, receiverOf } from '../care/releases.ts'
import { createVials, type VialHistoryStep } from '../care/vials.ts'
import type { DemoContext } from '../context.ts'
import { type Accounts, type Center, randomAddress, randomPhone } from './accounts.ts'

export interface Patient {
  id: number
  center: Center
  referral: (Center & { refersTo: Center[] }) | undefined
  /** Days ago. */
  joined: number
  past: History
  /** The steps of its single vials. */
  traced: VialHistoryStep[]
  first_name: string
  last_name: string
  email: string
  accepted: boolean
}

interface Planned extends Omit<Patient, 'id' | 'traced'> {
  referredTo: Center | undefined
}

/** The patient with a login. Its cells are stored, so that all parts of its screens have data. */
const PATIENT = { first_name: 'Amelia', last_name: 'Hawthorne', email: 'patient@demo.example' }

/** Number of patients who have not signed in yet. */
const UNACCEPTED = 3

/** Minutes after 9 a.m. of the day of joining. */
export const JOINED_MINUTES = 30
export const ACCEPTED_MINUTES = 200

/**
 * Patients of the first center who are always referred: one with stored vials, so that each login of the demo has a patient with vials,
 * and one whose tissue is still to be sent.
 */
const REFERRED = [7, 18]

/** Patients of the first center, for the fees that still need a label. */
const TO_BE_SENT = 5

/** The first center has two patients of each plan, and more whose tissue is still to be sent. The other centers share the rest. */
function stagesAndCenters({ random }: DemoContext, { centers }: Accounts): [StagePlan, Center][] {
  const [first, ...others] = centers as [Center, ...Center[]]
  const stored = stagePlans.find(({ stage }) => stage === 'stored') as StagePlan
  const toBeSent = Array.from({ length: TO_BE_SENT }, () => stagePlans[0] as StagePlan)
  const ofFirst = [stored, ...stagePlans, ...stagePlans.filter((plan) => plan !== stored), ...toBeSent].map(
    (plan): [StagePlan, Center] => [plan, first],
  )
  const rest = stagePlans.flatMap((plan) => Array.from({ length: plan.others }, () => plan))
  return [...ofFirst, ...random.shuffled(rest).map((plan, n): [StagePlan, Center] => [plan, others[n % others.length] as Center])]
}

function plan(demo: DemoContext, accounts: Accounts): Planned[] {
  const { random } = demo
  const given = random.shuffled(givenNames)
  const family = random.shuffled(familyNames)
  return stagesAndCenters(demo, accounts).map(([stagePlan, center], n) => {
    const joined = random.between(...stagePlan.daysAgo)
    const first_name = given[n] as string
    const last_name = family[n % family.length] as string
    const referring = accounts.referrals.filter(({ refersTo }) => refersTo.includes(center))
    const isPatient = n === 0
    const isReferred = REFERRED.includes(n)
    // The first center pays for its patients without a parcel that has arrived, so that its labels have parcels in every state.
    const isPaidByFirst = center === accounts.centers[0] && ['registered', 'shipped'].includes(stagePlan.stage) && !isReferred
    return {
      ...(isPatient ? PATIENT : { first_name, last_name, email: `${first_name}.${last_name}@mail.example`.toLowerCase() }),
      center,
      referral:
        !isPatient && !isPaidByFirst && referring.length > 0 && (random.happens(0.35) || isReferred)
          ? random.pick(referring)
          : undefined,
      // Some patients of other centers are referred to the first center.
      referredTo: n % 30 === 20 ? accounts.centers[0] : undefined,
      joined,
      accepted: !(n % 23 === 4 && n < 23 * UNACCEPTED),
      past: historyOf(demo, stagePlan, joined),
    }
  })
}

const userRow = (db: Db, demo: DemoContext, each: Planned): Insertable<Tables['users']> => {
  const { first_name, last_name, email, center, referral, referredTo, joined, accepted } = each
  const { random, calendar } = demo
  const [loggedIn, minutes] = [random.between(0, joined), random.between(0, 300)]
  return {
    domain_id: db.domainId,
    memberships: [membershipIds.patient],
    first_name,
    last_name,
    email,
    phone_number: randomPhone(demo),
    ...randomAddress(demo),
    tags: random.happens(0.25) ? [1] : random.happens(0.08) ? [2] : [],
    password_hash: email === PATIENT.email ? demo.passwordHash : null,
    email_verified_at: accepted ? calendar.moment(joined, ACCEPTED_MINUTES) : null,
    date_joined: calendar.moment(joined, JOINED_MINUTES),
    last_login: accepted ? calendar.moment(loggedIn, loggedIn === joined ? ACCEPTED_MINUTES : minutes) : null,
    agreement_accepted_at: accepted ? calendar.moment(joined, ACCEPTED_MINUTES) : null,
    harvest_center_id: center.id,
    referral_harvest_center_id: referral?.id ?? null,
    referred_center_id: referredTo && referredTo !== center ? referredTo.id : null,
  }
}

/** Creates the patients with lab records and vials. The database maintains the vial counts. */
export async function createPatients(db: Db, demo: DemoContext, accounts: Accounts): Promise<Patient[]> {
  // Ids follow the order of joining.
  const planned = plan(demo, accounts).sort((a, b) => b.joined - a.joined)
  const ids = await db
    .insertInto('users')
    .values(planned.map((each) => userRow(db, demo, each)))
    .returning('id')
    .execute()
  const patients = planned.map((each, n) => ({ ...each, id: (ids[n] as { id: number }).id }))
  const records = patients.map(({ id, past }) => ({ user_id: id, ...past.record }))
  await db.insertRows('lab_records', records)
  const entries = patients.flatMap(({ id, center, past }) =>
    past.vials.map(({ daysAgo, ...entry }) => ({
      domain_id: db.domainId,
      user_id: id,
      ...entry,
      receiver: entry.type === 'shipped' ? JSON.stringify(receiverOf(center)) : null,
      date: demo.calendar.day(daysAgo),
      created_at: demo.calendar.moment(daysAgo, 180),
      created_by: center.lab,
    })),
  )
  const made = await db.insertInto('vial_entries').values(entries).returning(['id', 'user_id']).execute()
  await createOverridesAndArrivals(db, demo, patients, made)
  return createVials(db, demo, patients)
}
