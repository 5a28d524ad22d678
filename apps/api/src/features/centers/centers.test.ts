import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
let theirAdmin: TestClient
let ids: Awaited<ReturnType<typeof createUsers>>

const createUsers = () =>
  portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
    const lab = await createUser(db, 'lab', { company: 'Zenith Lab' })
    const north = await createCenter(db, { company: 'North', sales_rep_id: rep, lab_id: lab })
    const south = await createCenter(db, { company: 'South', lab_id: lab })
    await createCenter(db, { company: 'Closed', sales_rep_id: rep, lab_id: lab, active: false })
    const referral = await createUser(db, 'referral_harvest_center', { company: 'Referring Practice', sales_rep_id: rep })
    return { distributor, manager, rep, lab, north, south, referral, admin: await createUser(db, 'admin') }
  })

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await createUsers()
  admin = await portal.as(ids.admin)
  theirAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const expectForbidden = async (path: string, reader: number) => {
  expect((await (await portal.as(reader)).get(path)).statusCode).toBe(403)
  expect((await portal.guest.get(path)).statusCode).toBe(401)
}

describe('GET /api/v1/users/lab/', () => {
  test('returns the active labs of the domain to an admin', async () => {
    expect((await admin.get('/api/v1/users/lab/')).json()).toEqual([{ id: ids.lab, company: 'Zenith Lab' }])
    expect((await theirAdmin.get('/api/v1/users/lab/')).json()).toEqual([])
    await expectForbidden('/api/v1/users/lab/', ids.lab)
  })
})

describe('GET /api/v1/harvest-centers/list-all/', () => {
  const path = '/api/v1/harvest-centers/list-all/'
  test('returns all active centers to an admin, by name', async () => {
    expect((await admin.get(path)).json()).toEqual([
      { id: ids.north, company: 'North' },
      { id: ids.south, company: 'South' },
    ])
  })
  test.each(['rep', 'manager', 'distributor'] as const)('returns its own centers to the %s', async (reader) => {
    expect((await (await portal.as(ids[reader])).get(path)).json()).toEqual([{ id: ids.north, company: 'North' }])
  })
  test('is forbidden to other roles, and leaves out other domains', async () => {
    await expectForbidden(path, ids.north)
    expect((await theirAdmin.get(path)).json()).toEqual([])
  })
})

describe.each([
  ['harvest-centers', 'harvest_center', 'south', 'south'],
  ['referral-harvest-centers', 'referral_harvest_center', 'referral', 'referring'],
] as const)('GET /api/v1/%s/', (list, role, newest, word) => {
  const path = `/api/v1/${list}/`
  const counts = { harvest_center: 3, referral_harvest_center: 2 }

  test('returns centers newest first, with an exact count, pages and search', async () => {
    const company = `Newer ${role}`
    const newer = await portal.seed((db) => createUser(db, role, { company, sales_rep_id: ids.rep }))
    const page = (await admin.get(path)).json()
    expect([page.count, page.results[0], page.results[1].id]).toMatchObject([
      counts[role],
      { id: newer, company, saless_rep_id: ids.rep },
      ids[newest],
    ])
    expect((await admin.get(`${path}?limit=1&offset=1`)).json()).toMatchObject({
      count: counts[role],
      results: [{ id: ids[newest] }],
    })
    expect((await admin.get(`${path}?search=${word}`)).json()).toMatchObject({ count: 1, results: [{ id: ids[newest] }] })
  })
  test('is forbidden to other roles, and leaves out other domains', async () => {
    await expectForbidden(path, ids[newest])
    expect((await theirAdmin.get(path)).json()).toEqual({ count: 0, results: [] })
  })
  test('refuses an invalid limit and names the field', async () => {
    const answer = await admin.get(`${path}?limit=many`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['limit']])
  })
})
