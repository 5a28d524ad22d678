/** A sales line searches its sales by invoice, id, coupon and company: count, pages, totals and exports are those of a plain walk over all rows. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import type { Db } from '#api/db/db.ts'
import { pageOfList } from '#api/db/list-pages.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { findPageIds } from '#api/db/paging.ts'
import { verifyTallies } from '#api/db/tallies.ts'
import { inDomain } from '#api/db/transaction.ts'
import { createCoupon } from '#api/features/coupons/coupons.fixture.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { createDomain, createUser } from '#api/testing/factories.ts'
import { samePicks } from '#api/testing/same-picks.ts'
import { findPatientsOfSales } from './export/exported-sales.queries.ts'
import type { SaleFilter } from './sale-filters.queries.ts'
import { findTotals, listSales } from './transaction-pages.queries.ts'
import { createSale } from './transactions.fixture.ts'

const SALES = 500
const DAYS = 20
const days = Array.from({ length: DAYS }, (_, n) => new Date(Date.UTC(2025, 10, 20 + n * 5)).toISOString().slice(0, 10))

/** Companies that share words, numbers that are the beginning of others, and words that are also names of people or codes of coupons. */
const centerCompanies = [
  'Amber Clinic 12',
  'Amber Clinic 120',
  'Birch Clinic 7',
  'Birch-Amber',
  'Clinic of Cedar',
  '',
  'O’Neill & Söhne 1',
  'AMBERLEY_Clinic',
]
const referralCompanies = ['Amber Referrals', 'Far Clinic 12', 'Cedar 5 Spring', 'V Clinic']
const patientNames = ['Amber', 'Clinic 7', 'Patty', 'Spring 120']
const repNames = ['Cedar', 'Rita 12', 'Amber', 'Rolf']
const couponCodes = ['AMBER-10', 'SPRING_20', '12', 'CLINIC']

interface Row {
  id: number
  day: string
  invoice_id: string
  coupon_code_used: string
  quantity: number
  amount_cents: number
  product_id: number
  patient_id: number | null
  harvest_center_id: number | null
  referral_harvest_center_id: number | null
  sales_rep_id: number | null
  sales_manager_id: number | null
  sales_distributor_id: number | null
  companies: string
  /** Names of people, too. */
  all_words: string
}

let owner: ReturnType<typeof openPool>
let pool: ReturnType<typeof openPool>
let domainId: number
let rows: Row[]
const ids: Record<'patient' | 'center' | 'referral' | 'rep' | 'manager' | 'distributor' | 'coupon', number[]> = {
  ...{ patient: [], center: [], referral: [], rep: [], manager: [], distributor: [], coupon: [] },
}

const picks = samePicks(SALES, { length: 10, seed: 8501 })

async function fill(db: Db) {
  await insertInitialRows(db)
  const named = (first_name: string, company = '') => ({
    first_name,
    last_name: 'Person',
    company,
    email: `${nextEmail()}@mail.example`,
  })
  for (const company of centerCompanies) ids.center.push(await createUser(db, 'harvest_center', named('Test', company)))
  for (const company of referralCompanies)
    ids.referral.push(await createUser(db, 'referral_harvest_center', named('Test', company)))
  for (const name of patientNames) ids.patient.push(await createUser(db, 'patient', named(name)))
  for (const name of repNames) ids.rep.push(await createUser(db, 'sales_rep', named(name)))
  for (const name of ['Mona', 'Amber']) ids.manager.push(await createUser(db, 'sales_manager', named(name)))
  for (const name of ['Dora', 'Clinic']) ids.distributor.push(await createUser(db, 'sales_distributor', named(name)))
  for (const code of couponCodes) ids.coupon.push((await createCoupon(db, { code })).id)
  for (const pick of picks) {
    const of = (kind: keyof typeof ids, n: number) => ids[kind][(pick[n] as number) % (ids[kind].length + 1)] ?? null
    const coupon = (pick[9] as number) % (couponCodes.length * 3)
    await createSale(db, {
      payer_id: ids.center[0] as number,
      day: days[(pick[0] as number) % DAYS] as string,
      product_id: [1, 2, 3, 13][(pick[1] as number) % 4] as number,
      quantity: 1 + ((pick[8] as number) % 5),
      price_cents: 1 + ((pick[8] as number) % 997),
      patient_id: of('patient', 2),
      harvest_center_id: of('center', 3),
      referral_harvest_center_id: (pick[4] as number) % 2 === 0 ? null : of('referral', 5),
      sales_rep_id: of('rep', 6),
      sales_manager_id: of('manager', 7),
      sales_distributor_id: of('distributor', 8),
      coupon_id: ids.coupon[coupon] ?? null,
      coupon_code_used: couponCodes[coupon] ?? '',
    })
  }
}
let emails = 0
const nextEmail = () => `person${emails++}`

async function readAll(): Promise<Row[]> {
  const { rows: read } = await owner.query<Row>(
    `select t.id, t.day, t.invoice_id, t.coupon_code_used, t.quantity, t.amount_cents, t.product_id, t.patient_id, t.harvest_center_id,
       t.referral_harvest_center_id, t.sales_rep_id, t.sales_manager_id, t.sales_distributor_id,
       concat_ws(' ', c.company, r.company) as companies,
       (select string_agg(concat_ws(' ', u.first_name, u.last_name, u.company), ' ')
         from users u
         where u.id in (t.harvest_center_id, t.referral_harvest_center_id, t.patient_id, t.sales_rep_id)) as all_words
     from transactions t
     left join users c on c.id = t.harvest_center_id
     left join users r on r.id = t.referral_harvest_center_id
     where t.domain_id = $1`,
    [domainId],
  )
  return read.sort((a, b) => b.day.localeCompare(a.day) || b.id - a.id)
}

beforeAll(async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  owner = openPool(ownerUrl, { max: 2 })
  pool = openPool(appUrl, { max: 2, planOnce: true })
  const otherId = await createDomain(owner)
  domainId = await createDomain(owner)
  await inDomain(owner, domainId, fill)
  // Sales of another domain under the same ids of a line, which must never count.
  await inDomain(owner, otherId, async (db) => {
    await insertInitialRows(db)
    const center = await createUser(db, 'harvest_center', { company: 'Amber Clinic 12' })
    const rep = await createUser(db, 'sales_rep')
    for (let n = 0; n < 20; n++)
      await createSale(db, { payer_id: center, harvest_center_id: center, sales_rep_id: rep, day: days[n % DAYS] as string })
  })
  rows = await readAll()
})
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
})

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
/** An underscore is part of a word of the public text. */
const publicWords = ({ invoice_id, id, coupon_code_used, companies }: Row) =>
  `${invoice_id} ${id} ${coupon_code_used} ${companies}`.toLowerCase().split(/[^\p{L}\p{N}_]+/u)

function fits(
  row: Row,
  { public_words = '', date_after, date_before, limit: _limit, offset: _offset, sort: _sort, ...columns }: SaleFilter,
) {
  if (date_after && row.day < date_after) return false
  if (date_before && row.day > date_before) return false
  if (Object.entries(columns).some(([column, value]) => row[column as keyof Row] !== value)) return false
  const all = wordsOf(`${row.invoice_id} ${row.id} ${row.coupon_code_used} ${row.all_words}`)
  const wanted = wordsOf(public_words).filter((word) => word !== '')
  const isWhole = (word: string) => !/^0*[0-9]{1,2}$/.test(word) || all.includes(word)
  return wanted.length > 0 && wanted.every((word) => publicWords(row).some((each) => each.startsWith(word)) && isWhole(word))
}

const walk = (filter: SaleFilter) => {
  const found = rows.filter((row) => fits(row, filter))
  const sum = (column: 'quantity' | 'amount_cents') => found.reduce((total, row) => total + Number(row[column]), 0)
  return {
    page: { count: found.length, ids: found.slice(filter.offset, filter.offset + filter.limit).map(({ id }) => id) },
    totals: { count: found.length, quantity: sum('quantity'), amount: sum('amount_cents') / 100 },
    patients: [...new Set(found.flatMap(({ patient_id }) => patient_id ?? []))].sort((a, b) => a - b),
  }
}

async function search(db: Db, filter: SaleFilter) {
  const page = await findPageIds(db, await pageOfList(db, listSales(filter), filter))
  // The first page only: totals and exports are of all pages.
  if (filter.offset > 0) return { page }
  const patients = await findPatientsOfSales(db, filter)
  const { count, quantity, amount } = await findTotals(db, filter)
  return { page, totals: { count, quantity, amount }, patients: patients.sort((a, b) => a - b) }
}

const compare = (filters: SaleFilter[]) =>
  inDomain(pool, domainId, async (db) => {
    for (const filter of filters) {
      const { page, ...ofAllPages } = walk(filter)
      expect({ filter, ...(await search(db, filter)) }).toEqual({ filter, page, ...(filter.offset === 0 && ofAllPages) })
    }
  })

const lines = () => [
  { sales_rep_id: ids.rep[0] as number },
  { sales_manager_id: ids.manager[0] as number },
  { sales_distributor_id: ids.distributor[0] as number },
  { sales_distributor_id: ids.distributor[1] as number, sales_rep_id: ids.rep[1] as number },
]
const searches = [
  "amber|AMB|clinic|c|cedar|söhne|o'neill|amberley|v|12|120|1|5|amber clinic|Amber Clinic 12",
  'amber clinic 120|amber clinic 1|clinic cedar|cedar amber 5|amber 10|spring 20|v clinic|clinic amber referrals',
  'patty|rita|spring 120|clinic 7|person|amber nobody|-|amber_clinic|%|V-8000',
].flatMap((part) => part.split('|'))
const everyPage = (filter: Omit<SaleFilter, 'limit' | 'offset'>, size: number): SaleFilter[] => {
  const { count } = walk({ ...filter, limit: 1, offset: 0 }).page
  return Array.from({ length: Math.ceil(count / size) + 1 }, (_, n) => ({ ...filter, limit: size, offset: n * size }))
}
const everySearch = (of: ReturnType<typeof lines>, size: number) =>
  of.flatMap((line) => searches.flatMap((public_words) => everyPage({ ...line, public_words }, size)))

test('equals a plain search of each line, on every page', async () => {
  await compare(everySearch(lines(), 60))
  for (const each of ['amber clinic 12', 'clinic cedar', 'amber 10'])
    expect(
      walk({ sales_distributor_id: ids.distributor[0] as number, public_words: each, limit: 1, offset: 0 }).page.count,
      each,
    ).toBeGreaterThan(0)
})

test('finds the sales of one number of a company, and of a word in two companies of a sale', () => {
  const [line] = lines().slice(2)
  const countOf = (public_words: string) => walk({ ...line, public_words, limit: 1, offset: 0 }).page.count
  expect(countOf('amber clinic 12')).toBeLessThan(countOf('amber clinic 1') + countOf('amber clinic'))
  expect(countOf('cedar amber')).toBeGreaterThan(0)
})

const filters = () =>
  fc.record(
    {
      public_words: fc.array(fc.constantFrom(...searches), { minLength: 1, maxLength: 2 }).map((all) => all.join(' ')),
      sales_rep_id: fc.constantFrom(...ids.rep),
      sales_manager_id: fc.constantFrom(...ids.manager),
      sales_distributor_id: fc.constantFrom(...ids.distributor),
      harvest_center_id: fc.constantFrom(...ids.center),
      product_id: fc.constantFrom(1, 2, 3, 13),
      date_after: fc.constantFrom(...days),
      date_before: fc.constantFrom(...days),
      sort: fc.constant('-date' as const),
      limit: fc.integer({ min: 1, max: 100 }),
      offset: fc.oneof(fc.constant(0), fc.nat(30)),
    },
    { requiredKeys: ['public_words', 'limit', 'offset'] },
  ) as fc.Arbitrary<SaleFilter>

const compareMany = (numRuns: number, seed: number) =>
  fc.assert(
    fc.asyncProperty(filters(), (filter) => compare([filter])),
    { numRuns, seed },
  )

test('equals a plain search with any other filters', () => compareMany(25, 8502), 60_000)

test('equals a plain search after centers were removed and renamed and sales got another line or center', async () => {
  const [first, second, third, fourth] = ids.center as [number, number, number, number]
  const change = (text: string, ...values: unknown[]) => owner.query(text, [domainId, ...values])
  await change(
    `update users set active = false, removed_at = now(), email = 'removed@mail.example' where domain_id = $1 and id = $2`,
    second,
  )
  await change(`update users set company = 'Ámbar Cedar 12' where domain_id = $1 and id = $2`, third)
  await change(`update users set company = '' where domain_id = $1 and id = $2`, fourth)
  await change(
    `update transactions set harvest_center_id = $2, referral_harvest_center_id = null where domain_id = $1 and id % 7 = 0`,
    first,
  )
  await change(
    `update transactions
     set sales_rep_id = $2, sales_manager_id = $3, sales_distributor_id = $4
     where domain_id = $1 and id % 5 = 0`,
    ids.rep[0],
    ids.manager[1],
    ids.distributor[1],
  )
  await change(`update transactions set sales_distributor_id = null where domain_id = $1 and id % 11 = 0`)
  rows = await readAll()
  searches.push('ámbar', 'ámbar 12')
  // The line of the rep has got sales, and that of the distributor has lost some.
  const changed = lines().filter((_line, n) => n === 0 || n === 2)
  await compare(everySearch(changed, 100))
  await compareMany(12, 8503)
  expect(await verifyTallies((work) => inDomain(owner, domainId, work))).toEqual([])
})
