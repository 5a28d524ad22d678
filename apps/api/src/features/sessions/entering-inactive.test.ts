import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { aCenter, aPatient, aUser } from '#api/testing/factories.ts'
import { type Caller, type TestPortal, testPortal } from '#api/testing/portal.ts'
import { endSessionsOf } from './sessions.commands.ts'
import { isIn } from './two-step.fixture.ts'

let portal: TestPortal
let admin: number
beforeAll(async () => {
  portal = await testPortal()
  admin = await portal.arrange((db) => aUser(db, 'admin'))
})
afterAll(() => portal.close())

const LOGIN_AS = '/api/v1/users/login-as-user/'
/** Enters an account; gives who is in it then. */
async function into(caller: Caller, user_id: number): Promise<Caller> {
  const answer = await caller.post(LOGIN_AS, { user_id })
  expect(answer.statusCode).toBe(200)
  return portal.caller('acme', answer.json().token)
}
const current = async (caller: Caller) => (await caller.get('/auth/session/')).json()

describe('an inactive account', () => {
  test('is looked at, and nothing in it is changed; the way back is open', async () => {
    const patient = await portal.arrange((db) => aPatient(db, { active: false }))
    const inside = await into(await portal.as(admin), patient)
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

  test('of a center shows its own lists, too', async () => {
    const closed = await portal.arrange((db) => aCenter(db, { active: false }))
    const inside = await into(await portal.as(admin), closed)
    const paths = [`users/${closed}`, `harvest-centers/${closed}/patients`, `harvest-centers/${closed}/transactions-history`]
    for (const path of paths) expect((await inside.get(`/api/v1/${path}/`)).statusCode, path).toBe(200)
  })

  test('who is made inactive while an admin is inside: that session ends with the others', async () => {
    const rep = await portal.arrange((db) => aUser(db, 'sales_rep'))
    const inside = await into(await portal.as(admin), rep)
    await portal.owner.query('update users set active = false where id = $1', [rep])
    await inDomain(portal.owner, portal.domainId, (db) => endSessionsOf(db, rep))
    expect(await isIn(inside)).toBe(false)
  })
})
