/**
 * Every list with `sort`: ordered by the value and then by the id, the same rows as in the list's own order, each on one page. The first reader
 * of a list sorts it by every key, by every other one in both directions, and each filter by two keys. Further readers have other SQL for their
 * rows but the same for an order: they sort by every other key, and take every other filter, only where its SQL depends on them. The rows are
 * those of the demo.
 */
import { allCalls } from '@vialdesk/contract'
import { MAX_SORTED_OFFSET } from '@vialdesk/contract/base/primitives'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { type DemoPortal, startDemoPortal } from '#api/testing/demo-portal.ts'
import { createUser } from '#api/testing/factories.ts'
import { createSignUp } from '#api/testing/sign-up-factory.ts'
import type { TestClient } from '#api/testing/test-portal.ts'
import { sortedLists } from './sorted-lists.fixture.ts'
import type { Ids, Row, SortedList } from './sorted-values.fixture.ts'

const LARGEST_PAGE = 100

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

let portal: DemoPortal
const ids: Ids = {}
const clients = new Map<string, TestClient>()

/** Rows that wait for a decision, which the demo has few or none of. */
async function seedMore(): Promise<void> {
  await inDomain(portal.owner, portal.demoId, async (db) => {
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
  portal = await startDemoPortal()
  await seedMore()
  for (const account of new Set(Object.values(sortedLists).flatMap(({ as }) => as))) {
    const { id, client } = await portal.logIn(account)
    ids[account] = id
    clients.set(account, client)
  }
})
afterAll(() => portal.close())

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
      expect(rows, query).toHaveLength(count)
      return rows
    }
  }
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' ? a - (b as number) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))

/** Neighbours in the wrong order. A row without a value is among the last ones. */
function findDisorder({ id = (row: Row) => row.id, values }: SortedList, sort: string, rows: Row[]): string[] {
  const direction = sort.startsWith('-') ? -1 : 1
  const readValue = values[sort.replace('-', '')] as (row: Row) => string | number | null | undefined
  const read = rows.map((row) => ({ id: id(row), value: readValue(row) ?? null }))
  return read.slice(1).flatMap((after, n) => {
    const before = read[n] as typeof after
    const isInOrder =
      before.value === after.value
        ? direction * (after.id - before.id) > 0
        : after.value === null || (before.value !== null && direction * compare(before.value, after.value) < 0)
    return isInOrder ? [] : [`${sort}: ${JSON.stringify(before)} then ${JSON.stringify(after)}`]
  })
}

const idsOf = ({ id = (row: Row) => row.id }: SortedList, rows: Row[]) => rows.map((row) => id(row)).sort((a, b) => a - b)

/** Every other key in the other direction. */
const inTurn = (keys: string[], first: number) => keys.map((key, n) => ((n + first) % 2 === 0 ? key : `-${key}`))
const everyOther = (keys: string[], first: number) => keys.filter((_, n) => keys.length === 1 || (n + first) % 2 === 0)

/** The first order of a filter, and each ascending order of the whole list, is read in two pages, for the border between them. */
async function expectSorted(key: string, account: string, filter: string, sorts: string[]): Promise<void> {
  const list = listOf(key)
  const own = idsOf(list, await readAll(key, account, filter, LARGEST_PAGE))
  if (!filter && account === list.as[0] && !list.hasFewRows) expect(own.length, 'rows to sort').toBeGreaterThan(1)
  const half = Math.min(LARGEST_PAGE, Math.max(1, Math.ceil(own.length / 2)))
  for (const [n, sort] of sorts.entries()) {
    const isInTwo = filter ? n === 0 : !sort.startsWith('-')
    const rows = await readAll(key, account, `${filter}&sort=${sort}`, isInTwo ? half : LARGEST_PAGE)
    expect(idsOf(list, rows), `${account}: ${sort} with ${filter}`).toEqual(own)
    expect(findDisorder(list, sort, rows), account).toEqual([])
  }
}

test('names every list with `sort`, and its keys', () => {
  expect(Object.fromEntries(sorted.map((call) => [call.key, keysOf(call).sort()]))).toEqual(
    Object.fromEntries(Object.entries(sortedLists).map(([key, { values }]) => [key, Object.keys(values).sort()])),
  )
})

test.each(Object.keys(sortedLists))('%s is complete and in order, for each reader and with each filter', async (key) => {
  const { as, filters = [], filtersDependOnReader, refused = {}, values } = listOf(key)
  for (const [reader, account] of as.entries()) {
    const keys = Object.keys(values).filter((each) => !refused[each]?.includes(account))
    const backwards = everyOther(keys, 0).map((each) => `-${each}`)
    await expectSorted(key, account, '', reader === 0 ? [...keys, ...backwards] : everyOther(inTurn(keys, reader), reader))
    if (reader > 0 && !filtersDependOnReader) continue
    for (const [n, filter] of filters.entries()) {
      if (reader > 0 && (n + reader) % 2 === 1) continue
      const sorts = everyOther(inTurn(keys, n), n).slice(0, 2)
      await expectSorted(key, account, filter, reader === 0 ? sorts : sorts.slice(reader % sorts.length).slice(0, 1))
    }
  }
})

test('another key, too deep an offset, and a key of persons for a sales role are refused', async () => {
  const refusals = Object.entries(sortedLists).flatMap(
    ([
      key,
      {
        as: [first = ''],
        refused = {},
        values,
      },
    ]) => [
      { key, account: first, query: 'sort=no_such_key', field: 'sort' },
      { key, account: first, query: `sort=${Object.keys(values)[0]}&offset=${MAX_SORTED_OFFSET + 1}`, field: 'offset' },
      ...Object.entries(refused).flatMap(([sort, accounts]) =>
        accounts.flatMap((account) => [sort, `-${sort}`].map((each) => ({ key, account, query: `sort=${each}`, field: 'sort' }))),
      ),
    ],
  )
  for (const { key, account, query, field } of refusals) {
    const answer = await (clients.get(account) as TestClient).get(`${urlOf(key)}?${query}`)
    const found = [answer.statusCode, Object.keys(answer.json().errors ?? {})]
    expect(found, `${key}?${query} of ${account}`).toEqual([422, [field]])
  }
})

test('the logs of mails and of who saw a patient lead from page to page, and back', async () => {
  const to = 'logged@mail.example'
  const insertMails = `
    insert into mails (domain_id, recipient, subject, status, done_at)
    select $1, $2, 'Hello', 'sent', now() from generate_series(1, 7)`
  await inDomain(portal.owner, portal.demoId, (db) => db.rows(insertMails, [db.domainId, to]))
  const listPatients = async () => (await read('GET /api/v1/users/patient/list/', 'admin', 'limit=1')).results[0] as Row
  for (let n = 0; n < 6; n++) await listPatients()
  const whoSaw = `/api/v1/audit/?type=patients.listed&seen_patient_id=${(await listPatients()).id}`
  for (const log of [`/api/v1/mails/?to=${to}`, whoSaw]) {
    const page = async (query: string) => {
      const answer = (await clients.get('admin')?.get(`${log}&${query}`))?.json<{
        results: Row[]
        newer: number
        older: number
      }>()
      return { ids: answer?.results.map(({ id }) => id as number) ?? [], ...answer }
    }
    const pages = [await page('limit=3')]
    for (let n = 0; n < 2; n++) pages.push(await page(`limit=3&before=${pages[n]?.older}`))
    // Reading a log may add rows to it.
    const all = await page(`limit=7&before=${(pages[0]?.ids[0] ?? 0) + 1}`)
    expect(pages.flatMap(({ ids }) => ids).slice(0, 7), log).toEqual(all.ids)
    expect(all.ids, log).toHaveLength(7)
    for (const n of [2, 1]) expect((await page(`limit=3&after=${pages[n]?.newer}`)).ids, log).toEqual(pages[n - 1]?.ids)
  }
})
