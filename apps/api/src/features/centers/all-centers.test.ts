import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
let ids: Record<'lab' | 'otherLab' | 'manager' | 'rep' | 'center' | 'other' | 'referral', number>
beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => {
    const manager = await createUser(db, 'sales_manager')
    const rep = await createUser(db, 'sales_rep', { first_name: 'Rita', last_name: 'Rep', sales_manager_id: manager })
    const lab = await createUser(db, 'lab', { company: 'North Lab', city: 'Austin' })
    const otherLab = await createUser(db, 'lab', { company: 'South Lab' })
    const center = await createCenter(db, { company: 'Harbor Clinic', sales_rep_id: rep, lab_id: lab })
    const other = await createCenter(db, { company: 'Summit Clinic', lab_id: otherLab })
    await createCenter(db, { company: 'Harbor Closed', lab_id: lab, active: false })
    const referral = await createUser(db, 'referral_harvest_center', { company: 'Referral House', sales_rep_id: rep })
    await db.insertRow('referral_centers', { referral_center_id: referral, center_id: center })
    for (const harvest_center_id of [center, center, other]) await createPatient(db, { harvest_center_id })
    await createUser(db, 'patient', { referral_harvest_center_id: referral })
    return { lab, otherLab, manager, rep, center, other, referral }
  })
  await portal.seedOther((db) => createCenter(db, { company: 'Harbor Elsewhere' }))
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

interface Row {
  id: number
  patients: number
}
const list = async (path: string) => (await admin.get(path)).json<{ count: number; results: Row[] }>()
const idsOf = async (path: string) => (await list(path)).results.map(({ id }) => id)

describe('GET /api/v1/harvest-centers/', () => {
  test('returns lab, rep and number of patients of each active center', async () => {
    const { count, results } = await list('/api/v1/harvest-centers/')
    expect(count).toBe(2)
    expect(results.find(({ id }) => id === ids.center)).toMatchObject({
      company: 'Harbor Clinic',
      lab: { id: ids.lab, company: 'North Lab' },
      sales_rep: { id: ids.rep, first_name: 'Rita', last_name: 'Rep' },
      harvest_centers: [],
      patients: 2,
    })
  })

  test.each([
    ['of a lab', () => `lab_id=${ids.lab}`, () => [ids.center]],
    ['of a rep', () => `sales_rep_id=${ids.rep}`, () => [ids.center]],
    ['of a lab by a word', () => `lab_id=${ids.lab}&search=harbor`, () => [ids.center]],
    ['of a lab, without a match', () => `lab_id=${ids.lab}&search=summit`, () => []],
    ['of a rep of another lab', () => `lab_id=${ids.otherLab}&sales_rep_id=${ids.rep}`, () => []],
  ])('filters the centers %s', async (_, query, expected) => {
    const { count, results } = await list(`/api/v1/harvest-centers/?${query()}`)
    expect(results.map(({ id }) => id)).toEqual(expected())
    expect(count).toBe(expected().length)
  })

  test('refuses a filter that is no id', async () => {
    const answer = await admin.get('/api/v1/harvest-centers/?lab_id=north')
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(['lab_id'])
  })
})

describe('GET /api/v1/referral-harvest-centers/', () => {
  test('returns the harvest centers that a referral center refers to, and filters by them', async () => {
    const { results } = await list(`/api/v1/referral-harvest-centers/?harvest_center_id=${ids.center}`)
    expect(results).toMatchObject([
      { id: ids.referral, harvest_centers: [{ id: ids.center, company: 'Harbor Clinic' }], patients: 1 },
    ])
    expect(await idsOf(`/api/v1/referral-harvest-centers/?harvest_center_id=${ids.other}`)).toEqual([])
  })
})

describe('GET /api/v1/labs/', () => {
  test('returns labs with their active centers and the patients of these', async () => {
    const { results } = await list('/api/v1/labs/?search=north')
    expect(results).toMatchObject([{ id: ids.lab, city: 'Austin', centers: 1, patients: 2 }])
  })

  test('returns the labs of the own domain only', async () => {
    const other = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await other.get('/api/v1/labs/?search=north')).json().count).toBe(0)
  })
})

describe('GET /api/v1/team-centers/', () => {
  test('returns the centers of the reps of the team, by kind and rep', async () => {
    const manager = await portal.as(ids.manager)
    const read = async (query = '') => (await manager.get(`/api/v1/team-centers/?${query}`)).json()
    expect(await read()).toMatchObject({
      count: 2,
      results: [
        { id: ids.referral, kind: 'referral_harvest_center', patients: 1 },
        { id: ids.center, kind: 'harvest_center', sales_rep: { id: ids.rep }, patients: 2 },
      ],
    })
    expect((await read('kind=harvest_center&search=harbor')).results).toMatchObject([{ id: ids.center }])
    expect((await read(`sales_rep_id=${ids.manager}`)).count).toBe(0)
  })

  test('is empty for a manager without a team', async () => {
    const stranger = await portal.as(await portal.seed((db) => createUser(db, 'sales_manager')))
    expect((await stranger.get('/api/v1/team-centers/')).json()).toEqual({ count: 0, results: [] })
  })
})
