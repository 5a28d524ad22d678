/**
 * A slow list is cancelled and does not block other calls. The tests make lists slow by locking their table from another
 * connection.
 */
import { contract } from '@vialdesk/contract'
import type { Call } from '@vialdesk/contract/call'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { listLimits } from './list-limits.ts'

const calls = (Object.values(contract) as Record<string, Call>[]).flatMap((feature) => Object.values(feature))
const lists = calls.filter(({ answersList }) => answersList)
const PATIENTS = '/api/v1/users/patient/list/'
const SALES = '/api/v1/transactions/'
const TOTALS = 'GET /api/v1/transactions/totals/'
/** Of the 20 connections that the test portal has, like the real one. */
const LISTS_AT_ONCE = 12

const tooSlow = { code: 'unavailable', message: expect.stringContaining('This list takes too long') }

/** Runs `work` while no other connection can read the table. */
async function whileLocked(portal: TestPortal, table: string, work: (unlock: () => Promise<unknown>) => Promise<void>) {
  const client = await portal.owner.connect()
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    await work(() => client.query('rollback'))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function portalWithAdmin(parts: Parameters<typeof startTestPortal>[1]) {
  const portal = await startTestPortal({}, parts)
  const adminId = await portal.seed((db) => createUser(db, 'admin'))
  return { portal, admin: await portal.as(adminId), one: `/api/v1/users/${adminId}/` }
}

test('calls with limit and offset, or with an array as their answer, and totals are lists; streams are not', () => {
  const asked = { limit: '1', offset: '0' }
  const isPage = ({ query }: Call) => Object.hasOwn(query?.safeParse(asked).data ?? {}, 'limit')
  const isArray = ({ answer }: Call) => answer.safeParse([]).success
  const expected = calls.filter(
    (call) => call.method === 'GET' && !call.streams && (isPage(call) || isArray(call) || call.key === TOTALS),
  )
  expect(lists.map(({ key }) => key)).toEqual(expected.map(({ key }) => key))
  expect(lists.length).toBeGreaterThan(40)
})

describe('a list that takes longer than the time-out', () => {
  let portal: TestPortal
  let admin: TestClient
  let one: string
  beforeAll(async () => {
    const opened = await portalWithAdmin({ listTimeoutMs: 150 })
    portal = opened.portal
    admin = opened.admin
    one = opened.one
  })
  afterAll(() => portal.close())

  test('is refused with 503 and Retry-After, and its connection is free again', async () => {
    await whileLocked(portal, 'patient_stages', async () => {
      const answer = await admin.get(`${PATIENTS}?stage=ready`)
      expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([503, tooSlow, '2'])
      expect([portal.pool.idleCount, portal.pool.waitingCount]).toEqual([portal.pool.totalCount, 0])
    })
    // Not a list: on a busy machine a list may take longer than this portal allows.
    expect((await admin.get(one)).statusCode).toBe(200)
    // Less than the 15 seconds after which any statement is ended.
  }, 10_000)

  test('is refused for every list; other calls go on', async () => {
    // Every call waits for the locked table when it looks up the session. A call that counts attempts looks up the session
    // earlier.
    const path = ({ path: template }: Call) => template.replace(/\{\w+\}/g, '1')
    await whileLocked(portal, 'users', async (unlock) => {
      const user = admin.get(one)
      for (let at = 0; at < lists.length; at += LISTS_AT_ONCE) {
        const some = lists.slice(at, at + LISTS_AT_ONCE)
        const answers = await Promise.all(some.map((call) => (call.rateLimit ? portal.guest : admin).get(path(call))))
        expect(answers.map((answer, n) => [some[n]?.key, answer.statusCode, answer.json()])).toEqual(
          some.map(({ key }) => [key, 503, tooSlow]),
        )
      }
      await unlock()
      expect((await user).statusCode).toBe(200)
    })
  })
})

test('answers other calls while 24 lists wait for the database', async () => {
  const { portal, admin, one } = await portalWithAdmin({})
  try {
    await whileLocked(portal, 'transactions', async (unlock) => {
      let answered = 0
      const pages = Array.from({ length: 24 }, () => admin.get(SALES).finally(() => answered++))
      const user = await admin.get(one)
      expect([user.statusCode, answered]).toEqual([200, 0])
      await unlock()
      expect((await Promise.all(pages)).map(({ statusCode }) => statusCode)).toEqual(pages.map(() => 200))
    })
  } finally {
    await portal.close()
  }
})

describe('turns of lists', () => {
  const turnsOf = (max: number) => listLimits(new pg.Pool({ max }), 20).takeTurn

  test('are given in the order of the requests', async () => {
    const takeTurn = turnsOf(2)
    const order: number[] = []
    const end = await takeTurn()
    const rest = [1, 2, 3].map(async (n) => {
      const endTurn = await takeTurn()
      order.push(n)
      endTurn()
    })
    expect(order).toEqual([])
    end()
    await Promise.all(rest)
    expect(order).toEqual([1, 2, 3])
  })

  test('that do not come in time are refused, and no other request loses its turn', async () => {
    const takeTurn = turnsOf(2)
    const end = await takeTurn()
    await expect(takeTurn()).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } })
    end()
    const endNext = await takeTurn()
    const last = takeTurn()
    endNext()
    await expect(last).resolves.toBeTypeOf('function')
  })
})
