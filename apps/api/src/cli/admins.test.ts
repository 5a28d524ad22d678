/** The console's log-in links for admins. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { inviteAdmin } from './commands/admins-add.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const setPassword = (token: string) => portal.guest.post('/auth/set-password/', { token, password: 'a new password' })
const logIn = (email: string) => portal.guest.post('/auth/login/', { email, password: 'a new password' })

test('adds an admin who sets a password by the link, notifies the other admins and audits it', async () => {
  const known = await portal.seed((db) => createUser(db, 'admin'))
  const { token } = await inviteAdmin(portal.owner, 'acme', 'second@acme.example')
  expect((await setPassword(token)).statusCode).toBe(200)
  const answer = (await logIn('second@acme.example')).json()
  expect(answer.user.subscription).toBe(7)
  const { rows: told } = await portal.owner.query('select title from notices where user_id = $1', [known])
  expect(told).toEqual([{ title: 'A new admin' }])
  const { rows } = await portal.owner.query('select type from audit_log where subject_id = $1 order by id', [answer.user.id])
  expect(rows.map(({ type }) => type)).toEqual(['account.created', 'password.set', 'session.login'])
})

test('prints a link for an existing admin, in any spelling of the e-mail address', async () => {
  const email = 'lost@acme.example'
  const id = await portal.seed((db) => createUser(db, 'admin', { email }))
  const { token } = await inviteAdmin(portal.owner, 'acme', 'Lost@ACME.example')
  expect((await setPassword(token)).statusCode).toBe(200)
  expect((await logIn(email)).json().user.id).toBe(id)
})

test('refuses other users, inactive admins and unknown domains', async () => {
  const email = 'patient@acme.example'
  await portal.seed((db) => createUser(db, 'patient', { email }))
  await expect(inviteAdmin(portal.owner, 'acme', email)).rejects.toThrow(/not an active admin\. Use another e-mail address\.$/)
  await expect(inviteAdmin(portal.owner, 'nowhere', 'x@acme.example')).rejects.toThrow('There is no domain "nowhere".')
  const gone = 'gone@acme.example'
  await portal.seed((db) => createUser(db, 'admin', { email: gone, active: false }))
  await expect(inviteAdmin(portal.owner, 'acme', gone)).rejects.toThrow(/not an active admin/)
})
