import { type WorkingRole, workingRoles } from '@vialdesk/contract/base/roles'
import { Stage } from '@vialdesk/contract/people/patients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { countStages } from './patient-pages.queries.ts'
import { type Business, createBusiness } from './patients.fixture.ts'
import { findPatients } from './patients.queries.ts'

let portal: TestPortal
afterAll(() => portal.close())

let business: Business
let theirs: Business
beforeAll(async () => {
  portal = await startTestPortal()
  business = await portal.seed(createBusiness)
  theirs = await portal.seedOther(createBusiness)
})

const byRole = (): Record<WorkingRole, number> => ({
  lab: business.lab,
  patient: business.patients.registered,
  sales_rep: business.rep,
  harvest_center: business.center,
  referral_harvest_center: business.referral,
  sales_manager: business.manager,
  admin: business.admin,
  sales_distributor: business.distributor,
  hc_staff: business.staff,
})

const idsOf = (answer: { json(): { results: { id: number }[] } }) => answer.json().results.map((row) => row.id)
const newestFirst = (ids: number[]) => ids.toSorted((a, b) => b - a)

describe('GET /api/v1/users/patient/list/', () => {
  const path = '/api/v1/users/patient/list/'

  test.each<[WorkingRole, (keyof Business['patients'])[]]>([
    ['lab', ['registered', 'received', 'stored', 'ofOtherRep']],
    ['harvest_center', ['registered', 'received', 'stored', 'ofOtherRep']],
    ['hc_staff', ['registered', 'received', 'stored', 'ofOtherRep']],
    ['referral_harvest_center', ['ofReferral']],
    ['sales_rep', ['registered', 'received', 'ofReferral']],
    ['sales_manager', ['registered', 'received', 'stored', 'ofReferral', 'ofOtherRep']],
    ['sales_distributor', ['registered', 'received', 'stored', 'ofReferral', 'ofOtherRep']],
    ['admin', ['registered', 'received', 'stored', 'ofReferral', 'ofOtherRep', 'foreign']],
  ])('returns exactly the visible patients to a %s, newest first', async (role, expected) => {
    const answer = await (await portal.as(byRole()[role])).get(path)
    expect(answer.statusCode).toBe(200)
    expect(idsOf(answer)).toEqual(newestFirst(expected.map((name) => business.patients[name])))
    expect(answer.json().count).toBe(expected.length)
  })

  test.each(workingRoles.filter((role) => role !== 'patient'))(
    '%s: pages and stage counts agree with the visibility rule',
    async (role) => {
      const viewer = { id: byRole()[role], role }
      const all = await portal.seed((db) =>
        db
          .selectFrom('users')
          .select('users.id')
          .where('users.domain_id', '=', db.domainId)
          .where(patientsSeenBy(viewer))
          .orderBy('users.id', 'desc')
          .execute(),
      )
      for (const offset of [0, 1, all.length, all.length + 5]) {
        const page = await portal.seed((db) => findPatients(db, viewer, { limit: 2, offset }))
        expect(page.results.map((row) => row.id)).toEqual(all.slice(offset, offset + 2).map((row) => row.id))
        expect(page.count).toBe(all.length)
      }
      const stages = await portal.seed((db) => countStages(db, viewer))
      expect(stages.map((each) => each.stage)).toEqual(Stage.options)
      expect(stages.reduce((sum, each) => sum + each.count, 0)).toBe(all.length)
      for (const { stage, count } of stages) {
        const page = await portal.seed((db) => findPatients(db, viewer, { limit: 50, offset: 0, stage }))
        expect([page.count, page.results.length]).toEqual([count, count])
        expect(page.results.every((row) => row.stage === stage)).toBe(true)
      }
    },
  )

  test('returns the person and the stage to a center', async () => {
    const answer = await (await portal.as(business.center)).get(`${path}?search=quimb`)
    expect(answer.json()).toMatchObject({
      count: 1,
      results: [
        {
          id: business.patients.registered,
          first_name: 'Ada',
          stage: 'registered',
          vials_available: 0,
          number_times_qc_done: 0,
          hc_desc: [{ id: business.center, company: 'Harbor Clinic' }],
          rhc_desc: [],
          referral_hc_desc: [],
        },
      ],
    })
  })

  test('searches by id and by name among visible patients only', async () => {
    const lab = await portal.as(business.lab)
    expect(idsOf(await lab.get(`${path}?search=${business.patients.received}`))).toEqual([business.patients.received])
    expect(idsOf(await lab.get(`${path}?search=${business.patients.foreign}`))).not.toContain(business.patients.foreign)
    expect((await (await portal.as(business.admin)).get(`${path}?search=Quimby&limit=1`)).json()).toMatchObject({
      count: 2,
      results: [{ last_name: 'Quimby' }],
    })
  })

  test.each<WorkingRole>(['lab', 'harvest_center', 'hc_staff', 'referral_harvest_center', 'admin'])(
    '%s: a search for words of all patients finds the same as no search, at any stage and offset',
    async (role) => {
      const caller = await portal.as(byRole()[role])
      const list = async (query: string) => (await caller.get(`${path}?limit=2&${query}`)).json()
      const everybody = ['m&offset=0', 'mail example&offset=0', 'Exam MAIL&offset=1', 'mail example&offset=90']
      for (const stage of ['', '&stage=registered', '&stage=received', '&stage=plated']) {
        for (const search of everybody) {
          const all = await list(`${search.slice(search.indexOf('&') + 1)}${stage}`)
          expect([search, stage, await list(`search=${search}${stage}`)]).toEqual([search, stage, all])
        }
        for (const search of ['nobody', 'mail nobody', '!!']) {
          expect([search, stage, await list(`search=${search}${stage}`)]).toEqual([search, stage, { count: 0, results: [] }])
        }
      }
    },
  )

  test.each<WorkingRole>(['sales_rep', 'sales_manager', 'sales_distributor'])(
    'neither returns the person to a %s nor searches it',
    async (role) => {
      const sales = await portal.as(byRole()[role])
      const keys = new Set((await sales.get(path)).json().results.flatMap(Object.keys))
      for (const key of ['first_name', 'last_name', 'email', 'phone_number']) expect(keys).not.toContain(key)
      for (const word of ['Quimby', 'Ada', 'Person', 'patient', 'mail.example']) {
        expect((await sales.get(`${path}?search=${word}`)).json()).toEqual({ count: 0, results: [] })
      }
    },
  )

  test('lets a sales rep search by id and by company, but not by the person of a center', async () => {
    const rep = await portal.as(business.rep)
    expect(idsOf(await rep.get(`${path}?search=${business.patients.received}`))).toEqual([business.patients.received])
    expect(idsOf(await rep.get(`${path}?search=harb`))).toEqual(
      newestFirst([business.patients.registered, business.patients.received]),
    )
    expect(idsOf(await rep.get(`${path}?search=House`))).toEqual([business.patients.ofReferral])
    expect(idsOf(await rep.get(`${path}?search=harvestcenter`))).toEqual([])
  })

  test('audits the count and the filters, but not the search text', async () => {
    await (await portal.as(business.center)).get(`${path}?search=quimby`)
    const { rows } = await portal.owner.query(
      `select * from audit_log where type = 'patients.listed' and actor_id = $1 order by id desc limit 1`,
      [business.center],
    )
    expect(rows[0].after).toEqual({ list: 'GET /api/v1/users/patient/list/', count: 1, filters: ['search'] })
    expect(JSON.stringify(rows[0])).not.toContain('quimby')
  })

  test('refuses patients, guests and invalid filters', async () => {
    expect((await (await portal.as(business.patients.registered)).get(path)).statusCode).toBe(403)
    expect((await portal.guest.get(path)).statusCode).toBe(401)
    const bad = await (await portal.as(business.admin)).get(`${path}?stage=lost&limit=1000`)
    expect(bad.statusCode).toBe(422)
    expect(Object.keys(bad.json().errors)).toEqual(expect.arrayContaining(['stage', 'limit']))
  })

  test("returns only the domain's own patients to another domain's admin", async () => {
    const answer = await (await portal.asOther(theirs.admin)).get(`${path}?limit=100`)
    const ours = new Set(Object.values(business.patients))
    expect(answer.json().count).toBe(6)
    expect(idsOf(answer).some((id) => ours.has(id))).toBe(false)
  })
})

describe('GET /api/v1/harvest-centers/{id}/patients/', () => {
  const path = (id: number) => `/api/v1/harvest-centers/${id}/patients/`

  test.each<[WorkingRole, (keyof Business['patients'])[]]>([
    ['admin', ['registered', 'received', 'ofOtherRep']],
    ['harvest_center', ['registered', 'received', 'ofOtherRep']],
    ['hc_staff', ['registered', 'received', 'ofOtherRep']],
    ['lab', ['registered', 'received', 'ofOtherRep']],
    ['sales_rep', ['registered', 'received']],
    ['sales_manager', ['registered', 'received', 'ofOtherRep']],
    ['sales_distributor', ['registered', 'received', 'ofOtherRep']],
  ])('returns the visible patients of the center to a %s', async (role, expected) => {
    const answer = await (await portal.as(byRole()[role])).get(path(business.center))
    expect(idsOf(answer)).toEqual(newestFirst(expected.map((name) => business.patients[name])))
    expect('email' in answer.json().results[0]).toBe(!role.startsWith('sales'))
  })

  test('answers 404 for a center that the viewer may not see', async () => {
    for (const role of ['harvest_center', 'hc_staff', 'lab', 'sales_rep'] as const) {
      expect((await (await portal.as(byRole()[role])).get(path(business.foreign))).statusCode).toBe(404)
    }
    expect((await (await portal.as(business.admin)).get(path(business.lab))).statusCode).toBe(404)
    expect((await (await portal.asOther(theirs.admin)).get(path(business.center))).statusCode).toBe(404)
  })

  test('filters by stage and refuses an invalid filter by its field', async () => {
    const center = await portal.as(business.center)
    expect(idsOf(await center.get(`${path(business.center)}?stage=received`))).toEqual([business.patients.received])
    const bad = await center.get(`${path(business.center)}?offset=-1`)
    expect([bad.statusCode, Object.keys(bad.json().errors)]).toEqual([422, ['offset']])
  })

  test('refuses patients, referral centers and guests', async () => {
    expect((await (await portal.as(business.patients.registered)).get(path(business.center))).statusCode).toBe(403)
    expect((await (await portal.as(business.referral)).get(path(business.center))).statusCode).toBe(403)
    expect((await portal.guest.get(path(business.center))).statusCode).toBe(401)
  })
})

describe('GET /api/v1/harvest-centers/{id}/patientList/', () => {
  const path = (id: number | string) => `/api/v1/harvest-centers/${id}/patientList/`

  test('returns the active patients of a center by name', async () => {
    const answer = await (await portal.as(business.center)).get(path(business.center))
    expect(answer.json()[0]).toEqual({ id: business.patients.registered, name: 'Ada Quimby' })
    expect(answer.json()).toHaveLength(3)
  })

  test('refuses labs, and answers 404 for another center', async () => {
    expect((await (await portal.as(business.lab)).get(path(business.center))).statusCode).toBe(403)
    expect((await (await portal.as(business.other)).get(path(business.center))).statusCode).toBe(404)
    expect((await (await portal.asOther(theirs.admin)).get(path(business.center))).statusCode).toBe(404)
    expect((await (await portal.as(business.center)).get(path('mine'))).statusCode).toBe(404)
  })
})
