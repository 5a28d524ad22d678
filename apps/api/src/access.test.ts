/**
 * Makes every call as a guest, as each role, as a user without a role and as another domain's admin. The expected results
 * are in access.fixture.ts. Then every call as an admin whose last proof is old: proof.ts says which calls ask.
 */
import { type CallKey, callAccess } from '@vialdesk/contract/access'
import { proofRuleOf } from '@vialdesk/contract/proof'
import { type Role, workingRoles } from '@vialdesk/contract/roles'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { accessTable, roleLetters } from './access.fixture.ts'
import { createAccessWorld } from './access-world.fixture.ts'

const calls = Object.keys(accessTable)

type Caller = 'guest' | Role
const allCallers: Caller[] = ['guest', ...workingRoles, 'observer']

let portal: TestPortal
let world: Awaited<ReturnType<typeof createAccessWorld>>
let theirAdminId: number
const theirAdmin = () => portal.tokenOf(theirAdminId, true)

beforeAll(async () => {
  portal = await startTestPortal()
  world = await createAccessWorld(portal)
  theirAdminId = await portal.seedOther((db) => createUser(db, 'admin'))
})
afterAll(() => portal.close())

/** No existing call answers 405. */
const outcome = ({ statusCode }: LightMyRequestResponse) =>
  ({ 401: 'must sign in', 403: 'may not', 405: 'no such call', 500: 'broken' })[statusCode] ?? 'may'

function expected(call: string, caller: Caller): string {
  const access = accessTable[call] as string
  // It answers only to the token of an ended session inside another account, which none of the callers has.
  if (call === 'POST /auth/go-back/') return 'must sign in'
  if (access === 'public') return 'may'
  if (caller === 'guest') return 'must sign in'
  if (access === 'session') return 'may'
  return access.includes(roleLetters[caller]) ? 'may' : 'may not'
}

/** A wrong password is refused with 401 for everyone, so its status does not show who may make the call. */
const isLogin = (call: string) => ['POST /auth/login/', 'POST /auth/verify-email/send/'].includes(call)

/** Guests make these calls, and admins for others: an invalid token is not a guest. */
const forGuestsAndAdmins = ['POST /api/v1/users/', 'POST /api/v1/harvest-centers/']

describe('the access table', () => {
  test('has a row for every call, and for no other', () => {
    expect(calls.sort()).toEqual(Object.keys(callAccess).sort())
  })

  test('contains only calls that the server answers', () => {
    const missing = calls.filter((call) => {
      const [method, path] = call.split(' ') as ['GET', string]
      return !portal.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '') })
    })
    expect(missing).toEqual([])
  })
})

describe.each(calls)('%s', (call) => {
  test('is answered to the allowed roles only', async () => {
    const outcomes: Record<string, string> = {}
    for (const caller of allCallers) {
      const self = world.ids[caller === 'guest' ? 'patient' : caller]
      const token = caller === 'guest' ? undefined : await portal.tokenOf(self)
      outcomes[caller] = outcome(await world.makeCall(call, { domain: 'acme', token, self }))
    }
    const expectedOutcomes = Object.fromEntries(
      allCallers.map((caller) => [caller, isLogin(call) ? 'may' : expected(call, caller)]),
    )
    expect(outcomes).toEqual(expectedOutcomes)
  })

  test("reveals nothing to another domain's admin", async () => {
    const theirs = await world.makeCall(call, { domain: 'globex', token: await theirAdmin(), self: world.ids.patient })
    expect(theirs.body).not.toContain('Acmeonly')
    expect(outcome(theirs)).toBe(expected(call, 'admin'))
    if (
      /\{(id|invoice_id|code|document_id)\}/.test(call) &&
      expected(call, 'admin') === 'may' &&
      accessTable[call] !== 'public'
    ) {
      const ownProduct = call.includes('/products/')
      expect(theirs.statusCode).toBe(ownProduct ? 200 : 404)
    }
  })

  test("refuses another domain's token", async () => {
    const answer = await world.makeCall(call, { domain: 'acme', token: await theirAdmin(), self: world.ids.admin })
    const asGuest = forGuestsAndAdmins.includes(call) ? 'must sign in' : expected(call, 'guest')
    expect(outcome(answer)).toBe(isLogin(call) ? 'may' : asGuest)
  })

  test('asks an admin for a recent proof exactly where the table says so', async () => {
    const self = world.ids.admin
    const token = await portal.tokenOf(self)
    await portal.owner.query(`update sessions set proved_at = now() - interval '1 hour' where token_hash = sha256($1)`, [token])
    const { statusCode } = await world.makeCall(call, { domain: 'acme', token, self })
    const rule = proofRuleOf(call as CallKey)
    expect(statusCode === 428, JSON.stringify(rule)).toBe(rule !== undefined && 'asks' in rule)
  })
})
