/** Each exported list, as each of its readers: the file has the rows of the list on all its pages. The rows are those of the demo. */
import { ExportedListKey, SORT_TOO_LONG } from '@vialdesk/contract/business/exports'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTable, roleLetters } from '#api/every-call/access.fixture.ts'
import { sortedLists } from '#api/every-list/sorted-lists.fixture.ts'
import { type DemoPortal, startDemoPortal } from '#api/testing/demo-portal.ts'
import type { TestClient } from '#api/testing/test-portal.ts'
import { BATCH_ROWS, readPages } from './list-rows.queries.ts'

const EXPORT = '/api/v1/list-exports/'
const accounts = {
  ...{ admin: 'admin', lab: 'lab', patient: 'patient', salesrep: 'sales_rep', manager: 'sales_manager' },
  ...{
    distributor: 'sales_distributor',
    harvestcenter: 'harvest_center',
    referral: 'referral_harvest_center',
    staff: 'hc_staff',
  },
} as const
type Account = keyof typeof accounts

/** Exported lists that cannot be sorted, with their readers and the account in the path. */
const unsortedLists: Partial<Record<ExportedListKey, { as: Account[]; id?: Account }>> = {
  'GET /api/v1/sales-rep/{id}/patients/': { as: ['salesrep', 'manager', 'admin'], id: 'salesrep' },
  'GET /api/v1/processing-labs/{id}/patients/': { as: ['lab', 'admin'], id: 'lab' },
  'GET /api/v1/mails/': { as: ['admin'] },
}

let portal: DemoPortal
const ids: Record<string, number> = {}
const tokens = new Map<Account, string>()
const clients = new Map<Account, TestClient>()

beforeAll(async () => {
  portal = await startDemoPortal()
  for (const account of Object.keys(accounts) as Account[]) {
    const { id, token, client } = await portal.logIn(account)
    ids[account] = id
    tokens.set(account, token)
    clients.set(account, client)
  }
})
afterAll(() => portal.close())

const as = (account: Account) => clients.get(account) as TestClient
const readersOf = (key: ExportedListKey) => (sortedLists[key]?.as ?? unsortedLists[key]?.as ?? []) as Account[]
function urlOf(key: ExportedListKey): string {
  const own = sortedLists[key]?.path
  if (own) return own(ids)
  return (key.split(' ')[1] as string).replace('{id}', String(ids[unsortedLists[key]?.id ?? 'admin']))
}
/** The ids in the path, by their names. */
function paramsOf(key: ExportedListKey): Record<string, number> {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const values = urlOf(key).match(/(?<=\/)\d+(?=\/)/g) ?? []
  return Object.fromEntries(names.map((name, n) => [name, Number(values[n])]))
}

interface ListedRow {
  id: number
  code?: string
}
/** The rows of all pages. */
async function readAll(key: ExportedListKey, account: Account, query = ''): Promise<ListedRow[]> {
  const rows: ListedRow[] = []
  for (let from = 'offset=0'; ; ) {
    const answer = await as(account).get(`${urlOf(key)}?${query}&limit=100&${from}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const { count, results, older } = answer.json()
    rows.push(...results)
    if (count === undefined ? older === null : rows.length >= count) return rows
    from = count === undefined ? `before=${older}` : `offset=${rows.length}`
  }
}

const save = (account: Account, list: string, more: object = {}) => as(account).post(EXPORT, { list, ...more })
async function exportRows(account: Account, list: ExportedListKey, more: object = {}) {
  const answer = await save(account, list, { params: paramsOf(list), ...more })
  expect(answer.statusCode, answer.body).toBe(200)
  const rows: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true })
  return { answer, rows, names: rows.map((row) => row.ID ?? row.Code) }
}
const namesOf = (key: ExportedListKey, rows: ListedRow[]) =>
  rows.map(({ id, code }) => (key === 'GET /api/v1/vials/' ? code : String(id)))

test('each exported list has a reader here', () => {
  expect(ExportedListKey.options.filter((key) => readersOf(key).length === 0)).toEqual([])
})

async function expectFiltered(key: ExportedListKey, account: Account): Promise<void> {
  const { filters = [], refused = {}, values = {} } = sortedLists[key] ?? {}
  const [sort] = Object.keys(values).filter((each) => !refused[each]?.includes(account))
  const query = { ...Object.fromEntries(new URLSearchParams(filters[0] ?? '')), ...(sort && { sort: `-${sort}` }) }
  const asked = new URLSearchParams(query).toString()
  expect((await exportRows(account, key, { query })).names).toEqual(namesOf(key, await readAll(key, account, asked)))
}

async function expectChosen(key: ExportedListKey, account: Account, listed: ListedRow[]): Promise<void> {
  const chosen = [listed[2], listed[0]].flatMap((row) => row ?? [])
  if (chosen.length === 0) return
  const wanted = namesOf(
    key,
    listed.filter((row) => chosen.includes(row)),
  )
  const found = await exportRows(account, key, { ids: [...chosen.map(({ id }) => id), 987_654_321], offset: 0 })
  expect(found.names).toEqual(wanted)
}

test.each(ExportedListKey.options)(
  '%s has the rows of all pages, with filters, in another order, and the chosen ones',
  async (key) => {
    for (const [n, account] of readersOf(key).entries()) {
      const listed = await readAll(key, account)
      const { names, answer } = await exportRows(account, key)
      expect(names, account).toEqual(namesOf(key, listed))
      if (key !== 'GET /api/v1/mails/') expect(answer.headers['x-row-count']).toBe(String(listed.length))
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+_\d{8}T\d{6}Z\.csv"$/)
      // The rest is the same for all readers.
      if (n > 0) continue
      await expectFiltered(key, account)
      await expectChosen(key, account, listed)
    }
  },
)

test('each list is refused to every role that may not read the list', async () => {
  const wrong: string[] = []
  for (const key of ExportedListKey.options) {
    const allowed = accessTable[key] as string
    for (const [account, role] of Object.entries(accounts) as [Account, keyof typeof roleLetters][]) {
      if (allowed.includes(roleLetters[role])) continue
      const { statusCode } = await save(account, key, { params: { id: ids.harvestcenter, hc_id: ids.harvestcenter } })
      if (statusCode !== 403) wrong.push(`${key} as ${account}: ${statusCode}`)
    }
  }
  expect(wrong).toEqual([])
  expect((await portal.clientFor('demo').post(EXPORT, { list: 'GET /api/v1/vials/' })).statusCode, 'a guest').toBe(401)
})

test('the list of somebody else does not exist, and nothing is audited', async () => {
  const events = async () => (await portal.owner.query(`select 1 from audit_log where type = 'list.exported'`)).rows.length
  const before = await events()
  const list = 'GET /api/v1/harvest-centers/{id}/patients/'
  expect((await save('harvestcenter', list, { params: { id: ids.referral } })).statusCode).toBe(404)
  expect((await save('harvestcenter', list, {})).statusCode).toBe(404)
  expect(await events()).toBe(before)
})

test('names the field of a bad input', async () => {
  const fieldsOf = async (body: Record<string, unknown>) => {
    const answer = await as('admin').post(EXPORT, body)
    expect(answer.statusCode).toBe(422)
    return Object.keys(answer.json().errors)
  }
  expect(await fieldsOf({ list: 'GET /api/v1/users/all/' })).toEqual(['list'])
  expect(await fieldsOf({ list: 'GET /api/v1/vials/', ids: [] })).toEqual(['ids'])
  expect(await fieldsOf({ list: 'GET /api/v1/vials/', query: { state: 'lost' } })).toEqual(['state'])
  expect(await fieldsOf({ list: 'GET /api/v1/vials/', query: { sort: 'secret' } })).toEqual(['sort'])
})

test('sales roles get no column of a person', async () => {
  const { rows } = await exportRows('salesrep', 'GET /api/v1/users/patient/list/')
  expect(rows.length).toBeGreaterThan(0)
  expect(Object.keys(rows[0] ?? {})).not.toEqual(expect.arrayContaining(['Name']))
  expect(Object.keys(rows[0] ?? {}).filter((header) => ['Name', 'Email', 'Phone', 'Lab', 'Sales rep'].includes(header))).toEqual(
    [],
  )
})

test("the patients of a sales rep have no column that is empty for everybody, also in an admin's file", async () => {
  const { rows } = await exportRows('admin', 'GET /api/v1/sales-rep/{id}/patients/')
  const headers = Object.keys(rows[0] ?? {})
  expect(headers).toContain('Stage')
  expect(headers.filter((header) => ['Name', 'Email', 'Phone', 'Lab', 'Sales rep'].includes(header))).toEqual([])
})

test('audits the list, the kinds of its filters and its patients, but no search text', async () => {
  const { rows } = await exportRows('admin', 'GET /api/v1/users/patient/list/', { query: { search: 'mar' } })
  expect(rows.length).toBeGreaterThan(0)
  const entries = await portal.owner.query(
    `select type, after from audit_log where actor_id = $1 and type in ('list.exported', 'patients.exported') order by id desc limit 2`,
    [ids.admin],
  )
  const [patients, list] = entries.rows
  expect(list).toEqual({
    type: 'list.exported',
    after: { list: 'GET /api/v1/users/patient/list/', count: rows.length, filters: ['search'] },
  })
  expect(patients.after).toEqual({ export: 'list.exported', count: rows.length, patient_ids: expect.any(String) })
  const [first = '', last = first] = patients.after.patient_ids.split(/[-,]/)
  expect(rows.map(({ ID }) => ID)).toEqual(expect.arrayContaining([first, last]))
})

describe('a long list', () => {
  const MANY = 12_000
  beforeAll(async () => {
    await portal.owner.query(
      `insert into coupons (domain_id, name, code, discount_cents, max_use_number)
       select $1, '=cmd()', 'MANY-' || n, 100, 0 from generate_series(1, $2::int) n`,
      [portal.demoId, MANY],
    )
    await portal.owner.query('analyze coupons')
  })
  const list = 'GET /api/v1/coupon-codes/'

  test('is streamed with each row once, without formulas', async () => {
    const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(url + EXPORT, {
      method: 'POST',
      headers: { domain: 'demo', authorization: `Token ${tokens.get('admin')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ list }),
    })
    expect(answer.status).toBe(200)
    const [, ...lines] = (await answer.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(Number(answer.headers.get('x-row-count')))
    expect(new Set(lines.map((line) => line.slice(0, line.indexOf(',')))).size).toBe(lines.length)
    expect(lines.length).toBeGreaterThan(MANY)
    expect(lines.filter((line) => line.includes('"=cmd()'))).toEqual([])
  })

  test('finds chosen rows that have moved, and refuses an export that might lack one', async () => {
    const { rows } = await portal.owner.query('select id from coupons where domain_id = $1 order by id desc', [portal.demoId])
    const idAt = (place: number): number => rows[place].id
    for (const [place, offset] of [
      [11_500, 11_500],
      [11_500, 10_700],
      [11_500, 12_000],
      [9_000, 0],
    ] as const) {
      expect((await exportRows('admin', list, { ids: [idAt(place)], offset })).names).toEqual([String(idAt(place))])
    }
    const refused = await save('admin', list, { ids: [idAt(0), idAt(11_500)], offset: 0 })
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('choose the rows once more')])
  })

  test('is found by few reads, as each read of a search finds all its matches', async () => {
    let reads = 0
    const read = async ({ limit, ...from }: { limit: number; offset?: number }) => {
      reads += 1
      const start = from.offset ?? 0
      return { count: MANY, results: Array.from({ length: Math.min(limit, MANY - start) }, (_, n) => ({ id: start + n })) }
    }
    let found = 0
    for await (const page of readPages(read, await read({ limit: BATCH_ROWS, offset: 0 }))) found += page.length
    expect([found, reads]).toEqual([MANY, MANY / BATCH_ROWS])
  })

  test('is refused in another order than its own', async () => {
    const answer = await save('admin', list, { query: { sort: 'name' } })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { sort: [SORT_TOO_LONG] }])
  })
})
