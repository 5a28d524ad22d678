/** Sign-ups are limited for visitors: not for an admin at work, and not less for who only claims to be one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { makePasswordLink } from '#api/features/sessions/send-password-link.commands.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { PASSWORD, person } from './sign-up.fixture.ts'
import { setDomainPassword } from './validate-domain-password.commands.ts'

let portal: TestPortal
let limited: Awaited<ReturnType<typeof buildApp>>
let tokens: Record<'admin' | 'ended' | 'center' | 'theirs', string>

beforeAll(async () => {
  portal = await startTestPortal()
  const { pool, ports, log } = portal
  // A tenth of what is allowed: three sign-ups per address.
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

let addresses = 0
/** From an address that nobody came from before. */
function from(authorization?: string) {
  const remoteAddress = `10.9.0.${++addresses}`
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
const signUp = () => person({ subscription: 3, password: PASSWORD })

describe('POST /api/v1/users/', () => {
  test('a visitor is held back, and told for how long', async () => {
    const post = from()
    const answers = await repeat(5, () => post('/api/v1/users/', signUp()))
    expect(statuses(answers)).toEqual([201, 201, 201, 429, 429])
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(3000)
  })

  test('an admin adds as many patients as there are', async () => {
    const post = from(`Token ${tokens.admin}`)
    const answers = await repeat(12, () => post('/api/v1/users/', person({ subscription: 2 })))
    expect(new Set(statuses(answers))).toEqual(new Set([201]))
  })

  test.each<[string, () => string, number]>([
    ['made up', () => `Token ${'x'.repeat(43)}`, 401],
    ['of an ended session', () => `Bearer ${tokens.ended}`, 401],
    ["another domain's admin's", () => `Token ${tokens.theirs}`, 401],
    ['no token at all', () => 'Basic YWRtaW46YWRtaW4=', 201],
  ])('a header that is %s holds back no less', async (_, header, first) => {
    const post = from(header())
    expect(statuses(await repeat(5, () => post('/api/v1/users/', signUp())))).toEqual([first, first, first, 429, 429])
  })

  test('a session of no admin makes nobody, however often', async () => {
    const post = from(`Token ${tokens.center}`)
    expect(new Set(statuses(await repeat(5, () => post('/api/v1/users/', signUp()))))).toEqual(new Set([403]))
  })

  test('one address is asked after only so often, whoever asks', async () => {
    const taken = signUp()
    await from()('/api/v1/users/', taken)
    const answers = await repeat(3, () => from()('/api/v1/users/', taken))
    expect(statuses(answers)).toEqual([429, 429, 429])
  })
})

describe.each([
  ['/api/v1/sales-rep/', 'sales_manager'],
  ['/api/v1/sales-managers/', 'sales_distributor'],
] as const)('POST %s', (path, role) => {
  test('a verified account sends so many invitations an hour, from however many addresses', async () => {
    const head = await portal.seed((db) => createUser(db, role, { email_verified_at: new Date() }))
    const tokens = [await portal.tokenOf(head), await portal.tokenOf(head)]
    const answers = await repeat(8, () => from(`Token ${tokens[addresses % 2]}`)(path, person()))
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
  })

  test('an account that nobody verified sends a tenth of five a day, until it opens a link that was mailed to it', async () => {
    const head = await portal.seed((db) => createUser(db, role, { email: `head-${addresses}-${role}@mail.example` }))
    const token = await portal.tokenOf(head)
    const answers = await repeat(3, () => from(`Token ${token}`)(path, person()))
    expect(statuses(answers)).toEqual([201, 429, 429])
    expect(Number(answers[1]?.headers['retry-after'])).toBeGreaterThan(43_200)
    expect(Number(answers[1]?.headers['retry-after'])).toBeLessThanOrEqual(86_400)
    expect(answers[1]?.json().message).toContain('Your email is not verified.')
    const link = await portal.seed((db) => makePasswordLink(db, head, 'reset'))
    await portal.guest.post('/auth/set-password/', { token: link.token, password: 'a new password' })
    const renewed = await portal.tokenOf(head)
    expect((await from(`Token ${renewed}`)(path, person())).statusCode).toBe(201)
  })
})

describe('POST /domain/config/{id}/validate-admin-pass/', () => {
  test('guessing ends for an address, then for all of them together; a right one frees nobody', async () => {
    await portal.seed((db) => setDomainPassword(db, { ip: null, requestId: null }, 'the right password'))
    const path = `/domain/config/${portal.domainId}/validate-admin-pass/`
    const post = from()
    const tries = ['a guess', 'the right password', 'a guess', 'the right password']
    const answers = []
    for (const password of tries) answers.push(await post(path, { password }))
    expect(statuses(answers)).toEqual([422, 200, 429, 429])
    const others = await repeat(12, () => from()(path, { password: 'a guess' }))
    expect(statuses(others).filter((status) => status === 422).length).toBeLessThanOrEqual(8)
    expect(statuses(others).at(-1)).toBe(429)
  })
})

describe('POST /api/v1/users/email-exists/', () => {
  const ask = (post: ReturnType<typeof from>, n: number) =>
    post('/api/v1/users/email-exists/', { email: `guess-${n}@mail.example` })

  test('whoever tries one address after the other is held back; the next visitor is not', async () => {
    const post = from()
    let n = 0
    expect(statuses(await repeat(14, () => ask(post, n++)))).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429])
    expect((await ask(from(), n)).statusCode).toBe(200)
  })
})
