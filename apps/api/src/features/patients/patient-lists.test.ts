import { type Role, type WorkingRole, workingRoles } from '@vialdesk/contract/roles'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { type Business, createBusiness } from './patients.fixture.ts'

let portal: TestPortal
let ours: Business
let theirs: Business
let others: { manager: number; distributor: number; lab: number; referral: number; observer: number }
beforeAll(async () => {
  portal = await startTestPortal()
  ours = await portal.seed(createBusiness)
  theirs = await portal.seedOther(createBusiness)
  others = await portal.seed(async (db) => ({
    distributor: await createUser(db, 'sales_distributor'),
    manager: await createUser(db, 'sales_manager'),
    lab: await createUser(db, 'lab'),
    referral: await createUser(db, 'referral_harvest_center'),
    observer: await createUser(db, 'observer'),
  }))
})
afterAll(() => portal.close())

type Name = keyof Business['patients']
const idOf = (role: Role): number =>
  ({
    lab: ours.lab,
    patient: ours.patients.registered,
    sales_rep: ours.rep,
    harvest_center: ours.center,
    referral_harvest_center: ours.referral,
    sales_manager: ours.manager,
    admin: ours.admin,
    sales_distributor: ours.distributor,
    hc_staff: ours.staff,
    observer: others.observer,
  })[role]
const asRole = async (role: Role) => portal.as(idOf(role))

const personal = ['first_name', 'last_name', 'email', 'phone_number', 'address1', 'username']
const seesNobody = (role: Role) => role.startsWith('sales_')

/** The patients of an answer by their names in the fixture, as they come. */
const namesIn = (answer: LightMyRequestResponse) =>
  answer.json().results.map(({ id }: { id: number }) => Object.entries(ours.patients).find(([, known]) => known === id)?.[0])
const newestFirst = (names: Name[]) => names.toSorted((a, b) => ours.patients[b] - ours.patients[a])

interface List {
  address: string
  path: () => string
  /** Roles that have the list, each with what stands in it; all others are refused. */
  has: Partial<Record<WorkingRole, Name[]>>
  /** Who has the list, but not of this one. */
  strangers: () => number[]
  /** The same list of something that is not of the kind. */
  wrong: () => string
}

const team: Name[] = ['registered', 'received', 'stored', 'ofReferral', 'ofOtherRep']
const ofCenter: Name[] = ['registered', 'received', 'ofOtherRep']

const lists: List[] = [
  {
    address: 'GET /api/v1/harvest-centers/{id}/referral-patients/',
    path: () => `/api/v1/harvest-centers/${ours.center}/referral-patients/`,
    has: { admin: ['stored'], harvest_center: ['stored'], hc_staff: ['stored'] },
    strangers: () => [ours.other, ours.foreign],
    wrong: () => `/api/v1/harvest-centers/${ours.lab}/referral-patients/`,
  },
  {
    address: 'GET /api/v1/harvest-centers/referral/{id}/patients/',
    path: () => `/api/v1/harvest-centers/referral/${ours.referral}/patients/`,
    has: {
      admin: ['ofReferral'],
      referral_harvest_center: ['ofReferral'],
      sales_rep: ['ofReferral'],
      sales_manager: ['ofReferral'],
      sales_distributor: ['ofReferral'],
    },
    strangers: () => [others.referral, ours.otherRep, others.manager, others.distributor],
    wrong: () => `/api/v1/harvest-centers/referral/${ours.center}/patients/`,
  },
  {
    address: 'GET /api/v1/sales-managers/{id}/patients/',
    path: () => `/api/v1/sales-managers/${ours.manager}/patients/`,
    has: { admin: team, sales_manager: team, sales_distributor: team },
    strangers: () => [others.manager, others.distributor],
    wrong: () => `/api/v1/sales-managers/${ours.rep}/patients/`,
  },
  {
    address: 'GET /api/v1/sales-distributors/{id}/patients/',
    path: () => `/api/v1/sales-distributors/${ours.distributor}/patients/`,
    has: { admin: team, sales_distributor: team },
    strangers: () => [others.distributor],
    wrong: () => `/api/v1/sales-distributors/${ours.manager}/patients/`,
  },
  {
    address: 'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/',
    path: () => `/api/v1/processing-labs/${ours.lab}/harvestcenter/${ours.center}/patients/`,
    has: { admin: ofCenter, lab: ofCenter },
    strangers: () => [others.lab],
    wrong: () => `/api/v1/processing-labs/${ours.lab}/harvestcenter/${ours.foreign}/patients/`,
  },
]

describe.each(lists)('$address', ({ path, has, strangers, wrong }) => {
  const those = Object.keys(has) as WorkingRole[]

  test('gives each role that has it just what it may see, newest first', async () => {
    for (const role of those) {
      const answer = await (await asRole(role)).get(path())
      expect([role, answer.statusCode]).toEqual([role, 200])
      expect([role, namesIn(answer)]).toEqual([role, newestFirst(has[role] ?? [])])
      expect(answer.json().count).toBe(has[role]?.length)
    }
  })

  test('tells a sales role nothing of the person, and everyone else the name', async () => {
    for (const role of those) {
      const caller = await asRole(role)
      const row = (await caller.get(path())).json().results[0]
      expect([role, personal.filter((key) => key in row)]).toEqual([role, seesNobody(role) ? [] : personal.slice(0, 4)])
      if (!seesNobody(role)) continue
      for (const word of ['Quimby', 'Ada', 'Person', 'mail.example']) {
        expect((await caller.get(`${path()}?search=${word}`)).json()).toEqual({ count: 0, results: [] })
      }
    }
  })

  test('finds by id, filters by stage, and cuts pages at any offset', async () => {
    for (const role of those) {
      const caller = await asRole(role)
      const all: { id: number; stage: string }[] = (await caller.get(path())).json().results
      const last = all.at(-1) as { id: number; stage: string }
      const ids = async (query: string) => {
        const { count, results } = (await caller.get(`${path()}?${query}`)).json()
        return [count, results.map(({ id }: { id: number }) => id)]
      }
      expect(await ids(`search=${last.id}`)).toEqual([1, [last.id]])
      const same = all.filter(({ stage }) => stage === last.stage).map(({ id }) => id)
      expect(await ids(`stage=${last.stage}`)).toEqual([same.length, same])
      expect(await ids(`limit=1&offset=${all.length - 1}`)).toEqual([all.length, [last.id]])
      expect(await ids(`offset=${all.length + 90}`)).toEqual([all.length, []])
    }
  })

  test('does not exist for those who have such a list, but not this one; nor of something else', async () => {
    for (const stranger of strangers()) expect((await (await portal.as(stranger)).get(path())).statusCode).toBe(404)
    for (const role of those) expect((await (await asRole(role)).get(wrong())).statusCode).toBe(404)
    expect((await (await asRole('admin')).get(path().replace(/\d+/g, '999999'))).statusCode).toBe(404)
  })

  test('does not exist in another domain, whoever asks there', async () => {
    for (const who of [theirs.admin, theirs.manager, theirs.distributor, theirs.center, theirs.lab]) {
      expect([403, 404]).toContain((await (await portal.asOther(who)).get(path())).statusCode)
    }
  })

  test('is refused to every other role, to an observer and to nobody', async () => {
    for (const role of [...workingRoles, 'observer' as const].filter((each) => !those.some((mine) => mine === each))) {
      expect([role, (await (await asRole(role)).get(path())).statusCode]).toEqual([role, 403])
    }
    expect((await portal.guest.get(path())).statusCode).toBe(401)
  })

  test('says what is wrong with a filter', async () => {
    const bad = await (await asRole('admin')).get(`${path()}?stage=lost&limit=0&offset=-1`)
    expect([bad.statusCode, Object.keys(bad.json().errors).sort()]).toEqual([422, ['limit', 'offset', 'stage']])
  })

  test('is noted: how many were shown and of what, not what was searched', async () => {
    await (await asRole('admin')).get(`${path()}?search=quimby&stage=registered`)
    const { rows } = await portal.owner.query(
      `select * from audit_log where type = 'patients.listed' and actor_id = $1 order by id desc limit 1`,
      [ours.admin],
    )
    expect(rows[0].after.filters).toEqual(['search', 'stage'])
    expect(path()).toContain(`/${rows[0].subject_id}/`)
    expect(JSON.stringify(rows[0])).not.toContain('quimby')
  })
})

describe('the patients of a team', () => {
  test('are found by the company of a center, not by who stands behind it', async () => {
    const manager = await asRole('sales_manager')
    const found = async (word: string) =>
      namesIn(await manager.get(`/api/v1/sales-managers/${ours.manager}/patients/?search=${word}`))
    expect(await found('summit')).toEqual(['stored'])
    expect(await found('Referral Hou')).toEqual(['ofReferral'])
    expect(await found('harbor')).toEqual(newestFirst(['registered', 'received', 'ofOtherRep']))
    expect(await found('harvestcenter')).toEqual([])
    expect(await found('Foreign')).toEqual([])
  })

  test('leave the list of the distributor at once with their manager, and that of the manager with their rep', async () => {
    const { distributor, manager, rep, patient } = await portal.seed(async (db) => {
      const distributor = await createUser(db, 'sales_distributor')
      const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
      const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
      const center = await createCenter(db, { sales_rep_id: rep })
      return { distributor, manager, rep, patient: await createPatient(db, { harvest_center_id: center }) }
    })
    const [above, head] = [await portal.as(distributor), await portal.as(manager)]
    const ofManager = `/api/v1/sales-managers/${manager}/patients/`
    const ofDistributor = `/api/v1/sales-distributors/${distributor}/patients/`
    const ids = async (caller: typeof above, path: string) =>
      (await caller.get(path)).json().results?.map(({ id }: { id: number }) => id)
    expect([await ids(above, ofDistributor), await ids(above, ofManager)]).toEqual([[patient], [patient]])
    expect((await above.get(`/api/v1/sales-distributors/${manager}/remove-team/`)).statusCode).toBe(200)
    expect([await ids(above, ofDistributor), (await above.get(ofManager)).statusCode]).toEqual([[], 404])
    expect((await above.get(`/api/v1/users/${patient}/`)).statusCode).toBe(404)
    expect(await ids(head, ofManager)).toEqual([patient])
    expect((await head.get(`/api/v1/sales-rep/${rep}/remove-team/`)).statusCode).toBe(200)
    expect(await ids(head, ofManager)).toEqual([])
    expect((await head.get(`/api/v1/users/${patient}/`)).statusCode).toBe(404)
    expect(await ids(await portal.as(rep), '/api/v1/users/patient/list/')).toEqual([patient])
  })

  test('of a manager who was deactivated are the distributor’s still, but the manager is nobody to ask about', async () => {
    const { distributor, manager, patient } = await portal.seed(async (db) => {
      const distributor = await createUser(db, 'sales_distributor')
      const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor, active: false })
      const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
      const patient = await createPatient(db, { harvest_center_id: await createCenter(db, { sales_rep_id: rep }) })
      return { distributor, manager, patient }
    })
    const above = await portal.as(distributor)
    expect((await above.get(`/api/v1/sales-distributors/${distributor}/patients/`)).json().results[0].id).toBe(patient)
    expect((await above.get(`/api/v1/sales-managers/${manager}/patients/`)).statusCode).toBe(404)
  })
})

describe('GET /api/v1/harvest-centers/{id}/referral/patientList/', () => {
  const path = (id: number | string) => `/api/v1/harvest-centers/${id}/referral/patientList/`

  test('gives a referral center and an admin its patients by name', async () => {
    const named = await portal.seed((db) =>
      createUser(db, 'patient', { referral_harvest_center_id: others.referral, first_name: 'Bea', last_name: 'Aster' }),
    )
    await portal.seed((db) => createUser(db, 'patient', { referral_harvest_center_id: others.referral, active: false }))
    for (const who of [others.referral, ours.admin]) {
      expect((await (await portal.as(who)).get(path(others.referral))).json()).toEqual([{ id: named, name: 'Bea Aster' }])
    }
  })

  test('is nothing to others: refused by role, another’s does not exist', async () => {
    for (const role of ['harvest_center', 'hc_staff', 'sales_rep', 'lab', 'patient'] as const) {
      expect([role, (await (await asRole(role)).get(path(ours.referral))).statusCode]).toEqual([role, 403])
    }
    expect((await portal.guest.get(path(ours.referral))).statusCode).toBe(401)
    expect((await (await portal.as(others.referral)).get(path(ours.referral))).statusCode).toBe(404)
    expect((await (await asRole('admin')).get(path(ours.center))).statusCode).toBe(404)
    expect((await (await asRole('admin')).get(path('mine'))).statusCode).toBe(404)
    expect((await (await portal.asOther(theirs.admin)).get(path(ours.referral))).statusCode).toBe(404)
  })
})
