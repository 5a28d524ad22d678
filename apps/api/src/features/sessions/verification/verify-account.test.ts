/** A user whose address is not verified gets a link for it. Opening the link verifies the address and leaves the password alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createUser, nextNumber, type UserValues } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const PASSWORD = 'open sesame 42'

let portal: TestPortal
let passwordHash: string
beforeAll(async () => {
  portal = await startTestPortal()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => portal.close())

async function createAccount(role: 'harvest_center' | 'admin' | 'patient' = 'harvest_center', values: UserValues = {}) {
  const email = `unverified-${nextNumber()}@mail.example`
  const id = await portal.seed((db) => createUser(db, role, { email, password_hash: passwordHash, ...values }))
  return { id, email, caller: await portal.as(id) }
}
type Account = Awaited<ReturnType<typeof createAccount>>

const ask = ({ caller }: Pick<Account, 'caller'>) => caller.post('/auth/send-verification/')
const mustVerify = async ({ caller }: Pick<Account, 'caller'>) =>
  (await caller.get('/auth/session/')).json<{ must_verify_email: boolean }>().must_verify_email
const tokensTo = async (email: string) => {
  await portal.runJobs()
  return (await readMails(portal, email)).flatMap(({ text }) => /\/verify-email#([\w-]{43})/.exec(text)?.[1] ?? [])
}
const open = (token: string | undefined, password = PASSWORD) => portal.guest.post('/auth/verify-email/', { token, password })
const logIn = async (email: string) => (await portal.guest.post('/auth/login/', { email, password: PASSWORD })).statusCode

test('the mailed link verifies the address once; password and sessions stay', async () => {
  const account = await createAccount('patient')
  expect(await mustVerify(account)).toBe(true)
  const asked = await ask(account)
  expect([asked.statusCode, asked.json()]).toEqual([
    200,
    { message: `We have sent a link to ${account.email}. Open it to confirm the address.` },
  ])
  await ask(account)
  const [token, other] = await tokensTo(account.email)
  expect((await open(token)).json()).toEqual({ message: 'Your email is confirmed.' })
  expect([await mustVerify(account), await logIn(account.email)]).toEqual([false, 200])
  for (const used of [token, other]) expect((await open(used)).statusCode).toBe(410)
  const audited = await portal.owner.query('select type, patient_id from audit_log where subject_id = $1 and type like $2', [
    account.id,
    'account.%',
  ])
  expect(audited.rows).toEqual([{ type: 'account.email_verified', patient_id: account.id }])
  expect((await ask(account)).json().message).toBe(`${account.email} is already confirmed.`)
  await portal.runJobs()
  expect(await readMails(portal, account.email), 'no third mail').toHaveLength(2)
})

test('a wrong password, another domain, an inactive account and a changed address verify nothing', async () => {
  const account = await createAccount()
  await ask(account)
  const [token] = await tokensTo(account.email)
  const wrong = await open(token, 'of a stranger')
  expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { password: ['This is not the password of this account.'] }])
  const elsewhere = await portal.clientFor('globex').post('/auth/verify-email/', { token, password: PASSWORD })
  expect(elsewhere.statusCode).toBe(410)
  const [left, moved] = [await createAccount(), await createAccount()]
  const links = await Promise.all([left, moved].map(({ id }) => portal.seed((db) => makePasswordLink(db, id, 'verify'))))
  await portal.owner.query('update users set active = false where domain_id = $1 and id = $2', [portal.domainId, left.id])
  const change = { email: `moved-${moved.email}`, password_current: PASSWORD }
  expect((await moved.caller.patch(`/api/v1/users/${moved.id}/`, change)).statusCode).toBe(200)
  for (const { token } of links) expect((await open(token)).statusCode).toBe(410)
  const [fresh] = await tokensTo(change.email)
  expect((await open(fresh)).statusCode, 'the new address gets a link by itself').toBe(200)
  expect([await mustVerify(moved), await mustVerify(account)]).toEqual([false, true])
})

test('a link that verifies sets no password, and a link that sets a password is no other', async () => {
  const { id, email } = await createAccount()
  const [verify, reset] = await portal.seed(async (db) => [
    await makePasswordLink(db, id, 'verify'),
    await makePasswordLink(db, id, 'reset'),
  ])
  const password = 'taken over by a link'
  expect((await portal.guest.post('/auth/set-password/open/', { token: verify?.token })).statusCode).toBe(410)
  expect((await portal.guest.post('/auth/set-password/', { token: verify?.token, password })).statusCode).toBe(410)
  expect((await open(reset?.token)).statusCode).toBe(410)
  expect(await logIn(email)).toBe(200)
})

test('only the owner asks for the link; admins are not asked to verify theirs', async () => {
  const [account, admin] = [await createAccount(), await createAccount('admin')]
  const inside = { caller: await portal.asImpersonator(account.id, admin.id) }
  expect((await ask(inside)).statusCode).toBe(409)
  expect((await ask({ caller: portal.guest })).statusCode).toBe(401)
  expect(await tokensTo(account.email)).toEqual([])
  expect([await mustVerify(inside), await mustVerify(admin)]).toEqual([false, false])
})
