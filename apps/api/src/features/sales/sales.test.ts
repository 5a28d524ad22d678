import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: Awaited<ReturnType<typeof createUsers>>
let theirAdmin: number

const createUsers = () =>
  portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor', { first_name: 'Dana', last_name: 'Dist' })
    const manager = await createUser(db, 'sales_manager', {
      first_name: 'Mona',
      last_name: 'Man',
      sales_distributor_id: distributor,
    })
    const rep = await createUser(db, 'sales_rep', { first_name: 'Ravi', last_name: 'Rep', sales_manager_id: manager })
    const loner = await createUser(db, 'sales_rep', { first_name: 'Lone', last_name: 'Rep' })
    const lead = await createUser(db, 'sales_manager', { first_name: 'Other', last_name: 'Man' })
    const inactive = await createUser(db, 'sales_rep', { sales_manager_id: manager, active: false })
    return {
      distributor,
      manager,
      rep,
      loner,
      lead,
      inactive,
      admin: await createUser(db, 'admin'),
      center: await createUser(db, 'harvest_center'),
    }
  })

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await createUsers()
  theirAdmin = await portal.seedOther((db) => createUser(db, 'admin'))
})
afterAll(() => portal.close())

const listNames = async (reader: number, path: string) => {
  const answer = await (await portal.as(reader)).get(path)
  return answer.statusCode === 200 ? answer.json().map(({ name }: { name: string }) => name) : answer.statusCode
}

describe('GET /api/v1/users/sales-rep/list/', () => {
  const path = '/api/v1/users/sales-rep/list/'
  test('returns active reps by name: all to an admin, their own to a manager and a distributor', async () => {
    expect(await listNames(ids.admin, path)).toEqual(['Lone Rep', 'Ravi Rep'])
    expect(await listNames(ids.manager, path)).toEqual(['Ravi Rep'])
    expect(await listNames(ids.distributor, path)).toEqual(['Ravi Rep'])
    expect(await listNames(ids.lead, path)).toEqual([])
  })
  test('is forbidden to other roles, and leaves out other domains', async () => {
    expect([await listNames(ids.rep, path), await listNames(ids.center, path)]).toEqual([403, 403])
    expect((await portal.guest.get(path)).statusCode).toBe(401)
    expect((await (await portal.asOther(theirAdmin)).get(path)).json()).toEqual([])
  })
})

describe('GET /api/v1/users/sales-manager/list/', () => {
  const path = '/api/v1/users/sales-manager/list/'
  test('returns all managers to an admin, and its own to a distributor', async () => {
    expect(await listNames(ids.admin, path)).toEqual(['Mona Man', 'Other Man'])
    expect(await listNames(ids.distributor, path)).toEqual(['Mona Man'])
  })
  test('is forbidden to other roles, and leaves out other domains', async () => {
    expect(await listNames(ids.manager, path)).toBe(403)
    expect((await (await portal.asOther(theirAdmin)).get(path)).json()).toEqual([])
  })
})

describe('GET /api/v1/users/sales-distributor/list/', () => {
  const path = '/api/v1/users/sales-distributor/list/'
  test('returns the distributors of the domain to admins only', async () => {
    expect(await listNames(ids.admin, path)).toEqual(['Dana Dist'])
    expect(await listNames(ids.distributor, path)).toBe(403)
    expect((await (await portal.asOther(theirAdmin)).get(path)).json()).toEqual([])
  })
})

describe('GET /api/v1/sales-rep/{id}/user-exists/', () => {
  const fetchRep = async (id: number, caller = portal.guest) => (await caller.get(`/api/v1/sales-rep/${id}/user-exists/`)).json()
  const missing = { exists: false, data: { sales_manager_id: null, sales_distributor_id: null } }

  test('returns the manager and the distributor of an active rep', async () => {
    expect(await fetchRep(ids.rep)).toEqual({
      exists: true,
      data: { sales_manager_id: ids.manager, sales_distributor_id: ids.distributor },
    })
    expect(await fetchRep(ids.loner)).toEqual({ ...missing, exists: true })
  })
  test('reports inactive reps, other roles and reps of other domains as missing', async () => {
    expect([await fetchRep(ids.inactive), await fetchRep(ids.manager), await fetchRep(999_999)]).toEqual([
      missing,
      missing,
      missing,
    ])
    expect(await fetchRep(ids.rep, portal.clientFor('globex'))).toEqual(missing)
  })
  test('does not find an invalid id', async () => {
    expect((await portal.guest.get('/api/v1/sales-rep/me/user-exists/')).statusCode).toBe(404)
  })
})
