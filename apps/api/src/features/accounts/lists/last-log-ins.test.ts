import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const PASSWORD = 'correct horse battery'

let portal: TestPortal
let admin: TestClient
let ids: Record<'first' | 'second' | 'never', number>
beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => ({
    first: await createUser(db, 'hc_staff', {
      ...{ email: 'first@mail.example', last_login: '2026-01-01T10:00:00Z' },
      password_hash: await hashPassword(PASSWORD),
    }),
    second: await createUser(db, 'hc_staff', { email: 'second@mail.example', last_login: '2026-01-02T10:00:00Z' }),
    never: await createUser(db, 'hc_staff'),
  }))
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const listed = async (query = 'membership=9&sort=-last_login') =>
  (await admin.get(`/api/v1/users/all/?${query}`)).json().results.map(({ id }: { id: number }) => id)

test('users in the order of their last log-in follow each log-in, also by a search', async () => {
  expect(await listed()).toEqual([ids.second, ids.first, ids.never])
  expect((await portal.guest.post('/auth/login/', { email: 'first@mail.example', password: PASSWORD })).statusCode).toBe(200)
  expect(await listed()).toEqual([ids.first, ids.second, ids.never])
  expect(await listed('sort=last_login&search=mail.example&membership=9')).toEqual([ids.second, ids.first, ids.never])
})

test('users leave and enter the order with their account and their membership', async () => {
  await admin.post('/api/v1/users/bulk/', { action: 'deactivate', ids: [ids.second] })
  expect(await listed()).not.toContain(ids.second)
  expect((await admin.get('/api/v1/users/all/inactive/?sort=-last_login')).json().results).toMatchObject([{ id: ids.second }])
  await admin.post('/api/v1/users/bulk/', { action: 'activate', ids: [ids.second] })
  expect(await listed()).toContain(ids.second)
  await portal.owner.query(`update users set memberships = '{7}' where id = $1`, [ids.never])
  expect(await listed()).not.toContain(ids.never)
  expect(await listed('membership=7&sort=last_login')).toContain(ids.never)
})
