/**
 * A slow list is cancelled and does not block other calls. The tests make lists slow by locking their table from another
 * connection.
 */
import { contract } from '@vialdesk/contract'
import type { Call } from '@vialdesk/contract/base/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const calls = (Object.values(contract) as Record<string, Call>[]).flatMap((feature) => Object.values(feature))
const lists = calls.filter(({ answersList }) => answersList)
const PATIENTS = '/api/v1/users/patient/list/'
const SALES = '/api/v1/transactions/'
const SEARCH = 'GET /api/v1/search/'
const TOTALS = 'GET /api/v1/transactions/totals/'
/** Of one user. */
const LISTS_AT_ONCE = 4

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

test('calls with limit and offset, or with an array as their answer, totals and the search are lists; streams are not', () => {
  const asked = { limit: '1', offset: '0' }
  const isPage = ({ query }: Call) => Object.hasOwn(query?.safeParse(asked).data ?? {}, 'limit')
  const isArray = ({ answer }: Call) => answer.safeParse([]).success
  const expected = calls.filter(
    (call) => call.method === 'GET' && !call.streams && (isPage(call) || isArray(call) || [TOTALS, SEARCH].includes(call.key)),
  )
  expect(lists.map(({ key }) => key)).toEqual(expected.map(({ key }) => key))
  expect(lists.length).toBeGreaterThan(40)
})

describe('a list that takes longer than the time-out', () => {
  let portal: TestPortal
  let admin: TestClient
  let one: string
  beforeAll(async () => {
    portal = await startTestPortal({}, { listTimeoutMs: 150 })
    const adminId = await portal.seed((db) => createUser(db, 'admin'))
    admin = await portal.as(adminId)
    one = `/api/v1/users/${adminId}/`
  })
  afterAll(() => portal.close())

  test('is refused with 503 and Retry-After, and its connection is free again', async () => {
    await whileLocked(portal, 'patient_stages', async () => {
      const answer = await admin.get(`${PATIENTS}?stage=ready`)
      expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([503, tooSlow, '2'])
      // The answer does not wait for the connection to be given back.
      await expect.poll(() => portal.pool.totalCount - portal.pool.idleCount + portal.pool.waitingCount).toBe(0)
    })
    // Not a list: on a busy machine a list may take longer than this portal allows.
    expect((await admin.get(one)).statusCode).toBe(200)
  })

  test('is refused for every list', async () => {
    // Every call waits for the locked table when it looks up the session. A call that counts attempts looks up the session
    // earlier.
    const path = ({ path: template }: Call) => template.replace(/\{\w+\}/g, '1')
    const admins = [admin, await portal.as(await portal.seed((db) => createUser(db, 'admin')))]
    await whileLocked(portal, 'users', async () => {
      for (let at = 0; at < lists.length; at += 2 * LISTS_AT_ONCE) {
        const some = lists.slice(at, at + 2 * LISTS_AT_ONCE)
        const answers = await Promise.all(some.map((call, n) => (call.rateLimit ? portal.guest : admins[n % 2])?.get(path(call))))
        expect(answers.map((answer, n) => [some[n]?.key, answer?.statusCode, answer?.json()])).toEqual(
          some.map(({ key }) => [key, 503, tooSlow]),
        )
      }
    })
  })

  test('does not end other calls', async () => {
    await whileLocked(portal, 'users', async (unlock) => {
      const user = admin.get(one)
      expect((await admin.get(PATIENTS)).statusCode).toBe(503)
      await unlock()
      expect((await user).statusCode).toBe(200)
    })
  })
})

describe('a user who asks for more lists and reports than the database answers', () => {
  let portal: TestPortal
  let heavyId: number
  let heavy: TestClient
  let other: TestClient
  let otherDomain: TestClient
  beforeAll(async () => {
    portal = await startTestPortal()
    heavyId = await portal.seed((db) => createUser(db, 'admin'))
    heavy = await portal.as(heavyId)
    other = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
    otherDomain = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
  })
  afterAll(() => portal.close())

  const USERS = '/api/v1/users/all/'
  /** The list reads the one, the report reads the other. */
  const LOCKED = 'transactions, checkout_attempts'
  const REPORT = '/api/v1/dashboards/admin/'
  const statuses = async (answers: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(answers)).map((each) => each.statusCode)

  test('is answered other calls while 24 lists wait for the database', async () => {
    await whileLocked(portal, 'transactions', async (unlock) => {
      let answered = 0
      const pages = Array.from({ length: 24 }, () => heavy.get(SALES).finally(() => answered++))
      const user = await heavy.get(`/api/v1/users/${heavyId}/`)
      expect([user.statusCode, answered]).toEqual([200, 0])
      await unlock()
      expect(await statuses(pages)).toEqual(pages.map(() => 200))
    })
  })

  test.each([
    ['lists', SALES],
    ['reports', REPORT],
  ])('does not keep other users and domains from %s', async (_, path) => {
    await whileLocked(portal, LOCKED, async (unlock) => {
      const slow = Array.from({ length: 20 }, () => heavy.get(path))
      await expect.poll(() => waitingForLock(portal)).toBeGreaterThan(0)
      expect(await statuses([other.get(USERS), otherDomain.get(USERS)])).toEqual([200, 200])
      await unlock()
      expect(new Set(await statuses(slow))).toEqual(new Set([200]))
    })
  })

  test('takes at most a third of the turns, with all sessions together', async () => {
    const second = await portal.as(heavyId)
    await whileLocked(portal, LOCKED, async (unlock) => {
      const slow = Array.from({ length: 20 }, (_, n) => (n % 2 ? heavy : second).get(SALES))
      await expect.poll(() => waitingForLock(portal)).toBe(4)
      const reports = Array.from({ length: 20 }, (_, n) => (n % 2 ? heavy : second).get(REPORT))
      await expect.poll(() => waitingForLock(portal)).toBe(6)
      // All turns that may start have started: the others wait without a connection.
      expect((await other.get('/auth/sessions/')).statusCode).toBe(200)
      expect(await waitingForLock(portal)).toBe(6)
      await unlock()
      expect(new Set(await statuses([...slow, ...reports]))).toEqual(new Set([200]))
    })
  })

  test('may ask for further lists while the audit of earlier ones is written', async () => {
    await portal.seed((db) => createPatient(db))
    await whileLocked(portal, 'audit_log', async (unlock) => {
      let answered = 0
      const pages = Array.from({ length: 2 * LISTS_AT_ONCE }, () => heavy.get(PATIENTS).finally(() => answered++))
      await expect.poll(() => waitingForLock(portal)).toBe(1)
      expect(await statuses([heavy.get('/auth/sessions/')])).toEqual([200])
      expect(answered).toBe(0)
      await unlock()
      expect(new Set(await statuses(pages))).toEqual(new Set([200]))
    })
  })

  test('keeps the turn of a report that is sent in pieces until its end', async () => {
    await whileLocked(portal, 'vial_counts', async (unlock) => {
      // The number of users is found without the locked table, their rows are not.
      const slow = Array.from({ length: 20 }, () => heavy.get('/api/v1/users/export-csv/'))
      await expect.poll(() => waitingForLock(portal)).toBe(2)
      expect(await statuses([otherDomain.get(REPORT.replace('admin', 'first-run'))])).toEqual([200])
      expect(await waitingForLock(portal)).toBe(2)
      await unlock()
      expect(new Set(await statuses(slow))).toEqual(new Set([200]))
    })
  })

  test('leaves connections for log-ins and single records, whatever all users of a domain do', async () => {
    const users: TestClient[] = []
    for (let n = 0; n < 6; n++) users.push(await portal.as(await portal.seed((db) => createUser(db, 'admin'))))
    await whileLocked(portal, LOCKED, async (unlock) => {
      const slow = users.flatMap((user) => Array.from({ length: 4 }, () => [user.get(SALES), user.get(REPORT)]).flat())
      // Three quarters of the 12 turns of lists, and of the 6 of reports.
      await expect.poll(() => waitingForLock(portal)).toBe(9 + 4)
      expect(
        await statuses([
          other.get('/auth/session/'),
          otherDomain.get(USERS),
          otherDomain.get(REPORT.replace('admin', 'first-run')),
        ]),
      ).toEqual([...[200, 200, 200]])
      await unlock()
      expect(new Set(await statuses(slow))).toEqual(new Set([200]))
    })
  })

  test('is refused with 429 when too many calls wait, until readers go away', async () => {
    const url = await portal.app.listen({ host: '127.0.0.1', port: 0 })
    const ask = (signal?: AbortSignal) =>
      fetch(`${url}${SALES}`, { headers: { domain: 'acme', authorization: `Token ${token}` }, ...(signal && { signal }) })
    const token = await portal.tokenOf(heavyId)
    await whileLocked(portal, LOCKED, async (unlock) => {
      const gone = new AbortController()
      const refused: number[] = []
      const waiting = Array.from({ length: 60 }, async () => {
        const answer = await ask(gone.signal).catch(() => undefined)
        if (answer?.status === 429) refused.push(answer.status)
      })
      // Four have their turn, and fifty wait.
      await expect.poll(() => refused.length).toBe(6)
      gone.abort()
      await Promise.all(waiting)
      const later: Promise<number>[] = []
      let ended = 0
      const askLater = async () => {
        const { status } = await ask()
        ended += 1
        return status
      }
      await expect.poll(() => later.push(askLater()) - ended).toBeGreaterThan(5)
      await unlock()
      expect(await Promise.all(later)).toContain(200)
    })
  })
})

/** How many statements of the portal wait for the locked table. */
async function waitingForLock({ owner }: TestPortal): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}
