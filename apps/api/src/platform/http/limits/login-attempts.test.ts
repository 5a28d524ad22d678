/** A stranger who guesses cannot lock anybody out, and many networks together cannot guess for long. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import {
  allowUsedCodes,
  appCode,
  createAccount,
  createTwoStepAccount,
  PASSWORD,
  wrongCode,
} from '#api/features/sessions/two-step/two-step.fixture.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { rateLimits } from './rate-limits.ts'

let portal: TestPortal
let limited: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  portal = await startTestPortal()
  const { pool, ports, log } = portal
  // A fifth of the usual limits: two attempts for an account in one network, 12 for a network and for an account.
  limited = await buildApp({ pool, auditPool: pool, ports, limits: rateLimits(pool, 0.2), log, version: 'test' })
})
afterAll(async () => {
  await limited.close()
  await portal.close()
})
beforeEach(() => portal.owner.query('delete from rate_limits'))

const STRANGER = '203.0.113.9'
const HOME = '198.51.100.4'

const post = (url: string, ip: string, payload: object) =>
  limited.inject({ method: 'POST', url, payload, headers: { domain: 'acme' }, remoteAddress: ip })
const logIn = (email: string, ip: string, more: object = {}) => post('/auth/login/', ip, { email, password: PASSWORD, ...more })
const guess = async (email: string, ip: string, more: object = {}) =>
  (await logIn(email, ip, { password: 'a wrong password', ...more })).statusCode

async function guessFromEverywhere(email: string): Promise<number[]> {
  const statuses: number[] = []
  for (let network = 0; network < 14; network++) statuses.push(await guess(email, `10.9.0.${network}`))
  return statuses
}

test('a stranger who uses up the attempts of one network does not lock the owner out', async () => {
  const { email } = await createAccount(portal)
  expect([await guess(email, STRANGER), await guess(email, STRANGER), await guess(email, STRANGER)]).toEqual([401, 401, 429])
  expect((await logIn(email, STRANGER)).statusCode, 'the right password does not help the stranger').toBe(429)
  expect((await logIn(email, HOME)).statusCode).toBe(200)
})

test('guesses from many networks are bounded for the account', async () => {
  const { email } = await createAccount(portal)
  const statuses = await guessFromEverywhere(email)
  expect(statuses).toEqual([...Array(12).fill(401), 429, 429])
  expect((await logIn(email, HOME)).statusCode, 'a new network, after the bound').toBe(429)
})

test('a log-in of the owner takes back its own attempt and no guess of others', async () => {
  const { email } = await createAccount(portal)
  const { device } = (await logIn(email, HOME)).json()
  for (let network = 0; network < 12; network++) {
    expect(await guess(email, `10.9.0.${network}`)).toBe(401)
    expect((await logIn(email, HOME, { device })).statusCode).toBe(200)
  }
  expect(await guess(email, '10.9.1.1')).toBe(429)
})

describe('a known device', () => {
  test('passes when all others are locked out, and in a network that failed', async () => {
    const { email } = await createAccount(portal)
    const { device } = (await logIn(email, HOME)).json()
    expect((await guessFromEverywhere(email)).at(-1)).toBe(429)
    expect((await logIn(email, HOME, { device })).statusCode).toBe(200)
    await guess(email, STRANGER)
    await guess(email, STRANGER)
    expect((await logIn(email, STRANGER, { device })).statusCode).toBe(200)
  })

  test('has its own limit of failures, which a log-in resets', async () => {
    const { email } = await createAccount(portal)
    const { device } = (await logIn(email, HOME)).json()
    expect(await guess(email, HOME, { device })).toBe(401)
    expect((await logIn(email, HOME, { device })).statusCode).toBe(200)
    expect([await guess(email, HOME, { device }), await guess(email, HOME, { device })]).toEqual([401, 401])
    expect((await logIn(email, '10.7.7.7', { device })).statusCode, 'in every network').toBe(429)
    expect((await logIn(email, HOME)).statusCode, 'counted for the device alone').toBe(200)
  })

  test('is known for its own account and domain only, until it expires', async () => {
    const [one, other] = [await createAccount(portal), await createAccount(portal)]
    const { device } = (await logIn(one.email, HOME)).json()
    await guessFromEverywhere(other.email)
    expect((await logIn(other.email, HOME, { device })).statusCode).toBe(429)
    await guessFromEverywhere(one.email)
    await portal.owner.query(`update known_devices set expires_at = now() - interval '1 second'`)
    expect((await logIn(one.email, HOME, { device })).statusCode).toBe(429)
  })

  test('keeps its marker, which the server made, for all users of the browser', async () => {
    const [one, other] = [await createAccount(portal), await createAccount(portal)]
    const { device } = (await logIn(one.email, HOME)).json()
    expect((await logIn(other.email, HOME, { device })).json().device).toBe(device)
    const guessable = 'this-marker-can-be-guessed'
    const given = (await logIn(one.email, HOME, { device: guessable })).json().device
    expect(given).toMatch(/^[\w-]{43}$/)
    expect([guessable, device]).not.toContain(given)
    const { rows } = await portal.owner.query('select encode(marker_hash, $1) as hash from known_devices', ['escape'])
    expect(JSON.stringify(rows)).not.toContain(device)
  })

  test('is forgotten when another person sets the password or deactivates the account', async () => {
    const admin = await createAccount(portal, 'admin')
    const caller = await portal.as(admin.id)
    const devicesOf = async (id: number) =>
      (await portal.owner.query('select from known_devices where domain_id = $1 and user_id = $2', [portal.domainId, id]))
        .rowCount
    for (const change of [
      (id: number) => caller.post('/api/v1/users/change-password/', { user_id: id, new_password_change: 'three brown kettles' }),
      (id: number) => caller.get(`/api/v1/users/set/inactive/${id}/`),
    ]) {
      const { id, email } = await createAccount(portal)
      await logIn(email, HOME)
      expect(await devicesOf(id)).toBe(1)
      expect((await change(id)).statusCode).toBe(200)
      expect(await devicesOf(id)).toBe(0)
    }
  })

  test('is one of at most twenty of a user', async () => {
    const { id, email } = await createAccount(portal)
    for (let count = 0; count < 22; count++) {
      await logIn(email, HOME)
      await portal.owner.query(`update known_devices set last_used_at = last_used_at - interval '1 minute' where user_id = $1`, [
        id,
      ])
    }
    const { rowCount } = await portal.owner.query('select from known_devices where user_id = $1', [id])
    expect(rowCount).toBe(20)
  })
})

describe('an admin, whose account a stranger keeps at its bound,', () => {
  test('can log in from another network, also when there is a second admin', async () => {
    const admins = [await createAccount(portal, 'admin'), await createAccount(portal, 'admin')]
    for (const { email } of admins) expect((await guessFromEverywhere(email)).at(-1), 'spared').toBe(401)
    for (const { email } of admins) expect((await logIn(email, HOME)).statusCode).toBe(200)
    const rep = await createAccount(portal)
    await guessFromEverywhere(rep.email)
    expect((await logIn(rep.email, HOME)).statusCode, 'an admin can help').toBe(429)
  })

  test('can log in after a mistyped password, of the own account or of colleagues in the network', async () => {
    const [admin, colleague] = [await createAccount(portal, 'admin'), await createAccount(portal)]
    await guessFromEverywhere(admin.email)
    expect([await guess(colleague.email, HOME), await guess(admin.email, HOME)]).toEqual([401, 401])
    expect((await logIn(admin.email, HOME)).statusCode).toBe(200)
  })

  test('can log in with two steps, in a new browser and as often as it takes', async () => {
    const { id, email, secret } = await createTwoStepAccount(portal, 'admin')
    await guessFromEverywhere(email)
    for (let time = 0; time < 3; time++) {
      await allowUsedCodes(portal, id)
      expect((await logIn(email, HOME)).json().code).toBe('code_required')
      expect((await logIn(email, HOME, { code: appCode(secret) })).statusCode).toBe(200)
    }
  })

  test('is refused in a network that used up its attempts', async () => {
    const { email } = await createAccount(portal, 'admin')
    await guessFromEverywhere(email)
    expect([await guess(email, HOME), await guess(email, HOME), await guess(email, HOME)]).toEqual([401, 401, 429])
    expect((await logIn(email, HOME)).statusCode).toBe(429)
  })
})

test('an admin gives few guesses to neighbouring networks beyond the bound, and one mail a day tells of them', async () => {
  const { id, email } = await createAccount(portal, 'admin')
  const notices = async () =>
    (await portal.owner.query('select title from notices where user_id = $1', [id])).rows.map(({ title }) => title)
  for (let network = 0; network < 12; network++) await guess(email, `10.${network}.0.1`)
  expect(await notices(), 'before the bound').toEqual([])
  const statuses: number[] = []
  for (let network = 0; network < 4; network++) statuses.push(await guess(email, `2001:db8:7:${network}00::1`))
  expect(statuses).toEqual([401, 401, 429, 429])
  expect((await logIn(email, HOME)).statusCode, 'another network').toBe(200)
  expect(await notices()).toEqual(['Many failed log-ins to your account'])
  await portal.runJobs()
  const mails = async () => (await portal.owner.query('select from mail_outbox where recipient = $1', [email])).rowCount
  expect(await mails()).toBe(1)
  await portal.owner.query(`update notices set created_at = now() - interval '25 hours' where user_id = $1`, [id])
  await logIn(email, HOME)
  expect(await notices(), 'a day later').toHaveLength(2)
})

test('the question for a code counts nothing, and takes back no guess', async () => {
  const { email, secret, id } = await createTwoStepAccount(portal)
  const code = wrongCode(secret)
  for (let time = 0; time < 4; time++) expect((await logIn(email, HOME)).json().code).toBe('code_required')
  const { rows } = await portal.owner.query('select points from rate_limits')
  expect(rows.map(({ points }) => points)).toEqual([0, 0, 0])
  expect((await logIn(email, HOME, { code })).json().code).toBe('wrong_code')
  expect((await logIn(email, HOME)).json().code).toBe('code_required')
  expect((await logIn(email, HOME, { code })).json().code).toBe('wrong_code')
  expect((await logIn(email, HOME, { code: appCode(secret) })).statusCode, 'after two wrong codes').toBe(429)
  await allowUsedCodes(portal, id)
})

describe('two-step codes', () => {
  test('wrong ones are bounded for the account in all networks; a stranger without the password cannot use them up', async () => {
    const { email, secret, id } = await createTwoStepAccount(portal)
    const code = wrongCode(secret)
    const { device } = (await logIn(email, HOME, { code: appCode(secret) })).json()
    await allowUsedCodes(portal, id)
    for (let network = 0; network < 6; network++) expect(await guess(email, `10.8.0.${network}`, { code })).toBe(401)
    const statuses: number[] = []
    for (let network = 0; network < 6; network++) statuses.push((await logIn(email, `10.8.1.${network}`, { code })).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
    expect((await logIn(email, '10.8.2.1', { code: appCode(secret) })).statusCode).toBe(429)
    expect((await logIn(email, HOME, { code: appCode(secret), device })).statusCode, 'the known device').toBe(200)
  })
})

test('a stranger cannot use up the password links of an account', async () => {
  const { email } = await createAccount(portal)
  const ask = async (ip: string) => (await post('/api/v1/users/reset-password/', ip, { email })).statusCode
  expect([await ask(STRANGER), await ask(STRANGER), await ask(HOME)]).toEqual([200, 429, 200])
})
