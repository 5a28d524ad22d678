/** The console's commands for admins. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { inviteAdmin } from './commands/admins-add.ts'
import { changeInstallationAdmin } from './commands/admins-installation.ts'

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

test('appoints an admin of the installation and removes it, notifies the admins and audits both', async () => {
  const email = 'operator@acme.example'
  const id = await portal.seed((db) => createUser(db, 'admin', { email }))
  const admin = await portal.as(id)
  const runsInstallation = async () => (await admin.get('/auth/session/')).json().user.runs_installation
  expect(await runsInstallation()).toBe(false)
  expect(await changeInstallationAdmin(portal.owner, 'add', 'acme', 'Operator@acme.example')).toBe(true)
  expect(await changeInstallationAdmin(portal.owner, 'add', 'acme', email), 'a second time').toBe(false)
  expect(await runsInstallation()).toBe(true)
  expect(await changeInstallationAdmin(portal.owner, 'remove', 'acme', email)).toBe(true)
  expect(await changeInstallationAdmin(portal.owner, 'remove', 'acme', email), 'a second time').toBe(false)
  expect(await runsInstallation()).toBe(false)
  const { rows: notices } = await portal.owner.query('select title from notices where user_id = $1 order by id', [id])
  expect(notices.map(({ title }) => title)).toEqual([
    'A new admin of the installation',
    'An admin of the installation was removed',
  ])
  const { rows } = await portal.owner.query('select type from audit_log where subject_id = $1 order by id', [id])
  expect(rows.map(({ type }) => type)).toEqual(['installation.admin_added', 'installation.admin_removed'])
})

test('appoints no other user, no inactive admin and nobody of another domain', async () => {
  await portal.seed(async (db) => {
    await createUser(db, 'lab', { email: 'lab@acme.example' })
    await createUser(db, 'admin', { email: 'left@acme.example', active: false })
  })
  for (const email of ['lab@acme.example', 'left@acme.example', 'nobody@acme.example'])
    await expect(changeInstallationAdmin(portal.owner, 'add', 'acme', email)).rejects.toThrow(
      `${email} is not an active admin of acme.`,
    )
  await expect(changeInstallationAdmin(portal.owner, 'add', 'globex', 'second@acme.example')).rejects.toThrow(
    'not an active admin',
  )
})
