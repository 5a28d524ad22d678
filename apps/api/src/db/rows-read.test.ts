/**
 * A page of a list reads about as many users as it shows, or as its reader may see. The tests read PostgreSQL's counters of read rows,
 * so they depend on no clock and no plan.
 *
 * Two mistakes make PostgreSQL read every user: a condition under row-level security that is not leakproof (such as `coalesce`), and a
 * function that answers one row but is planned for a thousand.
 */
import type { PatientSort } from '@vialdesk/contract/people/patients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readExportBatches } from '#api/features/accounts/export/exported-users.queries.ts'
import { findUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { allDocuments } from '#api/features/documents/document-pages.queries.ts'
import { readDocuments } from '#api/features/documents/documents.queries.ts'
import { findOrders } from '#api/features/orders/orders.queries.ts'
import { findPatients } from '#api/features/patients/patients.queries.ts'
import { findSalesPeople } from '#api/features/sales/sales-people.queries.ts'
import { findEverything } from '#api/features/search/search.queries.ts'
import { findLabelRequests } from '#api/features/shipping/requests/label-requests.queries.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import type { Db } from './db.ts'
import { inDomain } from './transaction.ts'

/** The numbers of patients and centers of a large lab. */
const MANY = 2000
const CENTERS = 40
/** PostgreSQL plans inserts for empty tables until `analyze` has run, so a large seed must analyze early. */
const FIRST = 100
/** The number of patients of the only center of a small lab. */
const FEW = 20
const ADMIN = { id: 0, role: 'admin' } as const
const PAGE = { limit: 10, offset: 0 }
/** A prefix and words that all users have: they are called Ella or Ellen and have an e-mail address at mail.example. */
const COMMON = 'e'
const SEVERAL_COMMON = 'mail example'

let portal: TestPortal
let admin: number
let lab: number
let staff: number

const insertCenters = (db: Db, labId: number) =>
  db.rows<{ id: number }>(
    `insert into users (domain_id, memberships, company, email, lab_id)
     select $1, '{4}', 'Company ' || n, 'center-' || n || '@mail.example', $2 from generate_series(1, ${CENTERS}) n returning id`,
    [db.domainId, labId],
  )

const insertPatients = (db: Db, centers: number[], count: number) =>
  db.rows(
    `insert into users (domain_id, memberships, first_name, last_name, email, harvest_center_id)
     select $1, '{2}', case when n % 2 = 0 then 'Ella' else 'Ellen' end, 'Person', 'patient-' || $3::int || '-' || n || '@mail.example',
       ($2::bigint[])[1 + n % cardinality($2::bigint[])] from generate_series(1, $3::int) n`,
    [db.domainId, centers, count],
  )

const insertRequests = (db: Db, center: number) =>
  db.rows(
    `insert into label_requests (domain_id, center_id, requested_by, email, representative, label_date, address1, city, state_desc,
       country_desc, zip_code)
     select $1, $2, $2, 'center@mail.example', 'Ella', current_date, '1 Main Street', 'Town', 'State', 'Country', '1' from generate_series(1, 300)`,
    [db.domainId, center],
  )

const insertDocuments = (db: Db, centers: number[], count: number) =>
  db.rows(
    `insert into documents (domain_id, document_id, party, kind, name, step, patient_id, harvest_center_id, patient_name)
     select p.domain_id, md5(p.id::text) || right('00000000' || n, 8), 'patient', 'processing', 'Official Processing', 'waiting', p.id,
       p.harvest_center_id, 'Ella Person'
     from users p
     cross join generate_series(1, 3) n
     where p.domain_id = $1 and p.subscription = 2 and p.harvest_center_id = any($2)
     limit $3`,
    [db.domainId, centers, count],
  )

beforeAll(async () => {
  portal = await startTestPortal()
  const centers = await portal.seed(async (db) => {
    admin = await createUser(db, 'admin')
    lab = await createUser(db, 'lab')
    staff = await createUser(db, 'hc_staff')
    const small = await createCenter(db, { lab_id: lab })
    const large = (await insertCenters(db, await createUser(db, 'lab'))).map(({ id }) => id)
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: small }).execute()
    await insertPatients(db, [small], FEW)
    await insertPatients(db, large, FIRST)
    await insertRequests(db, small)
    for (let n = 0; n < 2 * PAGE.limit; n++) await createSale(db, { payer_id: small, harvest_center_id: small, ships: true })
    return large
  })
  await portal.owner.query('analyze')
  await portal.seed((db) => insertPatients(db, centers, MANY))
  await portal.seed((db) => insertDocuments(db, centers, MANY))
  await portal.owner.query('analyze')
})
afterAll(() => portal.close())

const readCount = `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_xact_user_tables where relname = $1`

/** Runs `work` and counts the rows of the table that PostgreSQL reads for it. */
async function rowsRead(work: (db: Db) => Promise<unknown>, table: string): Promise<number> {
  return inDomain(portal.pool, portal.domainId, async (db) => {
    const count = async () => (await db.rows<{ n: number }>(readCount, [table]))[0]?.n ?? 0
    const before = await count()
    await work(db)
    return (await count()) - before
  })
}

/** The plans of the statements of `work`. */
async function plansOf(work: (db: Db) => Promise<unknown>): Promise<string> {
  return inDomain(portal.pool, portal.domainId, async (db) => {
    const rows = db.rows.bind(db)
    const plans: string[] = []
    db.rows = async (text, values) => {
      const plan = await rows<{ 'QUERY PLAN': string }>(`explain (analyze) ${text}`, values)
      plans.push(...plan.map((line) => line['QUERY PLAN']))
      return rows(text, values)
    }
    await work(db)
    return plans.join('\n')
  })
}

async function expectFewRows(work: (db: Db) => Promise<unknown>, most: number, { table = 'users', what = '' } = {}) {
  const read = await rowsRead(work, table)
  const plans = read > most ? await plansOf(work) : ''
  expect(read, `${what}\n${plans}`).toBeLessThanOrEqual(most)
}

const patientsOf = (role: 'admin' | 'lab' | 'hc_staff', search?: string) => (db: Db) =>
  findPatients(db, { id: { admin, lab, hc_staff: staff }[role], role }, { ...PAGE, ...(search && { search }) })

const sortedPatients = (sort: PatientSort) => (db: Db) => findPatients(db, ADMIN, { ...PAGE, sort })

const searchFor = (text: string) => (db: Db) => findEverything(db, ADMIN, text)

const documentsOf = (search?: string) => (db: Db) =>
  readDocuments(db, ADMIN, allDocuments({ ...PAGE, ...(search && { search }) }), PAGE)

test.each<[what: string, work: (db: Db) => Promise<unknown>, most: number]>([
  ["a lab's search for a letter", patientsOf('lab', COMMON), 10 * FEW],
  ["a lab's search for common words", patientsOf('lab', SEVERAL_COMMON), 10 * FEW],
  // All these users are in one block of 8192 ids, which is read once.
  ["an admin's search for a letter", patientsOf('admin', COMMON), 1.5 * MANY],
  ["a staff user's patients", patientsOf('hc_staff'), 10 * FEW],
  ["a staff user's search for a letter", patientsOf('hc_staff', COMMON), 10 * FEW],
  ['a search that finds few users', (db) => findUsers(db, { ...PAGE, search: 'hcstaff' }), 10 * PAGE.limit],
  ['a sorted page of users', (db) => findUsers(db, { ...PAGE, sort: 'name' }), 20 * PAGE.limit],
  ['a sorted page of users of a membership', (db) => findUsers(db, { ...PAGE, membership: 2, sort: '-email' }), 20 * PAGE.limit],
  // Nearly all users match, so the page is found in the first users of the order.
  ['a sorted search for a letter', (db) => findUsers(db, { ...PAGE, search: COMMON, sort: 'name' }), 1.5 * MANY],
  ['a sorted search that finds few users', (db) => findUsers(db, { ...PAGE, search: 'hcstaff', sort: 'name' }), 10 * PAGE.limit],
  // No patient has a company.
  ['a page of patients by company', (db) => findUsers(db, { ...PAGE, membership: 2, sort: '-company' }), 20 * PAGE.limit],
  ['a page of users by last log-in', (db) => findUsers(db, { ...PAGE, sort: '-last_login' }), 20 * PAGE.limit],
  ['a page of patients by last log-in', (db) => findUsers(db, { ...PAGE, membership: 2, sort: 'last_login' }), 20 * PAGE.limit],
  ['a sorted page of patients', sortedPatients('name'), 20 * PAGE.limit],
  [
    "a sorted page of a lab's patients",
    (db) => findPatients(db, { id: lab, role: 'lab' }, { ...PAGE, sort: 'name' }),
    20 * PAGE.limit,
  ],
  ['a page of label requests', (db) => findLabelRequests(db, ADMIN, PAGE), 10 * PAGE.limit],
  ['a search for label requests', (db) => findLabelRequests(db, ADMIN, { ...PAGE, search: COMMON }), 10 * PAGE.limit],
  // All patients begin so. The newest 200 are read twice: for exactly these letters, and for words that begin so.
  ['the search for two letters', searchFor('el'), MANY / 4],
  ['the search for common words', searchFor(SEVERAL_COMMON), MANY / 4],
  ['the search for nobody', searchFor('Ella Nobody'), MANY / 4],
  ['a page of orders', (db) => findOrders(db, ADMIN, { ...PAGE, state: 'to_ship' }), 10 * PAGE.limit],
  ['a page of people of the sales line', (db) => findSalesPeople(db, PAGE), 30 * PAGE.limit],
  ['a page of documents', documentsOf(), 10 * PAGE.limit],
  ['a search for documents', documentsOf(COMMON), 10 * PAGE.limit],
  ['a portion of the export', (db) => readExportBatches((ask) => ask(db), {}).next(), 20 * MANY],
])('%s reads no more users than it needs', async (_, work, most) => {
  await expectFewRows(work, most)
})

// The planner is told to expect at most 100 rows of each membership, with and without a value (sorted-paging.ts).
test.each<[table: string, most: number, work: (db: Db) => Promise<unknown>]>([
  ['label_requests', 120, (db) => findLabelRequests(db, ADMIN, { ...PAGE, sort: 'state' })],
  ['documents', 120, (db) => readDocuments(db, ADMIN, allDocuments({ ...PAGE, sort: 'name' }), PAGE)],
  ['last_log_ins', 300, (db) => findUsers(db, { ...PAGE, sort: 'last_login' })],
])('a sorted page reads few rows of %s', async (table, most, work) => {
  await expectFewRows(work, most, { table })
})

const NEVER = { ...PAGE, never_signed_in: 'true' } as const
const newUsers: [what: string, work: (db: Db) => Promise<{ count: number }>][] = [
  ['users', (db) => findUsers(db, NEVER)],
  ['patients among users', (db) => findUsers(db, { ...NEVER, membership: 2 })],
  ['patients in order', (db) => findUsers(db, { ...NEVER, membership: 2, sort: 'name' })],
  ['patients', (db) => findPatients(db, ADMIN, NEVER)],
  ['registered patients', (db) => findPatients(db, ADMIN, { ...NEVER, stage: 'registered' })],
  ['sorted patients', (db) => findPatients(db, ADMIN, { ...NEVER, sort: 'name' })],
]

test('a page of those who have never signed in reads no more users than it needs, be they many or few', async () => {
  for (const [what, work] of newUsers) await expectFewRows(work, 20 * PAGE.limit, { what: `many ${what}` })
  await portal.owner.query(`update users set last_login = now() where domain_id = $1 and id % 500 <> 7`, [portal.domainId])
  await portal.owner.query('analyze')
  for (const [what, work] of newUsers) {
    await expectFewRows(work, 20 * PAGE.limit, { what: `few ${what}` })
    const { count } = await inDomain(portal.pool, portal.domainId, work)
    expect([count > 0, count < 2 * PAGE.limit], `few ${what}`).toEqual([true, true])
  }
})
