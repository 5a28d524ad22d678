import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const VIEWS = '/api/v1/saved-views/'
const ofList = (list: string) => `${VIEWS}?list=${list}`

let portal: TestPortal
let admin: TestClient
let colleague: TestClient
let adminId: number
let colleagueId: number
let rep: TestClient
let repId: number

beforeAll(async () => {
  portal = await startTestPortal()
  const ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin', { first_name: 'Ada', last_name: 'North' }),
    colleague: await createUser(db, 'admin', { first_name: 'Ben', last_name: 'South' }),
    rep: await createUser(db, 'sales_rep'),
  }))
  adminId = ids.admin
  colleagueId = ids.colleague
  repId = ids.rep
  admin = await portal.as(adminId)
  colleague = await portal.as(colleagueId)
  rep = await portal.as(repId)
})
afterAll(() => portal.close())

const view = { name: 'March', list: 'transactions', filter: { date_after: '2026-03-01', product_id: '2', sort: '-amount' } }
const viewsOf = async (user: TestClient, list = 'transactions') => (await user.get(ofList(list))).json().results
const namesOf = async (user: TestClient, list?: string) => (await viewsOf(user, list)).map(({ name }: { name: string }) => name)
const save = async (user: TestClient, body: object) => (await user.post(VIEWS, { ...view, ...body })).json()

test('saves a view for its user only; the same name replaces it', async () => {
  const saved = await rep.post(VIEWS, view)
  const answer = { id: expect.any(Number), ...view, shared: false, shared_by: null, can: { change: true } }
  expect([saved.statusCode, saved.json()]).toEqual([201, answer])
  expect((await save(rep, { filter: { search: 'cedar' } })).filter).toEqual({ search: 'cedar' })
  await save(rep, { name: 'april' })
  expect(await namesOf(rep)).toEqual(['april', 'March'])
  expect(await namesOf(rep, 'patients')).toEqual([])
  expect(await namesOf(admin)).toEqual([])
})

test('shows a shared view to the other admins of the domain, with its owner', async () => {
  const own = await save(admin, { name: 'Overdue labels', list: 'label-requests', shared: true })
  await save(admin, { name: 'Mine', list: 'label-requests' })
  const [seen, ...more] = await viewsOf(colleague, 'label-requests')
  expect(more).toEqual([])
  expect(seen).toMatchObject({
    id: own.id,
    name: 'Overdue labels',
    shared: true,
    shared_by: 'Ada North',
    can: { change: false },
  })
  expect(await namesOf(rep, 'label-requests')).toEqual([])
  const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
  expect(await namesOf(theirs, 'label-requests')).toEqual([])
})

test('only admins may share', async () => {
  expect((await admin.get(ofList('users'))).json().can).toEqual({ share: true })
  expect((await rep.get(ofList('users'))).json().can).toEqual({ share: false })
  const refused = await rep.post(VIEWS, { ...view, name: 'For all', shared: true })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['shared']])
  const { id } = await save(rep, { name: 'For me' })
  expect((await rep.patch(`${VIEWS}${id}/`, { shared: true })).statusCode).toBe(422)
  expect(await namesOf(rep)).not.toContain('For all')
})

test('renames, shares and hides an own view', async () => {
  const { id } = await save(colleague, { name: 'Old name', list: 'vials' })
  const path = `${VIEWS}${id}/`
  expect((await colleague.patch(path, { name: 'New name', shared: true })).json()).toMatchObject({
    name: 'New name',
    shared: true,
    filter: view.filter,
  })
  expect(await namesOf(admin, 'vials')).toEqual(['New name'])
  expect((await admin.patch(path, { name: 'Taken over' })).statusCode).toBe(409)
  expect((await admin.delete(path)).statusCode).toBe(409)
  expect((await rep.patch(path, { name: 'Taken over' })).statusCode).toBe(404)
  await colleague.patch(path, { shared: false })
  expect(await namesOf(admin, 'vials')).toEqual([])
  expect((await admin.patch(path, { name: 'Taken over' })).statusCode).toBe(404)
  expect(await namesOf(colleague, 'vials')).toEqual(['New name'])
})

test('refuses the name of another own view', async () => {
  await save(colleague, { name: 'First', list: 'orders' })
  const { id } = await save(colleague, { name: 'Second', list: 'orders' })
  const refused = await colleague.patch(`${VIEWS}${id}/`, { name: 'First' })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['name']])
  expect(await namesOf(colleague, 'orders')).toEqual(['First', 'Second'])
})

test('removes a view of its user only', async () => {
  const { id } = await save(rep, { name: 'Old' })
  expect((await admin.delete(`${VIEWS}${id}/`)).statusCode).toBe(404)
  expect((await rep.delete(`${VIEWS}${id}/`)).statusCode).toBe(204)
  expect((await rep.delete(`${VIEWS}${id}/`)).statusCode).toBe(404)
})

test('refuses a blank name, an unknown list, long filters and too many views', async () => {
  const errorsOf = async (body: object) => Object.keys((await admin.post(VIEWS, { ...view, ...body })).json().errors ?? {})
  expect(await errorsOf({ name: ' ' })).toEqual(['name'])
  expect(await errorsOf({ list: 'passwords' })).toEqual(['list'])
  expect(await errorsOf({ filter: { search: 'x'.repeat(201) } })).toEqual(['filter.search'])
  expect((await admin.get(VIEWS)).statusCode).toBe(422)
  await portal.owner.query(
    `insert into saved_views (domain_id, id, user_id, list, name, filter, shared)
     select $1, 1000000 + n, $2::bigint, $3, 'View ' || n, '{}', false
     from generate_series(1, 50 - (select count(*) from saved_views where user_id = $2)) n`,
    [portal.domainId, adminId, view.list],
  )
  expect(await errorsOf({ name: 'One more' })).toEqual(['name'])
  expect(await errorsOf({ name: 'View 7' })).toEqual([])
})

test('limits the shared views of a list, by all admins together', async () => {
  const [one, two] = [await portal.seed((db) => createUser(db, 'admin')), await portal.seed((db) => createUser(db, 'admin'))]
  await portal.owner.query(
    `insert into saved_views (domain_id, id, user_id, list, name, filter, shared)
     select domain_id, id * 1000 + n, id, 'coupons', 'Shared ' || n, '{}', true
     from users, generate_series(1, 25) n
     where id = any($1)`,
    [[one, two]],
  )
  const clients = [await portal.as(one), await portal.as(two)] as const
  const share = (user: TestClient, name: string) => user.post(VIEWS, { ...view, list: 'coupons', name, shared: true })
  for (const user of [...clients, admin]) {
    const refused = await share(user, 'One more')
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['shared']])
  }
  const again = await share(clients[0], 'Shared 7')
  expect(again.statusCode, 'the same view is saved again').toBe(201)
  await clients[0].delete(`${VIEWS}${again.json().id}/`)
  const both = await Promise.all(clients.map((user) => share(user, 'The last one')))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422])
})

test('hides the shared views of an admin who became inactive', async () => {
  const leaverId = await portal.seed((db) => createUser(db, 'admin'))
  await save(await portal.as(leaverId), { name: 'Left behind', list: 'jobs', shared: true })
  expect(await namesOf(admin, 'jobs')).toEqual(['Left behind'])
  await portal.seed((db) => db.updateTable('users').set({ active: false }).where('id', '=', leaverId).execute())
  expect(await namesOf(admin, 'jobs')).toEqual([])
})

test('is refused to patients and guests, and goes with its user', async () => {
  const patient = await portal.as(await portal.seed((db) => createUser(db, 'patient')))
  expect((await patient.get(ofList('users'))).statusCode).toBe(403)
  expect((await portal.guest.get(ofList('users'))).statusCode).toBe(401)
  const remover = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  await portal.seed((db) => db.updateTable('users').set({ active: false }).where('id', '=', repId).execute())
  expect((await remover.delete(`/api/v1/users/delete-inactive/${repId}/`)).statusCode).toBeLessThan(300)
  const { rows } = await portal.owner.query('select from saved_views where user_id = $1', [repId])
  expect(rows).toEqual([])
})
