import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const VIEWS = '/api/v1/saved-views/'
let portal: TestPortal
let admin: TestClient
let rep: TestClient
let repId: number

beforeAll(async () => {
  portal = await startTestPortal()
  const [adminId, salesRep] = await portal.seed(async (db) => [await createUser(db, 'admin'), await createUser(db, 'sales_rep')])
  repId = salesRep as number
  admin = await portal.as(adminId as number)
  rep = await portal.as(repId)
})
afterAll(() => portal.close())

const view = { name: 'March', list: 'transactions', filter: { date_after: '2026-03-01', product_id: '2' } }
const namesOf = async (user: TestClient) => (await user.get(VIEWS)).json().map(({ name }: { name: string }) => name)

test('saves a filter for its user only; the same name replaces it', async () => {
  const saved = await rep.post(VIEWS, view)
  expect([saved.statusCode, saved.json()]).toEqual([201, { id: expect.any(Number), ...view }])
  expect((await rep.post(VIEWS, { ...view, filter: { search: 'cedar' } })).json().filter).toEqual({ search: 'cedar' })
  await rep.post(VIEWS, { ...view, name: 'april' })
  expect(await namesOf(rep)).toEqual(['april', 'March'])
  expect(await namesOf(admin)).toEqual([])
})

test('removes a view of its user only', async () => {
  const { id } = (await rep.post(VIEWS, { ...view, name: 'Old' })).json()
  expect((await admin.delete(`${VIEWS}${id}/`)).statusCode).toBe(404)
  expect((await rep.delete(`${VIEWS}${id}/`)).statusCode).toBe(204)
  expect((await rep.delete(`${VIEWS}${id}/`)).statusCode).toBe(404)
})

test('refuses a blank name, an unknown list, long filters and too many views', async () => {
  const errorsOf = async (body: object) => Object.keys((await admin.post(VIEWS, { ...view, ...body })).json().errors ?? {})
  expect(await errorsOf({ name: ' ' })).toEqual(['name'])
  expect(await errorsOf({ list: 'vials' })).toEqual(['list'])
  expect(await errorsOf({ filter: { search: 'x'.repeat(201) } })).toEqual(['filter.search'])
  for (let n = 0; n < 50; n++) expect((await admin.post(VIEWS, { ...view, name: `View ${n}` })).statusCode).toBe(201)
  expect(await errorsOf({ name: 'One more' })).toEqual(['name'])
  expect(await errorsOf({ name: 'View 7' })).toEqual([])
})

test('is refused to others, and goes with its user', async () => {
  const center = await portal.as(await portal.seed((db) => createUser(db, 'harvest_center')))
  expect((await center.get(VIEWS)).statusCode).toBe(403)
  expect((await portal.guest.get(VIEWS)).statusCode).toBe(401)
  const remover = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  await portal.seed((db) => db.updateTable('users').set({ active: false }).where('id', '=', repId).execute())
  expect((await remover.delete(`/api/v1/users/delete-inactive/${repId}/`)).statusCode).toBeLessThan(300)
  const { rows } = await portal.owner.query('select from saved_views where user_id = $1', [repId])
  expect(rows).toEqual([])
})
