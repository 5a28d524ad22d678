/** The way in for admins that the console has. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#api/testing/factories.ts'
import { type TestPortal, testPortal } from '#api/testing/portal.ts'
import { inviteAdmin } from './admins-add.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const setPassword = (token: string) => portal.anyone.post('/auth/set-password/', { token, password: 'a new password' })
const logIn = (email: string) => portal.anyone.post('/auth/login/', { email, password: 'a new password' })

test('a new admin sets a password by the link; the others are told, and it is on the record', async () => {
  const known = await portal.arrange((db) => aUser(db, 'admin'))
  const { token } = await inviteAdmin(portal.owner, 'acme', 'second@acme.example')
  expect((await setPassword(token)).statusCode).toBe(200)
  const answer = (await logIn('second@acme.example')).json()
  expect(answer.user.subscription).toBe(7)
  const { rows: told } = await portal.owner.query('select title from notices where user_id = $1', [known])
  expect(told).toEqual([{ title: 'A new admin' }])
  const { rows } = await portal.owner.query('select type from audit_log where subject_id = $1 order by id', [answer.user.id])
  expect(rows.map(({ type }) => type)).toEqual(['account.created', 'password.set', 'session.login'])
})

test('an admin who is there gets a link, however the address is typed', async () => {
  const email = 'lost@acme.example'
  const id = await portal.arrange((db) => aUser(db, 'admin', { email }))
  const { token } = await inviteAdmin(portal.owner, 'acme', 'Lost@ACME.example')
  expect((await setPassword(token)).statusCode).toBe(200)
  expect((await logIn(email)).json().user.id).toBe(id)
})

test('nobody else is made an admin, and no domain made up', async () => {
  const email = 'patient@acme.example'
  await portal.arrange((db) => aUser(db, 'patient', { email }))
  await expect(inviteAdmin(portal.owner, 'acme', email)).rejects.toThrow(/no active admin: name another address\.$/)
  await expect(inviteAdmin(portal.owner, 'nowhere', 'x@acme.example')).rejects.toThrow('There is no domain "nowhere".')
  const gone = 'gone@acme.example'
  await portal.arrange((db) => aUser(db, 'admin', { email: gone, active: false }))
  await expect(inviteAdmin(portal.owner, 'acme', gone)).rejects.toThrow(/no active admin/)
})
