import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

describe('POST /api/v1/memberships/', () => {
  const add = (caller: TestClient, name: unknown) => caller.post('/api/v1/memberships/', { name })

  test('uses the next free number from 12, and everyone may read the membership', async () => {
    const answer = await add(admin, 'Research Partner')
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: 12, name: 'Research Partner' }])
    expect((await add(admin, 'شريك')).json()).toEqual({ id: 13, name: 'شريك' })
    expect((await portal.guest.get('/api/v1/memberships/')).json()).toContainEqual({ id: 12, name: 'Research Partner' })
    expect((await portal.clientFor('globex').get('/api/v1/memberships/')).body).not.toContain('Research')
  })

  test('refuses an existing name in any letter case', async () => {
    const answer = await add(admin, ' harvest CENTER ')
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { name: ['A membership with this name already exists.'] }])
  })

  test('adds one of ten simultaneous memberships with the same name, and all ten with different names', async () => {
    const same = await Promise.all(Array.from({ length: 10 }, () => add(admin, 'Once Only')))
    expect(same.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 422)])
    const own = await Promise.all(Array.from({ length: 10 }, (_, n) => add(admin, `Own ${n}`)))
    expect(new Set(own.map((answer) => answer.json().id)).size).toBe(10)
  })

  test('gives a user with the new membership no rights', async () => {
    const id = await portal.seed(async (db) => {
      const user = await createUser(db, 'observer')
      await db
        .updateTable('users')
        .set({ memberships: [12] })
        .where('domain_id', '=', db.domainId)
        .where('id', '=', user)
        .execute()
      return user
    })
    expect((await (await portal.as(id)).get('/api/v1/user-tags/')).statusCode).toBe(403)
  })

  test('refuses an invalid name, and is forbidden to other roles', async () => {
    for (const name of ['', '   ', 'x'.repeat(5000), 7, 'a\nb']) {
      const answer = await add(admin, name)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['name']])
    }
    expect((await add(await portal.as(await portal.seed((db) => createUser(db, 'sales_rep'))), 'Mine')).statusCode).toBe(403)
    expect((await add(portal.guest, 'Mine')).statusCode).toBe(401)
  })
})
