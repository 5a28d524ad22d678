import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { setDomainPassword } from '#api/features/branding/change-settings.commands.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { openLink, PASSWORD, personInput, verificationToken, verifyEmail } from './sign-up.fixture.ts'

const DOMAIN_PASSWORD = 'the password of acme'
let portal: TestPortal
let admin: number
const checkPath = (id = portal.domainId) => `/domain/config/${id}/validate-admin-pass/`
const signUp = '/domain/white-label/admin/'

beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.seed((db) => createUser(db, 'admin'))
  await portal.seed((db) => setDomainPassword(db, DOMAIN_PASSWORD))
})
afterAll(() => portal.close())

const countUsers = async () =>
  Number((await portal.owner.query('select (select count(*) from users) + (select count(*) from sign_ups) as n')).rows[0].n)
const newAdmin = (values: object = {}) => personInput({ password: PASSWORD, domain_password: DOMAIN_PASSWORD, ...values })

describe('POST /domain/config/{id}/validate-admin-pass/', () => {
  test('accepts the domain password, also under the path of the api', async () => {
    const answer = await portal.guest.post(checkPath(), { password: DOMAIN_PASSWORD })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect((await portal.guest.post(`/api/v1${checkPath()}`, { password: DOMAIN_PASSWORD })).statusCode).toBe(200)
  })

  test.each(['the password of globex', DOMAIN_PASSWORD.toUpperCase(), `${DOMAIN_PASSWORD} `])(
    'refuses the wrong password %j',
    async (password) => {
      const answer = await portal.guest.post(checkPath(), { password })
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { message: 'Access not allowed', code: 'access_not_allowed', errors: { password: ['Access not allowed'] } },
      ])
    },
  )

  test('refuses an invalid password and names the field', async () => {
    for (const password of ['', undefined, 5, 'x'.repeat(5000), 'nul\0'])
      expect((await portal.guest.post(checkPath(), { password })).json()).toMatchObject({
        code: 'invalid',
        errors: { password: [expect.any(String)] },
      })
  })

  test('does not find another domain, and refuses its password', async () => {
    expect((await portal.guest.post(checkPath(portal.otherDomainId), { password: DOMAIN_PASSWORD })).statusCode).toBe(404)
    expect(
      (await portal.clientFor('globex').post(checkPath(portal.otherDomainId), { password: DOMAIN_PASSWORD })).statusCode,
    ).toBe(422)
  })

  test('refuses every password when none is set or it was removed', async () => {
    const globex = portal.clientFor('globex')
    const tryPassword = async () => (await globex.post(checkPath(portal.otherDomainId), { password: 'globex itself' })).statusCode
    expect(await tryPassword()).toBe(422)
    await portal.seedOther((db) => setDomainPassword(db, 'globex itself'))
    expect(await tryPassword()).toBe(200)
    await portal.seedOther((db) => setDomainPassword(db, null))
    expect(await tryPassword()).toBe(422)
  })

  test('stores only a hash and audits the change without the password', async () => {
    const { rows } = await portal.owner.query(
      'select admin_form_password_hash as hash from domain_secrets where domain_id = $1',
      [portal.domainId],
    )
    expect(rows[0].hash).toMatch(/^\$argon2id\$/)
    const events = await portal.owner.query(`select after from audit_log where type = 'domain.changed' and domain_id = $1`, [
      portal.domainId,
    ])
    expect(events.rows).toEqual([{ after: { admin_sign_up: 'new password' } }])
  })

  test('is changed by the application in the domain of its transaction only', async () => {
    const change = 'update domain_secrets set admin_form_password_hash = null'
    expect((await portal.pool.query(change)).rowCount).toBe(0)
    const changed = inDomain(portal.pool, portal.otherDomainId, (db) => db.rows(`${change} returning domain_id`, []))
    expect(await changed).toEqual([{ domain_id: portal.otherDomainId }])
  })
})

describe('POST /domain/white-label/admin/', () => {
  test('creates an admin that can log in, and notifies the other admins', async () => {
    const input = newAdmin()
    const answer = await portal.guest.post(signUp, input)
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        message: 'Admin user created Succesfully! Open the link in the email that we sent you to confirm your email.',
        id: null,
        email: input.email,
        subscription: 7,
      },
    ])
    const id = await verifyEmail(portal, input.email)
    const login = await portal.guest.post('/auth/login/', { email: input.email, password: PASSWORD })
    expect(login.json().user).toMatchObject({ id, subscription: 7 })
    const { rows } = await portal.owner.query('select user_id, title from notices order by id')
    expect(rows).toEqual([
      { user_id: admin, title: 'A new admin sign-up' },
      { user_id: admin, title: 'A new admin' },
    ])
  })

  test.each([
    ['changed', 'another password of acme'],
    ['closed', null],
  ])('a waiting sign-up ends when the domain password is %s; those of other kinds stay', async (_, changed) => {
    const [input, other] = [newAdmin(), personInput({ subscription: 3, password: PASSWORD })]
    await portal.guest.post(signUp, input)
    await portal.guest.post('/api/v1/users/', other)
    const token = await verificationToken(portal, input.email)
    await portal.seed((db) => setDomainPassword(db, changed))
    try {
      expect((await openLink(portal, token)).statusCode).toBe(410)
      const left = await portal.owner.query('select email from sign_ups where email = any($1)', [[input.email, other.email]])
      expect(left.rows).toEqual([{ email: other.email }])
      const events = await portal.owner.query(
        `select after from audit_log where type = 'sign_up.refused' order by id desc limit 1`,
      )
      expect(events.rows[0].after).toMatchObject({ subscription: 7 })
    } finally {
      await portal.seed((db) => setDomainPassword(db, DOMAIN_PASSWORD))
    }
  })

  test('checks the domain password again, so the first page cannot be skipped', async () => {
    const before = await countUsers()
    const answer = await portal.guest.post(signUp, newAdmin({ domain_password: 'a guess' }))
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { code: 'access_not_allowed', errors: { domain_password: ['Access not allowed'] } },
    ])
    expect((await portal.clientFor('globex').post(signUp, newAdmin())).statusCode).toBe(422)
    expect(await countUsers()).toBe(before)
  })

  test.each<[string, object]>([
    ['domain_password', { domain_password: undefined }],
    ['password', { password: 'short' }],
    ['email', { email: 'nobody' }],
    ['first_name', { first_name: 'x'.repeat(5000) }],
    ['phone_number', { phone_number: 'call me' }],
  ])('a bad %s is named', async (field, values) => {
    const before = await countUsers()
    const answer = await portal.guest.post(signUp, newAdmin(values))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await countUsers()).toBe(before)
  })

  test('refuses an email that is in use, but only after the right password', async () => {
    const input = newAdmin()
    await portal.guest.post(signUp, input)
    await verifyEmail(portal, input.email)
    expect((await portal.guest.post(signUp, input)).json()).toMatchObject({ code: 'duplicate_email' })
    expect((await portal.guest.post(signUp, { ...input, domain_password: 'a guess' })).json().code).toBe('access_not_allowed')
  })
})
