/** Notices and mails to owners about the security of their accounts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  allowUsedCodes,
  appCode,
  createAccount,
  createTwoStepAccount,
  logIn,
  logInClient,
  PASSWORD,
} from '#api/features/sessions/two-step/two-step.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { makePasswordLink } from './send-password-link.commands.ts'

const NEW = 'a better password'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const noticesTo = async (id: number) =>
  (await portal.owner.query('select kind, title from notices where user_id = $1 order by id', [id])).rows.map(
    ({ kind, title }) => `${kind}: ${title}`,
  )
const mailsTo = async (email: string): Promise<string[]> => {
  await portal.runJobs()
  const { rows } = await portal.owner.query('select subject from mail_outbox where recipient = $1 order by id', [email])
  return rows.map(({ subject }) => subject)
}
const setPasswordByLink = async (id: number) => {
  const { token } = await portal.seed((db) => makePasswordLink(db, id, 'reset'))
  expect((await portal.guest.post('/auth/set-password/', { token, password: NEW })).statusCode).toBe(200)
}

test('notifies the owner of a changed password, also by mail', async () => {
  const { id, email } = await createAccount(portal)
  const change = { user_id: id, password_new: NEW, password_confirmation: NEW }
  const path = `/api/v1/users/update-password/${id}/`
  const caller = await logInClient(portal, email)
  await caller.post(path, { ...change, password_current: 'not what it was' })
  expect(await noticesTo(id), 'a refused change').toEqual([])
  await caller.post(path, { ...change, password_current: PASSWORD })
  expect(await noticesTo(id)).toEqual(['account: Your password was changed'])
  expect(await mailsTo(email)).toEqual(['Your password was changed'])
})

test('notifies the owner of a password set with a link, except for the first password', async () => {
  const { id, email } = await createAccount(portal)
  await setPasswordByLink(id)
  expect(await noticesTo(id)).toEqual(['account: Your password was changed'])
  expect((await logIn(portal, email, { password: NEW })).statusCode).toBe(200)
  const fresh = await portal.seed((db) => createUser(db, 'sales_rep'))
  await setPasswordByLink(fresh)
  expect(await noticesTo(fresh)).toEqual([])
})

test('notifies the owner of a password set by an admin, with one mail', async () => {
  const { id, email } = await createAccount(portal)
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  await admin.post('/api/v1/users/change-password/', { user_id: id, new_password_change: NEW })
  expect(await noticesTo(id)).toEqual(['account: An admin set your password'])
  expect(await mailsTo(email)).toHaveLength(1)
})

test('notifies the owner when two-step sign-in is turned on or off, with one mail each', async () => {
  const { id, email, caller, secret } = await createTwoStepAccount(portal)
  await allowUsedCodes(portal, id)
  const off = await caller.post('/auth/two-step/disable/', { password: PASSWORD, code: appCode(secret) })
  expect(off.statusCode).toBe(200)
  const turned = 'Two-step sign-in was turned'
  expect(await noticesTo(id)).toEqual([`account: ${turned} on`, `account: ${turned} off`])
  expect((await mailsTo(email)).sort()).toEqual([`${turned} off`, `${turned} on`])
})
