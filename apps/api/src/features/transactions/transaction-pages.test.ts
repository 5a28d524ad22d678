/** Whatever filters are set, however deep the page: count, ids and totals are those of a plain walk over all rows. */
import type { TransactionFilter, TransactionTotals } from '@vialdesk/contract/money/transactions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import type { Db } from '#api/db/db.ts'
import { pageOfList } from '#api/db/list-pages.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { findCount, findPageIds } from '#api/db/paging.ts'
import { inDomain } from '#api/db/transaction.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { createDomain, createUser } from '#api/testing/factories.ts'
import { samePicks } from '#api/testing/same-picks.ts'
import { findTotals, listSales } from './transaction-pages.queries.ts'
import { findSales } from './transaction-rows.queries.ts'
import { createSale } from './transactions.fixture.ts'

const SALES = 400
const DAYS = 25
const days = Array.from({ length: DAYS }, (_, n) => new Date(Date.UTC(2025, 10, 20 + n * 5)).toISOString().slice(0, 10))
const words = ['amber', 'birch', 'cedar', 'ambrose']

interface Row {
  id: number
  day: string
  invoice_id: string
  product_id: number
  quantity: number
  amount_cents: number
  charged_cents: number
  refunded_cents: number
  net_cents: number
  patient_id: number | null
  harvest_center_id: number | null
  referral_harvest_center_id: number | null
  sales_rep_id: number | null
  sales_manager_id: number | null
  sales_distributor_id: number | null
}

let owner: ReturnType<typeof openPool>
let pool: ReturnType<typeof openPool>
let domainId: number
let rows: Row[]
const parties: Record<'patient' | 'center' | 'referral' | 'rep' | 'manager' | 'distributor', number[]> = {
  patient: [],
  center: [],
  referral: [],
  rep: [],
  manager: [],
  distributor: [],
}
const names = new Map<number, string>()

const picks = samePicks(SALES, { length: 9, seed: 4701 })

async function people(db: Db, kind: keyof typeof parties, role: Parameters<typeof createUser>[1], count: number) {
  for (let n = 0; n < count; n++) {
    const name = words[(n + kind.length) % words.length] as string
    const id = await createUser(db, role, { first_name: name, last_name: `${kind}${n}`, company: '' })
    parties[kind].push(id)
    names.set(id, `${name} ${kind}${n}`)
  }
}

async function fill(db: Db) {
  await insertInitialRows(db)
  await people(db, 'patient', 'patient', 6)
  await people(db, 'center', 'harvest_center', 4)
  await people(db, 'referral', 'referral_harvest_center', 2)
  await people(db, 'rep', 'sales_rep', 4)
  await people(db, 'manager', 'sales_manager', 2)
  await people(db, 'distributor', 'sales_distributor', 2)
  for (const pick of picks) {
    const of = (kind: keyof typeof parties, n: number) => parties[kind][(pick[n] as number) % (parties[kind].length + 1)] ?? null
    await createSale(db, {
      payer_id: parties.center[0] as number,
      day: days[(pick[0] as number) % DAYS] as string,
      product_id: [1, 2, 3, 13][(pick[1] as number) % 4] as number,
      quantity: 1 + ((pick[8] as number) % 5),
      price_cents: 1 + ((pick[8] as number) % 997),
      patient_id: of('patient', 2),
      harvest_center_id: of('center', 3),
      referral_harvest_center_id: of('referral', 4),
      sales_rep_id: of('rep', 5),
      sales_manager_id: of('manager', 6),
      sales_distributor_id: of('distributor', 7),
    })
  }
}

const readAll = async () => {
  const { rows: read } = await owner.query<Row>(
    `select id, day, invoice_id, product_id, quantity, amount_cents, charged_cents, refunded_cents, net_cents, patient_id, harvest_center_id, referral_harvest_center_id, sales_rep_id, sales_manager_id,
       sales_distributor_id from transactions where domain_id = $1`,
    [domainId],
  )
  return read.sort((a, b) => b.day.localeCompare(a.day) || b.id - a.id)
}

beforeAll(async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  owner = openPool(ownerUrl, { max: 2 })
  pool = openPool(appUrl, { max: 2 })
  const otherId = await createDomain(owner)
  domainId = await createDomain(owner)
  await inDomain(owner, domainId, fill)
  // Sales of another domain, which must never count.
  await inDomain(owner, otherId, async (db) => {
    await insertInitialRows(db)
    const center = await createUser(db, 'harvest_center', { company: 'amber cedar' })
    for (let n = 0; n < 20; n++)
      await createSale(db, { payer_id: center, harvest_center_id: center, day: days[n % DAYS] as string })
  })
  rows = await readAll()
})
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
})

const wordsOf = (row: Row) =>
  [
    row.invoice_id,
    String(row.id),
    ...[row.patient_id, row.harvest_center_id, row.referral_harvest_center_id, row.sales_rep_id].map(
      (id) => names.get(id ?? 0) ?? '',
    ),
  ]
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

/** The words of each row while filters are compared: names and rows change only between comparisons. */
let rowWords: Map<Row, string[]>
const hasWord = (row: Row, word: string) => rowWords.get(row)?.some((each) => each.startsWith(word))

const fits = (row: Row, { search, date_after, date_before, limit: _limit, offset: _offset, ...columns }: TransactionFilter) =>
  (!date_after || row.day >= date_after) &&
  (!date_before || row.day <= date_before) &&
  Object.entries(columns).every(([column, value]) => value === undefined || row[column as keyof Row] === value) &&
  (!search || search.split(' ').every((word) => hasWord(row, word)))

const totalsOf = (filter: TransactionFilter): TransactionTotals => {
  const found = rows.filter((row) => fits(row, filter))
  const sumOf = (column: 'quantity' | (`${string}_cents` & keyof Row)) => found.reduce((sum, row) => sum + Number(row[column]), 0)
  const [amount, charged_amount, refunded_amount, net_amount] = (
    ['amount_cents', 'charged_cents', 'refunded_cents', 'net_cents'] as const
  ).map((column) => sumOf(column) / 100) as [number, number, number, number]
  return { count: found.length, quantity: sumOf('quantity'), amount, charged_amount, refunded_amount, net_amount }
}
const walk = (filter: TransactionFilter) => {
  const found = rows.filter((row) => fits(row, filter))
  return { count: found.length, ids: found.slice(filter.offset, filter.offset + filter.limit).map(({ id }) => id) }
}

type Find = (db: Db, filter: TransactionFilter) => Promise<{ count: number; ids: number[] }>

const shown: Find = async (db, filter) => {
  const { count, results: page } = await findSales(db, filter)
  return { count, ids: page.map(({ id }) => id) }
}

/** Only the query of the page, without the names of parties: so many different statements would be planned for minutes. */
const found: Find = async (db, filter) => findPageIds(db, await pageOfList(db, listSales({ ...filter, sort: undefined }), filter))

async function compare(filters: TransactionFilter[], find: Find = shown) {
  rowWords = new Map(rows.map((row) => [row, wordsOf(row)]))
  await inDomain(pool, domainId, async (db) => {
    for (const filter of filters) {
      expect({ filter, ...(await find(db, filter)) }).toEqual({ filter, ...walk(filter) })
      if (filter.offset === 0) expect({ filter, ...(await findTotals(db, filter)) }).toEqual({ filter, ...totalsOf(filter) })
    }
  })
}

const wanted = (): Record<string, fc.Arbitrary<unknown>> => ({
  patient_id: fc.constantFrom(...parties.patient),
  harvest_center_id: fc.constantFrom(...parties.center),
  referral_harvest_center_id: fc.constantFrom(...parties.referral),
  sales_rep_id: fc.constantFrom(...parties.rep),
  sales_manager_id: fc.constantFrom(...parties.manager),
  sales_distributor_id: fc.constantFrom(...parties.distributor),
  product_id: fc.constantFrom(1, 2, 3, 13, 14),
  date_after: fc.constantFrom(...days),
  date_before: fc.constantFrom(...days),
  search: fc.constantFrom('amb', 'amber', 'birch cedar', 'nobody', 'rep1', 'amber patient'),
})
const page = { limit: fc.integer({ min: 1, max: 100 }), offset: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(SALES + 20)) }

/** Every filter alone, each pair, all but one, all, and one in 31 of the other combinations, numbered by a bit for each filter. */
const combinationsOf = (filters: number) =>
  [...Array(2 ** filters).keys()].filter((mask) => {
    const chosen = [...Array(filters).keys()].filter((n) => mask & (1 << n)).length
    return chosen <= 2 || chosen >= filters - 1 || mask % 31 === 0
  })

test('equals a plain search for each pair of filters, and for many combinations', async () => {
  const filters = combinationsOf(Object.keys(wanted()).length).map((mask) => {
    const chosen = Object.fromEntries(Object.entries(wanted()).filter((_entry, n) => mask & (1 << n)))
    return fc.sample(fc.record({ ...chosen, ...page }), { numRuns: 1, seed: mask })[0] as unknown as TransactionFilter
  })
  await compare(filters, found)
})

test('equals a plain search for usual filters, on every page', async () => {
  const filter = fc.record({ ...page, ...wanted() }, { requiredKeys: ['limit', 'offset'] }) as fc.Arbitrary<unknown>
  await fc.assert(
    fc.asyncProperty(filter, (given) => compare([given as TransactionFilter])),
    { numRuns: 12, seed: 4702 },
  )
  const all = Array.from({ length: Math.ceil(SALES / 41) + 1 }, (_, n) => ({ limit: 41, offset: n * 41 }))
  await compare([
    ...all,
    ...all.map((each) => ({ ...each, sales_rep_id: parties.rep[0] })),
    ...all.map((each) => ({ ...each, product_id: 2 })),
  ])
})

test('counts the sales that the index of an order has by their tallies', async () => {
  const [sales_rep_id, sales_manager_id, sales_distributor_id] = [parties.rep[0], parties.manager[0], parties.distributor[0]]
  const indexed = [{}, { product_id: 2 }, { sales_rep_id }, { sales_manager_id }, { sales_distributor_id }]
  await inDomain(pool, domainId, async (db) => {
    for (const given of indexed) {
      const filter = { ...given, limit: 10, offset: 0 }
      const { inOrder, isFiltered } = listSales({ ...filter, sort: 'amount' }).long ?? {}
      const count = await findCount(db, (bind) => `select ${inOrder?.count(bind)} as count`)
      expect({ filter, isFiltered, count }).toEqual({ filter, isFiltered: false, count: walk(filter).count })
    }
  })
})

test('equals a plain search for the fees of a center, on every page', async () => {
  const [center, referral] = [parties.center[0] as number, parties.referral[0] as number]
  const depths = Array.from({ length: 9 }, (_, n) => ({ limit: 7, offset: n * 7 }))
  await compare(depths.map((each) => ({ ...each, harvest_center_id: center, product_id: 1 })))
  await compare(depths.map((each) => ({ ...each, referral_harvest_center_id: referral, product_id: 13 })))
  expect(walk({ harvest_center_id: center, product_id: 1, limit: 1, offset: 0 }).count).toBeGreaterThan(10)
  expect(walk({ referral_harvest_center_id: referral, product_id: 13, limit: 1, offset: 0 }).count).toBeGreaterThan(10)
})

test('equals a plain search for the reps and managers of a team, on every page and in any period', async () => {
  const [rep, manager, distributor] = [parties.rep[0], parties.manager[0], parties.distributor[0]]
  const lines = [
    { sales_manager_id: manager, sales_rep_id: rep },
    { sales_distributor_id: distributor, sales_rep_id: rep },
    { sales_distributor_id: distributor, sales_manager_id: manager },
    { sales_distributor_id: distributor, sales_manager_id: manager, sales_rep_id: rep },
    { sales_distributor_id: distributor, sales_manager_id: manager, product_id: 2 },
  ]
  const at = (n: number) => days[n] as string
  const periods = [4, 16].flatMap((n) => [
    { date_after: at(n) },
    { date_before: at(n) },
    { date_after: at(n), date_before: at(n + 1) },
    { date_after: at(n), date_before: at(n + 8) },
    { date_after: at(n + 1), date_before: at(n) },
  ])
  await compare(
    lines.flatMap((line) => [
      ...Array.from({ length: 4 }, (_, n) => ({ ...line, limit: 13, offset: n * 13 })),
      ...periods.map((period, n) => ({ ...line, ...period, limit: 4, offset: n % 2 === 0 ? 0 : 3 })),
    ]),
    found,
  )
  await compare(periods.map((period) => ({ ...period, sales_rep_id: rep, limit: 4, offset: 0 })))
})

/** Prefixes that many rows share, that one row has twice ('amber', 'ambrose'), whole words, numbers, and unknown words. */
const beginnings = 'a am amb amber ambrose b patient patient1 rep0 v 1 12 ámb amberx'.split(' ')
const everyPage = (search: string, size: number) =>
  Array.from({ length: Math.ceil(SALES / size) + 1 }, (_, n) => ({ search, limit: size, offset: n * size }))

test('equals a plain search for a word of any length, on every page', async () => {
  await compare(beginnings.flatMap((search) => everyPage(search, 100)))
})

test('equals a plain search after users are renamed', async () => {
  const [id] = parties.patient as [number]
  const rename = `update users set first_name = 'Ámbar', last_name = 'Amberly' where domain_id = $1 and id = $2`
  await owner.query(rename, [domainId, id])
  names.set(id, 'ámbar amberly')
  await compare(['amb', 'ámb', 'amber', 'amberly', 'patient0'].flatMap((search) => everyPage(search, 100)))
})

test('equals a plain search after sales get another rep or day', async () => {
  const [first, second] = parties.rep
  const ofOthers = 'sales_rep_id = $2, product_id = 3 where domain_id = $1 and sales_rep_id = $3 and id % 2 = 0'
  const more = 'amount_cents = amount_cents + 7, refunded_cents = 3, quantity = quantity + 1 where domain_id = $1 and id % 3 = 0'
  await owner.query(`update transactions set ${ofOthers}`, [domainId, first, second])
  await owner.query(`update transactions set ${more}`, [domainId])
  await owner.query('update transactions set day = $2 where domain_id = $1 and day = $3', [domainId, days[3], days[9]])
  rows = await readAll()
  const filter = fc.record({ ...page, ...wanted() }, { requiredKeys: ['limit', 'offset'] }) as fc.Arbitrary<unknown>
  await fc.assert(
    fc.asyncProperty(filter, (given) => compare([given as TransactionFilter])),
    { numRuns: 10, seed: 4703 },
  )
  await compare(beginnings.flatMap((search) => everyPage(search, 100)))
})
