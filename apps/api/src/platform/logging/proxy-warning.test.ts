import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { createLog } from './log.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const limits = { takeAttempt: async () => {}, forgiveAttempts: async () => {}, isExhausted: async () => false }

/** The lines about TRUST_PROXY after requests with these headers. */
async function warningsOf(trustProxy: string | false, requests: Record<string, string>[]): Promise<string[]> {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(String(line)) } })
  const app = await buildApp({ ...portal, auditPool: portal.pool, limits, log, version: 'test', trustProxy })
  for (const headers of requests) await app.inject({ url: '/auth/build-version/', headers: { domain: 'acme', ...headers } })
  await app.close()
  return lines.filter((line) => line.includes('TRUST_PROXY'))
}

const forwardedFor = { 'x-forwarded-for': '192.0.2.55' }

test('warns once, at the first forwarded request, without its address', async () => {
  const lines = await warningsOf(false, [{}, forwardedFor, forwardedFor, { forwarded: 'for=192.0.2.56' }])
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '').msg).toMatch(/^A proxy sends requests to the portal, but TRUST_PROXY is not set\./)
  expect(lines[0]).not.toContain('192.0.2.5')
  expect(await warningsOf(false, [{ forwarded: 'for=192.0.2.56' }])).toHaveLength(1)
})

test('is silent without a proxy, and where the settings name it', async () => {
  expect(await warningsOf(false, [{}, {}])).toEqual([])
  expect(await warningsOf('127.0.0.1', [forwardedFor])).toEqual([])
})
