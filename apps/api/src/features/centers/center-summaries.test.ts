import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: Awaited<ReturnType<typeof createUsers>>
let theirs: { admin: number; rep: number; lab: number }

const createUsers = () =>
  portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
    const lab = await createUser(db, 'lab', { company: 'Alpha Lab', email: 'alpha@lab.example', phone_number: '+1 555 0100' })
    const otherLab = await createUser(db, 'lab', { company: 'Beta Lab' })
    const north = await createCenter(db, {
      company: 'North',
      city: 'Salem',
      state_desc: 'Oregon',
      sales_rep_id: rep,
      lab_id: lab,
    })
    const south = await createCenter(db, { company: 'South', phone_number: '+1 555 0101', sales_rep_id: rep, lab_id: lab })
    await createCenter(db, { company: 'Closed', sales_rep_id: rep, lab_id: lab, active: false })
    const elsewhere = await createCenter(db, { company: 'Elsewhere', lab_id: otherLab })
    const referral = await createUser(db, 'referral_harvest_center', { company: 'Practice', sales_rep_id: rep })
    for (const active of [true, true, false]) await createPatient(db, { harvest_center_id: north, active })
    // A patient of the rep, which must not be listed as a center.
    await createPatient(db, { harvest_center_id: elsewhere, referral_harvest_center_id: referral, sales_rep_id: rep })
    return {
      ...{ distributor, manager, rep, lab, otherLab, north, south, elsewhere, referral },
      ...{ hc: north, admin: await createUser(db, 'admin'), patient: await createPatient(db, { harvest_center_id: north }) },
      staff: await createUser(db, 'hc_staff'),
      observer: await createUser(db, 'observer', { lab_id: lab }),
      adrift: await createUser(db, 'observer'),
      otherDistributor: await createUser(db, 'sales_distributor'),
      otherManager: await createUser(db, 'sales_manager'),
      otherRep: await createUser(db, 'sales_rep'),
    }
  })

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await createUsers()
  theirs = await portal.seedOther(async (db) => ({
    admin: await createUser(db, 'admin'),
    rep: await createUser(db, 'sales_rep'),
    lab: await createUser(db, 'lab'),
  }))
})
afterAll(() => portal.close())

type Name = keyof typeof ids
const statusFor = async (reader: Name, path: string) => (await (await portal.as(ids[reader])).get(path)).statusCode
const read = async (reader: Name, path: string) => (await (await portal.as(ids[reader])).get(path)).json()
const companies = (page: { results: { company: string }[] }) => page.results.map(({ company }) => company)

describe.each(['harvest-centers', 'referral-harvest-centers'])('GET /api/v1/%s/sales-rep/{id}/', (list) => {
  const path = (rep: number) => `/api/v1/${list}/sales-rep/${rep}/`
  const wanted = list === 'harvest-centers' ? ['South', 'North'] : ['Practice']

  test.each(['admin', 'rep', 'manager', 'distributor'] as const)(
    'returns the active centers of the rep to the %s, newest first',
    async (reader) => {
      const page = await read(reader, path(ids.rep))
      expect([page.count, companies(page)]).toEqual([wanted.length, wanted])
    },
  )
  test.each(['otherDistributor', 'otherManager', 'otherRep'] as const)('does not find the rep for the %s', async (reader) => {
    expect(await statusFor(reader, path(ids.rep))).toBe(404)
  })
  test('does not find other domains or users who are not reps', async () => {
    expect((await (await portal.asOther(theirs.admin)).get(path(ids.rep))).statusCode).toBe(404)
    for (const id of [theirs.rep, ids.manager, ids.north, 999_999]) expect(await statusFor('admin', path(id))).toBe(404)
  })
  test('returns five centers a page by default, and the count on an empty page too', async () => {
    const rep = await portal.seed(async (db) => {
      const id = await createUser(db, 'sales_rep')
      const role = list === 'harvest-centers' ? 'harvest_center' : 'referral_harvest_center'
      for (let n = 1; n <= 7; n++) await createUser(db, role, { company: `Clinic ${n}`, sales_rep_id: id })
      return id
    })
    const five = await read('admin', path(rep))
    expect([five.count, five.results.length, five.results[0].company]).toEqual([7, 5, 'Clinic 7'])
    expect(companies(await read('admin', `${path(rep)}?offset=5`))).toEqual(['Clinic 2', 'Clinic 1'])
    expect(await read('admin', `${path(rep)}?offset=50`)).toEqual({ count: 7, results: [] })
    expect(await read('otherRep', path(ids.otherRep))).toEqual({ count: 0, results: [] })
  })
  test.each(['limit=101', 'limit=0', 'limit=x', 'offset=-1'])('refuses %s and names the field', async (query) => {
    const answer = await (await portal.as(ids.admin)).get(`${path(ids.rep)}?${query}`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [query.split('=')[0]]])
  })
})

describe('the number of patients of a center', () => {
  test('counts the active patients of a harvest center', async () => {
    const [south, north] = (await read('rep', `/api/v1/harvest-centers/sales-rep/${ids.rep}/`)).results
    expect([north.patients, south.patients]).toEqual([3, 0])
    expect(north).toMatchObject({ company: 'North', city: 'Salem', state_desc: 'Oregon' })
    expect(south).toMatchObject({ phone_number: '+1 555 0101', email: expect.stringContaining('@') })
  })
  test('follows a patient that moves to another center', async () => {
    const countPatients = async () => (await read('rep', `/api/v1/harvest-centers/sales-rep/${ids.rep}/`)).results[0].patients
    const moved = await portal.seed((db) => createPatient(db, { harvest_center_id: ids.south }))
    expect(await countPatients()).toBe(1)
    await (await portal.as(ids.admin)).patch(`/api/v1/users/${moved}/`, { harvest_center_id: ids.elsewhere })
    expect(await countPatients()).toBe(0)
  })
  test('counts the patients that a referral center referred', async () => {
    expect((await read('rep', `/api/v1/referral-harvest-centers/sales-rep/${ids.rep}/`)).results).toMatchObject([
      { company: 'Practice', patients: 1 },
    ])
  })
})

describe('a manager that leaves its distributor', () => {
  test('hides its reps from the distributor at once', async () => {
    const [distributor, manager, rep] = await portal.seed(async (db) => {
      const above = await createUser(db, 'sales_distributor')
      const middle = await createUser(db, 'sales_manager', { sales_distributor_id: above })
      return [above, middle, await createUser(db, 'sales_rep', { sales_manager_id: middle })] as const
    })
    const path = `/api/v1/harvest-centers/sales-rep/${rep}/`
    const above = await portal.as(distributor)
    expect((await above.get(path)).statusCode).toBe(200)
    await (await portal.as(ids.admin)).patch(`/api/v1/users/${manager}/`, { sales_distributor_id: null })
    expect((await above.get(path)).statusCode).toBe(404)
  })
})

describe('GET /api/v1/processing-labs/', () => {
  const path = '/api/v1/processing-labs/'
  test('returns all active labs to an admin by name, with the number of their centers', async () => {
    const labs: { company: string; centers: number }[] = await read('admin', path)
    expect(labs.slice(0, 2)).toMatchObject([
      { id: ids.lab, company: 'Alpha Lab', email: 'alpha@lab.example', phone_number: '+1 555 0100', centers: 2 },
      { id: ids.otherLab, company: 'Beta Lab', centers: 1 },
    ])
  })
  test('returns only the own lab to a lab', async () => {
    expect(await read('otherLab', path)).toMatchObject([{ id: ids.otherLab, centers: 1 }])
  })
  test('leaves out other domains', async () => {
    expect(await (await (await portal.asOther(theirs.admin)).get(path)).json()).toMatchObject([{ id: theirs.lab, centers: 0 }])
  })
})

describe('GET /api/v1/processing-labs/{id}/harvestcenters/', () => {
  const path = (lab: number) => `/api/v1/processing-labs/${lab}/harvestcenters/`

  test.each(['admin', 'lab'] as const)('returns all active centers with their numbers of patients to the %s', async (reader) => {
    const page = await read(reader, path(ids.lab))
    expect([page.count, companies(page)]).toEqual([2, ['South', 'North']])
    expect(page.results[1]).toMatchObject({ id: ids.north, patients: 3, email: expect.any(String) })
  })
  test('returns only the own center to a center', async () => {
    const page = await read('north', path(ids.lab))
    expect([page.count, companies(page)]).toEqual([1, ['North']])
    expect(await statusFor('north', path(ids.otherLab))).toBe(404)
  })
  test('returns names and places to an observer, without contact data and numbers of patients', async () => {
    const page = await read('observer', path(ids.lab))
    expect([page.count, companies(page)]).toEqual([2, ['South', 'North']])
    for (const row of page.results)
      expect(Object.keys(row).toSorted()).toEqual(['city', 'company', 'date_joined', 'id', 'state_desc'])
    expect(await statusFor('observer', path(ids.otherLab))).toBe(404)
    expect(await statusFor('adrift', path(ids.lab))).toBe(404)
  })
  test('does not find the lab for another lab', async () => {
    expect(await statusFor('otherLab', path(ids.lab))).toBe(404)
  })
  test('does not find other domains or users who are not labs', async () => {
    expect((await (await portal.asOther(theirs.admin)).get(path(ids.lab))).statusCode).toBe(404)
    for (const id of [theirs.lab, ids.north, ids.observer, 999_999]) expect(await statusFor('admin', path(id))).toBe(404)
  })
  test('finds a deactivated lab for admins only', async () => {
    const [lab, center] = await portal.seed(async (db) => {
      const id = await createUser(db, 'lab', { active: false })
      return [id, await createCenter(db, { company: 'Left over', lab_id: id })] as const
    })
    expect(companies(await read('admin', path(lab)))).toEqual(['Left over'])
    expect((await (await portal.as(center)).get(path(lab))).statusCode).toBe(404)
  })
  test('refuses an invalid limit and names the field', async () => {
    const answer = await (await portal.as(ids.lab)).get(`${path(ids.lab)}?limit=many`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['limit']])
  })
})
