import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
let ids: Record<'distributor' | 'manager' | 'rep' | 'former' | 'alone', number>
beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor', { last_name: 'Quimby' })
    const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
    const former = await createUser(db, 'sales_rep', { sales_manager_id: manager, active: false })
    const alone = await createUser(db, 'sales_rep')
    await createPatient(db, { harvest_center_id: await createCenter(db, { sales_rep_id: rep }) })
    await createCenter(db, { sales_rep_id: former })
    await createUser(db, 'referral_harvest_center', { sales_rep_id: rep })
    return { distributor, manager, rep, former, alone }
  })
  await portal.seedOther((db) => createUser(db, 'sales_rep'))
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const list = async (query = '') => (await admin.get(`/api/v1/sales-people/?limit=50&${query}`)).json()
const idsOf = async (query: string) => (await list(query)).results.map(({ id }: { id: number }) => id)

test('returns teams, centers and patients; the business of a deactivated rep stays in the line', async () => {
  const rows = new Map((await list()).results.map((row: { id: number }) => [row.id, row]))
  expect(rows.has(ids.former)).toBe(false)
  expect(rows.get(ids.rep)).toMatchObject({
    role: 'sales_rep',
    sales_manager: { id: ids.manager },
    sales_distributor: { id: ids.distributor },
    ...{ managers: 0, reps: 0, centers: 2, patients: 1 },
  })
  expect(rows.get(ids.manager)).toMatchObject({ role: 'sales_manager', managers: 0, reps: 1, centers: 3, patients: 1 })
  expect(rows.get(ids.distributor)).toMatchObject({ role: 'sales_distributor', managers: 1, reps: 1, centers: 3, patients: 1 })
})

test.each([
  ['a role', () => 'role=sales_manager', () => [ids.manager]],
  ['a manager', () => `sales_manager_id=${ids.manager}`, () => [ids.rep]],
  ['a distributor', () => `sales_distributor_id=${ids.distributor}`, () => [ids.rep, ids.manager]],
  ['a word', () => 'search=quimby', () => [ids.distributor]],
  ['a role and a distributor', () => `role=sales_rep&sales_distributor_id=${ids.distributor}`, () => [ids.rep]],
])('filters by %s', async (_, query, expected) => {
  expect(await idsOf(query())).toEqual(expected())
})

test('refuses an unknown role', async () => {
  const answer = await admin.get('/api/v1/sales-people/?role=admin')
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors)).toEqual(['role'])
})
