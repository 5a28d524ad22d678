/** Sign-ups are limited for visitors, also with a forged header, but not for admins. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { setDomainPassword } from '#api/features/branding/change-settings.commands.ts'
import { makePasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { PASSWORD, personInput, verificationToken } from './sign-up.fixture.ts'

let portal: TestPortal
let limited: Awaited<ReturnType<typeof buildApp>>
let tokens: Record<'admin' | 'ended' | 'center' | 'theirs', string>

beforeAll(async () => {
  portal = await startTestPortal()
  const { pool, ports, log } = portal
  // A tenth of the usual limits: three sign-ups per IP.
  limited = await buildApp({ pool, auditPool: pool, ports, limits: rateLimits(pool, 0.1), log, version: 'test' })
  const admin = await portal.seed((db) => createUser(db, 'admin'))
  tokens = {
    admin: await portal.tokenOf(admin),
    ended: await portal.tokenOf(admin),
    center: await portal.tokenOf(await portal.seed((db) => createUser(db, 'harvest_center'))),
    theirs: await portal.tokenOf(await portal.seedOther((db) => createUser(db, 'admin')), true),
  }
  await portal.clientFor('acme', tokens.ended).post('/auth/logout/')
})
afterAll(async () => {
  await limited.close()
  await portal.close()
})

let ipCount = 0
/** Sends requests from a new IP. */
function fromNewIp(authorization?: string) {
  const remoteAddress = `10.9.0.${++ipCount}`
  return (url: string, payload: object) =>
    limited.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress,
      headers: { domain: 'acme', ...(authorization && { authorization }) },
    })
}
const repeat = async <T>(times: number, work: () => Promise<T>) => {
  const done: T[] = []
  for (let n = 0; n < times; n++) done.push(await work())
  return done
}
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)
const signUpInput = () => personInput({ subscription: 3, password: PASSWORD })

describe('POST /api/v1/users/', () => {
  test('refuses a visitor after three sign-ups and says when to try again', async () => {
    const post = fromNewIp()
    const answers = await repeat(5, () => post('/api/v1/users/', signUpInput()))
    expect(statuses(answers)).toEqual([201, 201, 201, 429, 429])
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(3000)
  })

  test('does not limit an admin', async () => {
    const post = fromNewIp(`Token ${tokens.admin}`)
    const answers = await repeat(12, () => post('/api/v1/users/', personInput({ subscription: 2 })))
    expect(new Set(statuses(answers))).toEqual(new Set([201]))
  })

  test.each<[string, () => string, number]>([
    ['invented', () => `Token ${'x'.repeat(43)}`, 401],
    ['of an ended session', () => `Bearer ${tokens.ended}`, 401],
    ['of an admin of another domain', () => `Token ${tokens.theirs}`, 401],
    ['not a token', () => 'Basic YWRtaW46YWRtaW4=', 201],
  ])('limits a visitor as usual with an authorization header that is %s', async (_, header, first) => {
    const post = fromNewIp(header())
    expect(statuses(await repeat(5, () => post('/api/v1/users/', signUpInput())))).toEqual([first, first, first, 429, 429])
  })

  test('is always refused to signed-in users who are not admins', async () => {
    const post = fromNewIp(`Token ${tokens.center}`)
    expect(new Set(statuses(await repeat(5, () => post('/api/v1/users/', signUpInput()))))).toEqual(new Set([409]))
  })

  test('limits requests for one email across IPs', async () => {
    const input = signUpInput()
    await fromNewIp()('/api/v1/users/', input)
    const answers = await repeat(3, () => fromNewIp()('/api/v1/users/', input))
    expect(statuses(answers)).toEqual([429, 429, 429])
  })
})

describe.each([
  ['/api/v1/sales-rep/', 'sales_manager'],
  ['/api/v1/sales-managers/', 'sales_distributor'],
] as const)('POST %s', (path, role) => {
  test('limits the invitations of a verified account per hour across IPs', async () => {
    const leader = await portal.seed((db) => createUser(db, role, { email_verified_at: new Date() }))
    const tokens = [await portal.tokenOf(leader), await portal.tokenOf(leader)]
    const answers = await repeat(8, () => fromNewIp(`Token ${tokens[ipCount % 2]}`)(path, personInput()))
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
  })

  test('limits an unverified account to fewer invitations a day, and says how to send more', async () => {
    const leader = await portal.seed((db) => createUser(db, role, { email: `leader-${ipCount}-${role}@mail.example` }))
    const token = await portal.tokenOf(leader)
    const answers = await repeat(3, () => fromNewIp(`Token ${token}`)(path, personInput()))
    expect(statuses(answers)).toEqual([201, 429, 429])
    expect(Number(answers[1]?.headers['retry-after'])).toBeGreaterThan(43_200)
    expect(Number(answers[1]?.headers['retry-after'])).toBeLessThanOrEqual(86_400)
    expect(answers[1]?.json().message).toBe(
      'Your email address is not confirmed, so you can send only 5 emails of this kind a day. ' +
        'Choose ‘Send verification email’ at the top of the pages of your own account and open the link that we mail you. Then send again.',
    )
    const link = await portal.seed((db) => makePasswordLink(db, leader, 'reset'))
    await portal.guest.post('/auth/set-password/', { token: link.token, password: 'a new password' })
    const renewed = await portal.tokenOf(leader)
    expect((await fromNewIp(`Token ${renewed}`)(path, personInput())).statusCode).toBe(201)
  })

  test('does not count a refused form as a mail, but as a look-up', async () => {
    const leader = await portal.seed((db) => createUser(db, role))
    const post = fromNewIp(`Token ${await portal.tokenOf(leader)}`)
    const taken = personInput()
    await portal.seed((db) => createUser(db, 'patient', { email: taken.email }))
    const refused = [await post(path, { ...personInput(), email: 'nonsense' }), ...(await repeat(2, () => post(path, taken)))]
    expect(statuses(refused)).toEqual([422, 409, 409])
    expect((await post(path, personInput())).statusCode, 'the first mail of the day').toBe(201)
    await portal.owner.query(`update users set email_verified_at = now() where domain_id = $1 and id = $2`, [
      portal.domainId,
      leader,
    ])
    expect((await post(path, taken)).statusCode, 'too many addresses were tried').toBe(429)
    expect((await post(path, personInput())).statusCode).toBe(201)
  })
})

test('each kind of mail counts apart', async () => {
  const center = await portal.seed((db) => createCenter(db))
  const post = fromNewIp(`Token ${await portal.tokenOf(center)}`)
  const createOne = () => portal.seed((db) => createPatient(db, { harvest_center_id: center }))
  const remind = async () => (await post(`/api/v1/users/${await createOne()}/remind/`, {})).statusCode
  expect([await remind(), await remind()]).toEqual([200, 429])
  const request = { name: 'Rosa Example', email: 'rosa@mail.example' }
  const other = await post('/api/v1/documents/send/', request)
  expect(other.statusCode, 'another kind').not.toBe(429)
})

describe('POST /domain/config/{id}/validate-admin-pass/', () => {
  test('limits guesses per IP and per domain, and a right password does not reset the limit', async () => {
    await portal.seed((db) => setDomainPassword(db, 'the right password'))
    const path = `/domain/config/${portal.domainId}/validate-admin-pass/`
    const post = fromNewIp()
    const tries = ['a guess', 'the right password', 'a guess', 'the right password']
    const answers = []
    for (const password of tries) answers.push(await post(path, { password }))
    expect(statuses(answers)).toEqual([422, 200, 429, 429])
    const others = await repeat(12, () => fromNewIp()(path, { password: 'a guess' }))
    expect(statuses(others).filter((status) => status === 422).length).toBeLessThanOrEqual(8)
    expect(statuses(others).at(-1)).toBe(429)
  })
})

describe('POST /api/v1/users/email-exists/', () => {
  const checkEmail = (post: ReturnType<typeof fromNewIp>, n: number) =>
    post('/api/v1/users/email-exists/', { email: `guess-${n}@mail.example` })

  test('limits a visitor that tries many emails, but not the next visitor', async () => {
    const post = fromNewIp()
    let n = 0
    expect(statuses(await repeat(14, () => checkEmail(post, n++)))).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429])
    expect((await checkEmail(fromNewIp(), n)).statusCode).toBe(200)
  })
})

describe('POST /auth/verify-email/', () => {
  test('limits wrong passwords per link like log-ins, and locks out no other network or link', async () => {
    const body = signUpInput()
    const tokens = await repeat(2, async () => {
      expect((await portal.guest.post('/api/v1/users/', body)).statusCode).toBe(201)
      return verificationToken(portal, body.email)
    })
    const post = fromNewIp()
    const confirm = (token: string | undefined, password: string, send = post) => send('/auth/verify-email/', { token, password })
    const [first, second] = tokens
    expect(statuses([await confirm(first, 'a guess'), await confirm(first, PASSWORD)])).toEqual([422, 429])
    expect((await confirm(second, 'a guess')).statusCode).toBe(422)
    expect((await confirm(first, PASSWORD, fromNewIp())).statusCode).toBe(200)
  })
})
