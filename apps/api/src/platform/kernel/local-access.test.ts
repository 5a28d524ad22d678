/**
 * The demo and the pages under /dev answer only requests from this machine, never requests from elsewhere or through a
 * proxy.
 */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { buildApp } from '#api/app/app.ts'
import { inDomain } from '#api/db/transaction.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createDomain, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { isLoopback, whyNotLocal } from './local-access.ts'

const password = 'demo-portal'
const email = 'admin@demo.example'

let portal: TestPortal
let app: FastifyInstance
let publicApp: FastifyInstance
const appWith = ({ pool, ports, log }: TestPortal, isLocal: boolean) => {
  const free = async () => {}
  const limits = { takeAttempt: free, forgiveAttempts: free, isExhausted: async () => false }
  const outbox = embeddedMail(pool, 'a secret key that only tests have')
  return buildApp({ pool, auditPool: pool, ports: { ...ports }, limits, log, version: 'test', isLocal, outbox })
}

beforeAll(async () => {
  portal = await startTestPortal()
  const password_hash = await hashPassword(password)
  const demo = await createDomain(portal.owner, { identifier: 'demo', demo: true })
  for (const id of [demo, portal.domainId])
    await inDomain(portal.owner, id, (db) => createUser(db, 'admin', { email, password_hash }))
  app = await appWith(portal, true)
  publicApp = await appWith(portal, false)
})
afterAll(() => portal.close())

interface From {
  headers?: Record<string, string>
  remoteAddress?: string
  on?: FastifyInstance
}
const logIn = async ({ headers, remoteAddress = '127.0.0.1', on = app }: From) => {
  const url = '/auth/login/'
  const answer = await on.inject({ method: 'POST', url, headers, remoteAddress, payload: { email, password } })
  return [answer.statusCode, answer.json().code]
}
const mailPage = async ({ headers, remoteAddress = '127.0.0.1', on = app }: From) =>
  (await on.inject({ url: '/dev/mail', headers: { domain: 'acme', ...headers }, remoteAddress })).statusCode

const here = ['localhost:4300', '127.0.0.1:4300', '[::1]:4300', 'LOCALHOST', 'clinic.localhost']
test.each(here)('allows a local user to log in to the demo and to read its mails at %s', async (host) => {
  expect(await logIn({ headers: { host, domain: 'demo' } })).toEqual([200, undefined])
  expect(await mailPage({ headers: { host } })).toBe(200)
  expect(await mailPage({ headers: { host }, remoteAddress: '::ffff:127.0.0.1' })).toBe(200)
})

test('answers for the demo at localhost without the Domain header', async () => {
  expect(await logIn({ headers: { host: 'localhost' } })).toEqual([200, undefined])
})

const elsewhere: [string, From][] = [
  ['another machine', { remoteAddress: '192.168.1.20' }],
  ['another machine by IPv6', { remoteAddress: '2001:db8::1' }],
  ['another name', { headers: { host: 'portal.example.com' } }],
  ['a name that only starts like localhost', { headers: { host: 'localhost.example.com' } }],
  ...[
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip', 'x-client-ip'],
    ...['true-client-ip', 'cf-connecting-ip', 'cf-ray', 'x-envoy-external-address', 'x-original-host', 'x-cluster-client-ip'],
  ].map((name): [string, From] => [`a proxy that sends ${name}`, { headers: { [name]: '127.0.0.1' } }]),
]

describe('does not exist for', () => {
  test.each(elsewhere)('%s', async (_who, from) => {
    const named = (domain: string) => ({ ...from, headers: { host: 'localhost', ...from.headers, domain } })
    expect(await logIn(named('demo'))).toEqual([404, 'unknown_domain'])
    expect(await mailPage(from)).toBe(404)
    // Other domains are open to everyone.
    expect(await logIn(named('acme'))).toEqual([200, undefined])
  })

  test('anyone, if the configuration lets other machines reach the portal', async () => {
    const here = { headers: { host: 'localhost', domain: 'demo' }, on: publicApp }
    expect(await logIn(here)).toEqual([404, 'unknown_domain'])
    expect(await logIn({ ...here, headers: { host: 'localhost' } })).toEqual([404, 'unknown_domain'])
    expect(await mailPage({ on: publicApp })).toBe(404)
    expect(await logIn({ ...here, headers: { host: 'localhost', domain: 'acme' } })).toEqual([200, undefined])
  })
})

test('tells by the configuration whether other machines can reach the portal', () => {
  const local = { mode: 'development', host: '127.0.0.1', publicUrl: 'http://localhost:4300' }
  expect(whyNotLocal(local)).toBeUndefined()
  expect(whyNotLocal({ ...local, host: '::1', publicUrl: 'http://[::1]:4300' })).toBeUndefined()
  expect(whyNotLocal({ ...local, mode: 'production' })).toBe('in production')
  expect(whyNotLocal({ ...local, host: '0.0.0.0' })).toMatch(/^while HOST is "0\.0\.0\.0"/)
  expect(whyNotLocal({ ...local, publicUrl: 'https://portal.example.com' })).toMatch(/^while PUBLIC_URL is "https:/)
})

test.each(['127.0.0.1.example.com', '10.0.0.1', '::', '', 'nolocalhost', '::ffff:10.0.0.1'])(
  'does not take "%s" for this machine',
  (host) => expect(isLoopback(host)).toBe(false),
)
