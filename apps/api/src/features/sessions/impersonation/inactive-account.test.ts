import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { isLoggedIn } from '#api/features/sessions/two-step/two-step.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: number
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.seed((db) => createUser(db, 'admin'))
})
afterAll(() => portal.close())

const LOGIN_AS = '/api/v1/users/login-as-user/'
/** Enters an account and returns a client of the child session. */
async function enterAccount(caller: TestClient, user_id: number): Promise<TestClient> {
  const answer = await caller.post(LOGIN_AS, { user_id })
  expect(answer.statusCode).toBe(200)
  return portal.clientFor('acme', answer.json().token)
}
const current = async (caller: TestClient) => (await caller.get('/auth/session/')).json()

describe('an impersonator in an inactive account', () => {
  test('reads it, cannot change it, and can go back', async () => {
    const patient = await portal.seed((db) => createPatient(db, { active: false }))
    const inside = await enterAccount(await portal.as(admin), patient)
    const paths = ['dashboards/patient', `users/${patient}`, `vials-history/user/${patient}`, `users/patient/${patient}/timeline`]
    for (const path of paths) expect((await inside.get(`/api/v1/${path}/`)).statusCode).toBe(200)
    expect(await current(inside)).toMatchObject({ active: false })
    const answer = await inside.patch(`/api/v1/users/${patient}/`, { first_name: 'Changed' })
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: 'inactive_account', message: 'This account is inactive. You can view it but not change it.' },
    ])
    expect((await inside.post(LOGIN_AS, { user_id: admin })).statusCode).toBe(200)
  })

  test('reads the lists of an inactive center', async () => {
    const closed = await portal.seed((db) => createCenter(db, { active: false }))
    const inside = await enterAccount(await portal.as(admin), closed)
    const paths = [`users/${closed}`, `harvest-centers/${closed}/patients`, `harvest-centers/${closed}/transactions-history`]
    for (const path of paths) expect((await inside.get(`/api/v1/${path}/`)).statusCode, path).toBe(200)
  })

  test('is logged out when the account becomes inactive', async () => {
    const rep = await portal.seed((db) => createUser(db, 'sales_rep'))
    const inside = await enterAccount(await portal.as(admin), rep)
    await portal.owner.query('update users set active = false where id = $1', [rep])
    await inDomain(portal.owner, portal.domainId, (db) => endSessionsOfUser(db, rep))
    expect(await isLoggedIn(inside)).toBe(false)
  })
})
