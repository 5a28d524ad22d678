import type { Role, WorkingRole } from '@vialdesk/contract/base/roles'
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

const personKeys = ['first_name', 'last_name', 'email', 'phone_number', 'address1', 'username']
const isSales = (role: Role) => role.startsWith('sales_')

/** The fixture names of the patients in an answer, in the same order. */
const namesIn = (answer: LightMyRequestResponse) =>
  answer.json().results.map(({ id }: { id: number }) => Object.entries(ours.patients).find(([, known]) => known === id)?.[0])
const newestFirst = (names: Name[]) => names.toSorted((a, b) => ours.patients[b] - ours.patients[a])

interface List {
  call: string
  path: () => string
  /** The roles that may make the call, each with the patients that it gets. */
  expected: Partial<Record<WorkingRole, Name[]>>
  /** Users of such a role who may not see this list. */
  strangers: () => number[]
  /** The same call with the id of a user of another role. */
  wrong: () => string
}

const team: Name[] = ['registered', 'received', 'stored', 'ofReferral', 'ofOtherRep']
const ofCenter: Name[] = ['registered', 'received', 'ofOtherRep']

const lists: List[] = [
  {
    call: 'GET /api/v1/harvest-centers/{id}/referral-patients/',
    path: () => `/api/v1/harvest-centers/${ours.center}/referral-patients/`,
    expected: { admin: ['stored'], harvest_center: ['stored'], hc_staff: ['stored'] },
    strangers: () => [ours.other, ours.foreign],
    wrong: () => `/api/v1/harvest-centers/${ours.lab}/referral-patients/`,
  },
  {
    call: 'GET /api/v1/harvest-centers/referral/{id}/patients/',
    path: () => `/api/v1/harvest-centers/referral/${ours.referral}/patients/`,
    expected: {
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
    call: 'GET /api/v1/sales-managers/{id}/patients/',
    path: () => `/api/v1/sales-managers/${ours.manager}/patients/`,
    expected: { admin: team, sales_manager: team, sales_distributor: team },
    strangers: () => [others.manager, others.distributor],
    wrong: () => `/api/v1/sales-managers/${ours.rep}/patients/`,
  },
  {
    call: 'GET /api/v1/sales-distributors/{id}/patients/',
    path: () => `/api/v1/sales-distributors/${ours.distributor}/patients/`,
    expected: { admin: team, sales_distributor: team },
    strangers: () => [others.distributor],
    wrong: () => `/api/v1/sales-distributors/${ours.manager}/patients/`,
  },
  {
    call: 'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/',
    path: () => `/api/v1/processing-labs/${ours.lab}/harvestcenter/${ours.center}/patients/`,
    expected: { admin: ofCenter, lab: ofCenter },
    strangers: () => [others.lab],
    wrong: () => `/api/v1/processing-labs/${ours.lab}/harvestcenter/${ours.foreign}/patients/`,
  },
]

describe.each(lists)('$call', ({ path, expected, strangers, wrong }) => {
  const roles = Object.keys(expected) as WorkingRole[]

  test('returns to each role exactly the patients that it may see, newest first', async () => {
    for (const role of roles) {
      const answer = await (await asRole(role)).get(path())
      expect([role, answer.statusCode]).toEqual([role, 200])
      expect([role, namesIn(answer)]).toEqual([role, newestFirst(expected[role] ?? [])])
      expect(answer.json().count).toBe(expected[role]?.length)
    }
  })

  test('returns the person to every role except sales roles', async () => {
    for (const role of roles) {
      const caller = await asRole(role)
      const row = (await caller.get(path())).json().results[0]
      expect([role, personKeys.filter((key) => key in row)]).toEqual([role, isSales(role) ? [] : personKeys.slice(0, 4)])
      if (!isSales(role)) continue
      for (const word of ['Quimby', 'Ada', 'Person', 'mail.example']) {
        expect((await caller.get(`${path()}?search=${word}`)).json()).toEqual({ count: 0, results: [] })
      }
    }
  })

  test('searches by id, filters by stage, and pages at any offset', async () => {
    for (const role of roles) {
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

  test('answers 404 for the list of a stranger and for an id of another role', async () => {
    for (const stranger of strangers()) expect((await (await portal.as(stranger)).get(path())).statusCode).toBe(404)
    for (const role of roles) expect((await (await asRole(role)).get(wrong())).statusCode).toBe(404)
    expect((await (await asRole('admin')).get(path().replace(/\d+/g, '999999'))).statusCode).toBe(404)
  })

  test('refuses all users of another domain', async () => {
    for (const id of [theirs.admin, theirs.manager, theirs.distributor, theirs.center, theirs.lab]) {
      expect([403, 404]).toContain((await (await portal.asOther(id)).get(path())).statusCode)
    }
  })

  test('refuses invalid filters by their fields', async () => {
    const bad = await (await asRole('admin')).get(`${path()}?stage=lost&limit=0&offset=-1`)
    expect([bad.statusCode, Object.keys(bad.json().errors).sort()]).toEqual([422, ['limit', 'offset', 'stage']])
  })

  test('audits the list and its filters, but not the search text', async () => {
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
  test('are found by the company of a center, not by the person of the center', async () => {
    const manager = await asRole('sales_manager')
    const found = async (word: string) =>
      namesIn(await manager.get(`/api/v1/sales-managers/${ours.manager}/patients/?search=${word}`))
    expect(await found('summit')).toEqual(['stored'])
    expect(await found('Referral Hou')).toEqual(['ofReferral'])
    expect(await found('harbor')).toEqual(newestFirst(['registered', 'received', 'ofOtherRep']))
    expect(await found('harvestcenter')).toEqual([])
    expect(await found('Foreign')).toEqual([])
  })

  test('leave the list of the distributor when their manager leaves, and that of the manager when their rep leaves', async () => {
    const { distributor, manager, rep, patient } = await portal.seed(async (db) => {
      const distributor = await createUser(db, 'sales_distributor')
      const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
      const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
      const center = await createCenter(db, { sales_rep_id: rep })
      return { distributor, manager, rep, patient: await createPatient(db, { harvest_center_id: center }) }
    })
    const [distributorClient, managerClient] = [await portal.as(distributor), await portal.as(manager)]
    const ofManager = `/api/v1/sales-managers/${manager}/patients/`
    const ofDistributor = `/api/v1/sales-distributors/${distributor}/patients/`
    const ids = async (caller: typeof distributorClient, path: string) =>
      (await caller.get(path)).json().results?.map(({ id }: { id: number }) => id)
    expect([await ids(distributorClient, ofDistributor), await ids(distributorClient, ofManager)]).toEqual([[patient], [patient]])
    expect((await distributorClient.get(`/api/v1/sales-distributors/${manager}/remove-team/`)).statusCode).toBe(200)
    expect([await ids(distributorClient, ofDistributor), (await distributorClient.get(ofManager)).statusCode]).toEqual([[], 404])
    expect((await distributorClient.get(`/api/v1/users/${patient}/`)).statusCode).toBe(404)
    expect(await ids(managerClient, ofManager)).toEqual([patient])
    expect((await managerClient.get(`/api/v1/sales-rep/${rep}/remove-team/`)).statusCode).toBe(200)
    expect(await ids(managerClient, ofManager)).toEqual([])
    expect((await managerClient.get(`/api/v1/users/${patient}/`)).statusCode).toBe(404)
    expect(await ids(await portal.as(rep), '/api/v1/users/patient/list/')).toEqual([patient])
  })

  test('stay in the list of the distributor when their manager becomes inactive, while the list of the manager is gone', async () => {
    const { distributor, manager, patient } = await portal.seed(async (db) => {
      const distributor = await createUser(db, 'sales_distributor')
      const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor, active: false })
      const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
      const patient = await createPatient(db, { harvest_center_id: await createCenter(db, { sales_rep_id: rep }) })
      return { distributor, manager, patient }
    })
    const distributorClient = await portal.as(distributor)
    expect((await distributorClient.get(`/api/v1/sales-distributors/${distributor}/patients/`)).json().results[0].id).toBe(
      patient,
    )
    expect((await distributorClient.get(`/api/v1/sales-managers/${manager}/patients/`)).statusCode).toBe(404)
  })
})

describe('GET /api/v1/harvest-centers/{id}/referral/patientList/', () => {
  const path = (id: number | string) => `/api/v1/harvest-centers/${id}/referral/patientList/`

  test('returns the patients of a referral center by name to the center and to admins', async () => {
    const named = await portal.seed((db) =>
      createUser(db, 'patient', { referral_harvest_center_id: others.referral, first_name: 'Bea', last_name: 'Aster' }),
    )
    await portal.seed((db) => createUser(db, 'patient', { referral_harvest_center_id: others.referral, active: false }))
    for (const id of [others.referral, ours.admin]) {
      expect((await (await portal.as(id)).get(path(others.referral))).json()).toEqual([{ id: named, name: 'Bea Aster' }])
    }
  })

  test('refuses other roles, and answers 404 for another center', async () => {
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
