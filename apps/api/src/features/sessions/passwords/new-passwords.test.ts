/** Every door that sets a password refuses common ones and the name of the owner, names the field and changes nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPassword } from '#api/cli/commands/domains-set.ts'
import { setDomainPassword } from '#api/features/branding/change-settings.commands.ts'
import { createAccount, PASSWORD } from '#api/features/sessions/two-step/two-step.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { makePasswordLink } from './send-password-link.commands.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

interface Door {
  field: string
  /** Sends the password through the door for an owner with this email address. */
  send(password: string, email: string): Promise<{ statusCode: number; json(): { errors?: Record<string, string[]> } }>
}

const address = { address1: '1 Main Street', city: 'Austin', state_desc: 'TX', country_desc: 'United States', zip_code: '78701' }
const person = (email: string) => ({ first_name: 'Ada', last_name: 'Stone', email, ...address })
const ownerWith = async (email: string) => {
  const { id } = await createAccount(portal, 'sales_rep')
  await portal.owner.query('update users set email = $3 where domain_id = $1 and id = $2', [portal.domainId, id, email])
  return id
}

const doors: Record<string, Door> = {
  'the sign-up of a sales rep': {
    field: 'password',
    send: (password, email) => portal.guest.post('/api/v1/users/', { ...person(email), subscription: 3, password }),
  },
  'the sign-up of an admin': {
    field: 'password',
    send: async (password, email) => {
      await portal.seed((db) => setDomainPassword(db, 'four grey pigeons'))
      const body = { ...person(email), password, domain_password: 'four grey pigeons' }
      return portal.guest.post('/domain/white-label/admin/', body)
    },
  },
  'the mailed link': {
    field: 'password',
    send: async (password, email) => {
      const id = await ownerWith(email)
      const { token } = await portal.seed((db) => makePasswordLink(db, id, 'reset'))
      return portal.guest.post('/auth/set-password/', { token, password })
    },
  },
  'the own change': {
    field: 'password_new',
    send: async (password, email) => {
      const id = await ownerWith(email)
      const body = { user_id: id, password_current: PASSWORD, password_new: password, password_confirmation: password }
      return (await portal.as(id)).post(`/api/v1/users/update-password/${id}/`, body)
    },
  },
  'the change by an admin': {
    field: 'new_password_change',
    send: async (password, email) => {
      const id = await ownerWith(email)
      const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
      return admin.post('/api/v1/users/change-password/', { user_id: id, new_password_change: password })
    },
  },
}

let count = 0

test.each(Object.entries(doors))('%s refuses a common password and the own email address', async (_, { field, send }) => {
  const newEmail = () => `kettle-owner-${++count}@mail.example`
  for (const password of ['12345678', 'PassW0rd', 'QWERTYUIOP']) {
    const answer = await send(password, newEmail())
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { [field]: ['This password is very common. Choose another one.'] },
    ])
  }
  const email = newEmail()
  const own = await send(email.toUpperCase(), email)
  expect(own.json().errors).toEqual({ [field]: ['Do not use your name or email address as your password.'] })
  expect((await send('three brown kettles', newEmail())).statusCode).toBeLessThan(300)
})

test('the console refuses a common domain password', () => {
  expect(() => readPassword('12345678')).toThrow('This password is very common. Choose another one.')
  expect(readPassword('four grey pigeons')).toBe('four grey pigeons')
})
