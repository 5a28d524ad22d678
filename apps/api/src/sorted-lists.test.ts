/**
 * Every list with `sort`, by every key and in both directions: ordered by the value and then by the id, the same rows as in the list's own
 * order, each on one page, with every filter. The rows are those of the demo.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MAX_SORTED_OFFSET } from '@vialdesk/contract/primitives'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { inDomain } from '#api/db/transaction.ts'
import { allCalls } from '#api/testing/call-fields.ts'
import { createUser } from '#api/testing/factories.ts'
import { seedDemo } from '#api/testing/seed/demo/demo.ts'
import { createSignUp } from '#api/testing/sign-up-factory.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { sortedLists } from './sorted-lists.fixture.ts'
import type { Ids, Row, SortedList } from './sorted-values.fixture.ts'

const PASSWORD = 'only-for-the-demo'
/** Long lists are read in few pages, because what counts is the border between two. */
const MIN_PAGE = 7
const MAX_PAGE = 40
const PAGES = 3

interface SortSchema {
  unwrap(): { options: string[] }
}
const sortOf = (query: unknown) => (query as { shape?: { sort?: SortSchema } } | undefined)?.shape?.sort
const sorted = allCalls.filter(({ query }) => sortOf(query))
const keysOf = (call: (typeof allCalls)[number]) => [
  ...new Set(
    sortOf(call.query)
      ?.unwrap()
      .options.map((key) => key.replace('-', '')),
  ),
]

let portal: TestPortal
let folder: string
const ids: Ids = {}
const clients = new Map<string, TestClient>()

/** Rows that wait for a decision, which the demo has few or none of. */
async function seedMore(): Promise<void> {
  const { rows } = await portal.owner.query(`select id from domains where identifier = 'demo'`)
  await inDomain(portal.owner, rows[0].id, async (db) => {
    const users = await db.selectFrom('users').select(['id', 'email']).where('domain_id', '=', db.domainId).execute()
    const idOf = (account: string) => users.find(({ email }) => email === `${account}@demo.example`)?.id as number
    const center_id = idOf('harvestcenter')
    for (const [n, company] of ['Élan', 'quay', 'Ash', 'Quay'].entries()) {
      const created_at = `2026-03-0${[4, 2, 9, 2][n]}T12:00:00Z`
      await createSignUp(db, { company, rep_id: idOf('salesrep'), center_id, created_at })
      const referral_center_id = await createUser(db, 'referral_harvest_center', { company })
      await db.insertInto('association_requests').values({ domain_id: db.domainId, referral_center_id, center_id }).execute()
    }
  })
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-sorted-lists-'))
  portal = await startTestPortal({ files: embeddedFiles(folder) })
  await seedDemo(portal.owner, portal.ports, { password: PASSWORD, now: new Date('2026-03-15T17:00:00Z') })
  await seedMore()
  for (const account of new Set(Object.values(sortedLists).flatMap(({ as }) => as))) {
    const answer = await portal.clientFor('demo').post('/auth/login/', { email: `${account}@demo.example`, password: PASSWORD })
    const { token, user } = answer.json()
    ids[account] = user.id
    clients.set(account, portal.clientFor('demo', token))
  }
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true, force: true })
})

const listOf = (key: string) => sortedLists[key] as SortedList
const urlOf = (key: string) => {
  const own = listOf(key).path
  return own ? own(ids) : (key.split(' ')[1] as string)
}

async function read(key: string, account: string, query: string) {
  const answer = await (clients.get(account) as TestClient).get(`${urlOf(key)}?${query}`)
  expect(answer.statusCode, `${urlOf(key)}?${query} ${answer.body}`).toBe(200)
  return answer.json<{ count: number; results: Row[] }>()
}

/** The rows of all pages. */
async function readAll(key: string, account: string, query: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { count, results } = await read(key, account, `${query}&limit=${limit}&offset=${rows.length}`)
    rows.push(...results)
    if (results.length === 0 || rows.length >= count) {
      expect(rows).toHaveLength(count)
      return rows
    }
  }
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' ? a - (b as number) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))

function expectOrder({ id = (row: Row) => row.id, values }: SortedList, sort: string, rows: Row[]) {
  const direction = sort.startsWith('-') ? -1 : 1
  const readValue = values[sort.replace('-', '')] as (row: Row) => string | number | null | undefined
  for (const [n, row] of rows.slice(1).entries()) {
    const [before, after] = [readValue(rows[n]) ?? null, readValue(row) ?? null]
    const place = `${sort}: ${JSON.stringify(before)} then ${JSON.stringify(after)}`
    if (before === after) expect(direction * (id(row) - id(rows[n])), place).toBeGreaterThan(0)
    else if (after !== null) {
      expect(before, place).not.toBeNull()
      expect(direction * compare(before as string, after), place).toBeLessThan(0)
    }
  }
}

test('names every list with `sort`, and its keys', () => {
  expect(Object.fromEntries(sorted.map((call) => [call.key, keysOf(call).sort()]))).toEqual(
    Object.fromEntries(Object.entries(sortedLists).map(([key, { values }]) => [key, Object.keys(values).sort()])),
  )
})

const readings = sorted.flatMap((call) =>
  (sortedLists[call.key]?.as ?? []).map((account): [string, string] => [call.key, account]),
)
describe.each(readings)('%s as %s', (key, account) => {
  const list = listOf(key)
  const keys = Object.keys(list.values).filter((each) => !list.refused?.[each]?.includes(account))
  const idsOf = (rows: Row[]) => rows.map((row) => (list.id ? list.id(row) : row.id)).sort((a, b) => a - b)

  test.each(['', ...(list.filters ?? [])])('is complete and in order with the filter "%s"', async (filter) => {
    const own = idsOf(await readAll(key, account, filter, 100))
    if (!filter && account === list.as[0] && !list.hasFewRows) expect(own.length, 'rows to sort').toBeGreaterThan(1)
    const limit = Math.min(MAX_PAGE, Math.max(MIN_PAGE, Math.ceil(own.length / PAGES)))
    // With a filter, every other key in the other direction: the whole list has shown both directions of each.
    const sorts = filter ? keys.map((each, n) => (n % 2 === 0 ? each : `-${each}`)) : keys.flatMap((each) => [each, `-${each}`])
    for (const sort of sorts) {
      const rows = await readAll(key, account, `${filter}&sort=${sort}`, limit)
      expect(idsOf(rows), `${sort} with ${filter}`).toEqual(own)
      expectOrder(list, sort, rows)
    }
  })
})

const refusals = Object.entries(sortedLists).flatMap(([key, { as, refused = {} }]) => [
  { key, account: as[0] as string, query: 'sort=no_such_key', field: 'sort' },
  {
    key,
    account: as[0] as string,
    query: `sort=${Object.keys(listOf(key).values)[0]}&offset=${MAX_SORTED_OFFSET + 1}`,
    field: 'offset',
  },
  ...Object.entries(refused).flatMap(([sort, accounts]) =>
    accounts.flatMap((account) => [sort, `-${sort}`].map((each) => ({ key, account, query: `sort=${each}`, field: 'sort' }))),
  ),
])
test.each(refusals)('$key?$query of $account is refused', async ({ key, account, query, field }) => {
  const answer = await (clients.get(account) as TestClient).get(`${urlOf(key)}?${query}`)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors)).toEqual([field])
})
