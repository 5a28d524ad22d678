/** A caller who may not make a call neither uses up its limit nor learns of it. Calls of guests have nothing else that protects them, so they count first. */
import { allCalls } from '@vialdesk/contract'
import type { Call } from '@vialdesk/contract/base/call'
import { type Role, workingRoles } from '@vialdesk/contract/base/roles'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { urlPathOf } from '#api/testing/call-fields.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let counting: FastifyInstance
const tokens = new Map<Role, string>()
const counted: string[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  const { pool, ports, log } = portal
  const takeAttempt = async (limit: string) => void counted.push(limit)
  const forgiveAttempts = async (limit: string) => void counted.splice(counted.indexOf(limit), 1)
  const limits = { takeAttempt, forgiveAttempts, isExhausted: async () => false }
  counting = await buildApp({ pool, auditPool: pool, ports, limits, log, version: 'test' })
  for (const role of workingRoles) tokens.set(role, await portal.tokenOf(await portal.seed((db) => createUser(db, role))))
})
afterAll(async () => {
  await counting.close()
  await portal.close()
})
beforeEach(() => {
  counted.length = 0
})

const limited = allCalls.filter(({ rateLimit }) => rateLimit !== undefined).map((call) => [call.key, call] as const)
const needsSession = limited.filter(([, { access }]) => access !== 'public')
const ofGuests = limited.filter(([, { access }]) => access === 'public')

async function statusFor(call: Call, token?: string): Promise<number> {
  const headers = { domain: 'acme', ...(token && { authorization: `Token ${token}` }) }
  const payload = call.rateLimitField ? { [call.rateLimitField]: 'x' } : {}
  return (await counting.inject({ method: call.method, url: urlPathOf(call), headers, payload })).statusCode
}

test.each(needsSession)('%s counts only callers who may make it', async (_key, call) => {
  const { access } = call
  expect(await statusFor(call)).toBe(401)
  for (const role of typeof access === 'string' ? [] : workingRoles.filter((each) => !(each in access)))
    expect(await statusFor(call, tokens.get(role)), role).toBe(403)
  expect(counted).toEqual([])
  const allowed = workingRoles.find((role) => typeof access === 'string' || role in access) as Role
  await statusFor(call, tokens.get(allowed))
  expect(counted).toHaveLength(1)
})

test.each(ofGuests)('%s counts guests before anything else', async (_key, call) => {
  await statusFor(call)
  expect(counted.length).toBeGreaterThan(0)
})
