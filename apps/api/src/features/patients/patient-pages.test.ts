/** However deep the page and whatever is searched: count and ids of a team and of a lab are those of a plain walk over all users. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { verifyTallies } from '#api/db/tallies.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { createUser, type UserValues } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { findPatientIds } from './patient-pages.queries.ts'

/** Patients are this far apart, so that they are in several blocks of 1,024 and of 4,096 ids. */
const ID_STEP = 700
const PATIENTS = 48
const COMPANIES = ['Amber Clinic', 'Amber Clinic 12', 'Birch & Cedar', 'Ambrose Cells', 'Cedar Clinic', '12 Birch']
const FIRST_NAMES = ['Maria', 'Mariano', 'Nora', 'Émile', 'amber']

let portal: TestPortal
type World = Awaited<ReturnType<typeof fill>>
/** For tests that only read. */
let world: World

/** The next user gets an id this much higher. */
const skipIds = () =>
  portal.owner.query(`select setval('ids.users_${portal.domainId}', nextval('ids.users_${portal.domainId}') + $1)`, [ID_STEP])

async function fill(db: Db) {
  const distributor = await createUser(db, 'sales_distributor')
  const inTeam = (values: UserValues) => createUser(db, 'sales_manager', values)
  const managers = [await inTeam({ sales_distributor_id: distributor }), await inTeam({ sales_distributor_id: distributor })]
  const stranger = await createUser(db, 'sales_manager')
  const heads = [managers[0], managers[0], managers[1], managers[1], stranger]
  const reps: number[] = []
  for (const manager of heads) reps.push(await createUser(db, 'sales_rep', { sales_manager_id: manager as number }))
  const labs = [await createUser(db, 'lab'), await createUser(db, 'lab')]
  const centers: number[] = []
  for (const [n, company] of COMPANIES.entries())
    centers.push(
      await createUser(db, n % 3 === 2 ? 'referral_harvest_center' : 'harvest_center', {
        company,
        first_name: 'Cedric',
        sales_rep_id: reps[n % reps.length] as number,
        ...(n % 3 !== 2 && { lab_id: labs[n % 2] as number }),
      }),
    )
  return { distributor, managers, stranger, reps, labs, centers, patients: await fillPatients(db, centers, reps) }
}

/** Of a center, of a referral center, or of both; a fifth of them has a rep of its own. */
async function fillPatients(db: Db, centers: number[], reps: number[]) {
  const patients: number[] = []
  for (let n = 0; n < PATIENTS; n++) {
    await skipIds()
    const center = centers[[0, 1, 3, 4][n % 4] as number] as number
    const referral = centers[[2, 5][n % 2] as number] as number
    const id = await createUser(db, 'patient', {
      first_name: FIRST_NAMES[n % FIRST_NAMES.length] as string,
      last_name: `Person ${n}`,
      phone_number: `+1 555 ${1000 + n}`,
      ...(n % 6 !== 5 && { harvest_center_id: center }),
      ...(n % 3 === 2 && { referral_harvest_center_id: referral }),
      ...(n % 5 === 0 && { sales_rep_id: reps[(n / 5) % reps.length] as number }),
    })
    patients.push(id)
  }
  return patients
}

beforeAll(async () => {
  portal = await startTestPortal()
  world = await portal.seed(fill)
})
afterAll(() => portal.close())

interface UserRow {
  id: number
  words: string[]
  active: boolean
  subscription: number
  company: string[]
  lab_id: number | null
  line_rep_id: number | null
  sales_manager_id: number | null
  sales_distributor_id: number | null
  harvest_center_id: number | null
  referral_harvest_center_id: number | null
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

async function readUsers(db: Db): Promise<Map<number, UserRow>> {
  const rows = await db.rows<UserRow & { text: string; company: unknown }>(
    `select id, concat_ws(' ', id, first_name, last_name, company, email, phone_number) as text, company, active, subscription, lab_id,
       line_rep_id, sales_manager_id, sales_distributor_id, harvest_center_id, referral_harvest_center_id
     from users where domain_id = $1`,
    [db.domainId],
  )
  return new Map(rows.map((row) => [row.id, { ...row, words: wordsOf(row.text), company: wordsOf(String(row.company)) }]))
}

const hasWords = (words: string[], search: string) => {
  const searched = wordsOf(search)
  return searched.length > 0 && searched.every((each) => words.some((word) => word.startsWith(each)))
}

/** What a viewer finds in all users, the newest first. */
function walk(users: Map<number, UserRow>, { id, role }: Viewer, search?: string): number[] {
  const user = (of: number | null) => users.get(of ?? 0)
  const isSeen = (patient: UserRow) => {
    const center = user(patient.harvest_center_id)
    if (role === 'lab') return center?.active && center.lab_id === id
    const manager = user(user(patient.line_rep_id)?.sales_manager_id ?? null)
    return role === 'sales_manager' ? manager?.id === id : manager?.sales_distributor_id === id
  }
  const isFound = (patient: UserRow) => {
    if (search === undefined) return true
    if (role === 'lab') return hasWords(patient.words, search)
    const centers = [user(patient.harvest_center_id), user(patient.referral_harvest_center_id)]
    return search === String(patient.id) || centers.some((center) => center && hasWords(center.company, search))
  }
  return [...users.values()]
    .filter((each) => each.subscription === 2 && each.active && isSeen(each) && isFound(each))
    .map((each) => each.id)
    .sort((a, b) => b - a)
}

const LIMIT = 7
/** The pages begin at every fifth row, so that they overlap. */
const STEP = 5

/** Compares pages over the whole list, and those behind the last one. */
async function comparePages(viewer: Viewer, search?: string): Promise<number> {
  return inDomain(portal.pool, portal.domainId, async (db) => {
    const all = walk(await readUsers(db), viewer, search)
    const offsets = all.flatMap((_, n) => (n % STEP === 0 ? [n] : []))
    for (const offset of [...offsets, all.length, all.length + 1, all.length + 5000]) {
      const page = await findPatientIds(db, viewer, { limit: LIMIT, offset, ...(search && { search }) })
      expect({ viewer, search, offset, ...page }).toEqual({
        ...{ viewer, search, offset },
        ...{ count: all.length, ids: all.slice(offset, offset + LIMIT) },
      })
    }
    return all.length
  })
}

const headsOf = ({ distributor, managers, stranger }: World): Viewer[] => [
  { id: distributor, role: 'sales_distributor' },
  ...[...managers, stranger].map((id) => ({ id, role: 'sales_manager' as const })),
]
const labsOf = ({ labs }: World) => labs.map((id): Viewer => ({ id, role: 'lab' }))

const set = (id: number, values: UserValues) =>
  portal.seed((db) => db.updateTable('users').set(values).where('domain_id', '=', db.domainId).where('id', '=', id).execute())

describe('the pages of a team', () => {
  test('equal a walk, before and after every change of the team', async () => {
    const changed = await portal.seed(fill)
    const { managers, stranger, reps, centers, patients, distributor } = changed
    const compareHeads = async () => {
      const counts = []
      for (const head of headsOf(changed)) counts.push(await comparePages(head))
      return counts
    }
    const before = await compareHeads()
    expect(before.every((count) => count > 2)).toBe(true)
    const [manager = 0, other = 0] = managers
    const [rep = 0, second = 0] = reps
    const [patient = 0, left = 0, removed = 0] = patients
    const changes: [what: string, id: number, values: UserValues][] = [
      ['a rep moves to another manager', rep, { sales_manager_id: other }],
      ['a rep moves to a manager of nobody', second, { sales_manager_id: stranger }],
      ['a rep leaves', second, { sales_manager_id: null }],
      ['a manager leaves', manager, { sales_distributor_id: null }],
      ['a manager joins', stranger, { sales_distributor_id: distributor }],
      ['a rep becomes inactive', rep, { active: false }],
      ['a manager becomes inactive', other, { active: false }],
      ['a center gets another rep', centers[0] as number, { sales_rep_id: reps[3] as number }],
      ['a patient moves to another center', patient, { harvest_center_id: centers[4] as number, sales_rep_id: null }],
      ['a patient becomes inactive', left, { active: false }],
      ['a patient is removed', removed, { active: false, removed_at: new Date().toISOString() }],
      ['a patient becomes active again', left, { active: true }],
    ]
    let after = before
    for (const [what, id, values] of changes) {
      await set(id, values)
      after = await compareHeads()
      expect(after, what).toHaveLength(before.length)
    }
    expect(after).not.toEqual(before)
    expect(await verifyTallies((work) => inDomain(portal.owner, portal.domainId, work))).toEqual([])
  })

  test('are searched by id and by company', async () => {
    const searches = ['amber', 'amb', 'cedar birch', 'clinic', '12', 'cedric', 'maria', 'nobody', '&']
    const found = new Map<string, number>()
    for (const head of headsOf(world)) {
      for (const search of [...searches, String(world.patients[3])])
        found.set(search, (found.get(search) ?? 0) + (await comparePages(head, search)))
    }
    expect(['amber', 'amb', 'cedar birch', 'clinic', '12'].every((search) => (found.get(search) ?? 0) > 3)).toBe(true)
    expect(['cedric', 'maria', 'nobody', '&'].every((search) => found.get(search) === 0)).toBe(true)
    expect(found.get(String(world.patients[3]))).toBeGreaterThan(0)
  })
})

describe("a lab's search", () => {
  const searches = ['m', 'mar', 'maria', 'maria person', 'mail example', 'émile', 'amber', '555 m', '&', 'Maria, Person']

  test('equals a walk for common, rare and several words', async () => {
    const found = new Map<string, number>()
    for (const lab of labsOf(world))
      for (const search of searches) found.set(search, (found.get(search) ?? 0) + (await comparePages(lab, search)))
    expect(['m', 'mar', 'maria', 'maria person', 'mail example', 'émile'].every((search) => (found.get(search) ?? 0) > 3)).toBe(
      true,
    )
  })
})

test('a team finds the present company and center, and a lab new names of patients whose center is active', async () => {
  const changed = await portal.seed(fill)
  const { centers, patients } = changed
  await set(centers[0] as number, { company: 'Dogwood' })
  await set(patients[7] as number, { harvest_center_id: centers[0] as number, referral_harvest_center_id: null })
  await set(patients[0] as number, { first_name: 'Zoe', phone_number: '+1 777 4242' })
  await set(patients[1] as number, { active: false })
  await set(centers[1] as number, { active: false })
  for (const search of ['dogwood', 'amber']) for (const head of headsOf(changed)) await comparePages(head, search)
  for (const search of ['zoe', 'm', '777 p']) for (const lab of labsOf(changed)) await comparePages(lab, search)
})
