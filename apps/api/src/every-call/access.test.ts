/**
 * Makes every call as a guest, as each role, as a user without a role and as another domain's admin. The expected results
 * are in access.fixture.ts. Then every call as an admin whose last proof is old: `proof` says which calls ask.
 */
import { allCalls } from '@vialdesk/contract'
import { type Role, workingRoles } from '@vialdesk/contract/base/roles'
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
    expect(calls.sort()).toEqual(allCalls.map(({ key }) => key).sort())
  })

  test('contains only calls that the server answers', () => {
    const missing = calls.filter((call) => {
      const [method, path] = call.split(' ') as ['GET', string]
      return !portal.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '') })
    })
    expect(missing).toEqual([])
  })
})

/** One session of each caller, which some calls end. A call that is answered 401 to a caller who is signed in is made again in a new one. */
const sessions = new Map<string, string>()
async function makeSignedIn(call: string, session: { name: string; open: () => Promise<string> }, request: Request) {
  for (let isNew = false; ; isNew = true) {
    const token = (isNew ? undefined : sessions.get(session.name)) ?? (await session.open())
    sessions.set(session.name, token)
    const answer = await world.makeCall(call, { ...request, token })
    if (answer.statusCode !== 401 || isNew) return answer
  }
}
type Request = Omit<Parameters<typeof world.makeCall>[1], 'token'>

const callAs = (call: string, caller: Caller) => {
  if (caller === 'guest') return world.makeCall(call, { domain: 'acme', token: undefined, self: world.ids.patient })
  const self = world.ids[caller]
  return makeSignedIn(call, { name: caller, open: () => portal.tokenOf(self) }, { domain: 'acme', self })
}
const theirAdmin = { name: 'their admin', open: () => portal.tokenOf(theirAdminId, true) }

/** The calls with another result than the expected one. */
async function findFaults(check: (call: string) => Promise<{ found: unknown; wanted: unknown }>): Promise<string[]> {
  const faults: string[] = []
  for (const call of calls) {
    const { found, wanted } = await check(call)
    if (found !== wanted) faults.push(`${call}: ${found}, not ${wanted}`)
  }
  return faults
}

// The rows of the first business are complete here: the calls of its own users change some of them.
describe('each call', () => {
  test("reveals nothing to another domain's admin", async () => {
    const check = async (call: string) => {
      const theirs = await makeSignedIn(call, theirAdmin, { domain: 'globex', self: world.ids.patient })
      expect(theirs.body, call).not.toContain('Acmeonly')
      if (
        /\{(id|invoice_id|code|document_id)\}/.test(call) &&
        expected(call, 'admin') === 'may' &&
        accessTable[call] !== 'public'
      ) {
        const ownProduct = call.includes('/products/')
        expect(theirs.statusCode, call).toBe(ownProduct ? 200 : 404)
      }
      return { found: outcome(theirs), wanted: expected(call, 'admin') }
    }
    expect(await findFaults(check)).toEqual([])
  })

  test("refuses another domain's token", async () => {
    const token = await portal.tokenOf(theirAdminId, true)
    const check = async (call: string) => {
      const answer = await world.makeCall(call, { domain: 'acme', token, self: world.ids.admin })
      const asGuest = forGuestsAndAdmins.includes(call) ? 'must sign in' : expected(call, 'guest')
      return { found: outcome(answer), wanted: isLogin(call) ? 'may' : asGuest }
    }
    expect(await findFaults(check)).toEqual([])
  })

  test.each(allCallers)('is answered to the allowed roles only: %s', async (caller) => {
    const check = async (call: string) => ({
      found: outcome(await callAs(call, caller)),
      wanted: isLogin(call) ? 'may' : expected(call, caller),
    })
    expect(await findFaults(check)).toEqual([])
  })

  test('asks an admin for a recent proof exactly where the table says so', async () => {
    const self = world.ids.admin
    const open = async () => {
      const token = await portal.tokenOf(self)
      await portal.owner.query(`update sessions set proved_at = now() - interval '1 hour' where token_hash = sha256($1)`, [token])
      return token
    }
    const check = async (call: string) => {
      const { statusCode } = await makeSignedIn(call, { name: 'admin with an old proof', open }, { domain: 'acme', self })
      const rule = allCalls.find(({ key }) => key === call)?.proof
      return { found: statusCode === 428, wanted: rule !== undefined && 'asks' in rule }
    }
    expect(await findFaults(check)).toEqual([])
  })
})
