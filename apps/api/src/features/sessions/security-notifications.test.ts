/** What owners are told about the safety of their accounts, and how often it is mailed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { makePasswordLink } from './send-password-link.commands.ts'
import { allowUsedCodes, appCode, createAccount, createTwoStepAccount, logIn, logInClient, PASSWORD } from './two-step.fixture.ts'

const NEW = 'a better password'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const toldTo = async (id: number) =>
  (await portal.owner.query('select kind, title from notices where user_id = $1 order by id', [id])).rows.map(
    ({ kind, title }) => `${kind}: ${title}`,
  )
const mailedTo = async (email: string): Promise<string[]> => {
  await portal.runJobs()
  const { rows } = await portal.owner.query('select subject from mail_outbox where recipient = $1 order by id', [email])
  return rows.map(({ subject }) => subject)
}
const setByLink = async (id: number) => {
  const { token } = await portal.seed((db) => makePasswordLink(db, id, 'reset'))
  expect((await portal.guest.post('/auth/set-password/', { token, password: NEW })).statusCode).toBe(200)
}

test('a password that its owner changed, by mail too', async () => {
  const { id, email } = await createAccount(portal)
  const change = { user_id: id, password_new: NEW, password_confirmation: NEW }
  const path = `/api/v1/users/update-password/${id}/`
  const caller = await logInClient(portal, email)
  await caller.post(path, { ...change, password_current: 'not what it was' })
  expect(await toldTo(id), 'nothing was changed').toEqual([])
  await caller.post(path, { ...change, password_current: PASSWORD })
  expect(await toldTo(id)).toEqual(['account: Your password was changed'])
  expect(await mailedTo(email)).toEqual(['Your password was changed'])
})

test('a password that was set with a link; of the first one nothing', async () => {
  const { id, email } = await createAccount(portal)
  await setByLink(id)
  expect(await toldTo(id)).toEqual(['account: Your password was changed'])
  expect((await logIn(portal, email, { password: NEW })).statusCode).toBe(200)
  const fresh = await portal.seed((db) => createUser(db, 'sales_rep'))
  await setByLink(fresh)
  expect(await toldTo(fresh)).toEqual([])
})

test('a password that an admin set, mailed once', async () => {
  const { id, email } = await createAccount(portal)
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  await admin.post('/api/v1/users/change-password/', { user_id: id, new_password_change: NEW })
  expect(await toldTo(id)).toEqual(['account: An admin set your password'])
  expect(await mailedTo(email)).toHaveLength(1)
})

test('two-step sign-in that was turned on and off, each mailed once', async () => {
  const { id, email, caller, secret } = await createTwoStepAccount(portal)
  await allowUsedCodes(portal, id)
  const off = await caller.post('/auth/two-step/disable/', { password: PASSWORD, code: appCode(secret) })
  expect(off.statusCode).toBe(200)
  const on = 'Two-step sign-in was turned'
  expect(await toldTo(id)).toEqual([`account: ${on} on`, `account: ${on} off`])
  expect((await mailedTo(email)).sort()).toEqual([`${on} off`, `${on} on`])
})
