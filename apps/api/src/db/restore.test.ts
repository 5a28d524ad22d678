/**
 * pg_restore fills tables with an empty search path. So generated columns, indexes and checks must call only functions that name
 * their schema, or a backup could not be restored.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSalesLine, createStatement } from '#api/features/commissions/commissions.fixture.ts'
import { createRequestRow } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { auditExportedPatients } from '#api/platform/audit/patient-ids.ts'
import { createTestDatabase, queryOnce } from '#api/testing/database.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createAddedVials, createCenter, createDomain, createPatient, createUser } from '#api/testing/factories.ts'
import { createSignUp } from '#api/testing/sign-up-factory.ts'
import { openPool } from './connection/pools.ts'
import { migrate } from './migrate.ts'
import { insertInitialRows } from './new-domain.ts'
import { inDomain } from './transaction.ts'

let owner: pg.Client

beforeAll(async () => {
  const { ownerUrl } = await createTestDatabase()
  const pool = openPool(ownerUrl, { max: 1 })
  await inDomain(pool, await createDomain(pool), async (db) => {
    await insertInitialRows(db)
    await createUser(db, 'admin', { tags: [1, 2] })
    const center = await createCenter(db)
    const patient = await createPatient(db, { harvest_center_id: center })
    await createAddedVials(db, patient, 2)
    auditExportedPatients(db, 'accounts.exported', [patient, patient + 1])
    const sale = await createSale(db, { payer_id: center, product_id: 2, patient_id: patient, ships: true })
    await db.rows('select move_vial_reservation($1, $2, 1)', [sale, patient])
    const coupon = { name: 'Spring', code: 'SPRING', discount_cents: 100, max_use_number: 1 }
    await db.insertRow('coupons', { ...coupon })
    await createStatement(db, await createSalesLine(db))
    await createRequestRow(db, { center_id: center })
    const parcel = { request_id: crypto.randomUUID(), quantity: 1, shipped_on: '2026-03-02', tracking_number: '7946' }
    await db.insertRow('shipments', { ...parcel, transaction_id: sale })
    await db.insertRow('conversations', { patient_id: patient, center_id: center, newest_side: 'patient' })
    await createDocument(db)
    await createSignUp(db)
    await db.enqueue('notices.mail', { notice_id: 1 })
    await db.rows(`insert into stored_files (domain_id, key) values ($1, $1::bigint || '/assets/guide.pdf')`, [db.domainId])
    const file = { name: 'guide.pdf', size: 1, media_type: 'application/pdf' }
    await db.insertRow('asset_files', { ...file })
    await db.rows(`update vials set place = 'Tank', position = 'A' || id where domain_id = $1`, [db.domainId])
  })
  await pool.end()
  owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`set search_path = ''`)
})
afterAll(() => owner.end())

/** Tables with generated columns or indexed expressions, and their other columns. */
const tablesWithExpressions = `
  select c.oid::regclass::text as name, (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'gateway_sim') and (
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '')
    or exists (select from pg_index i where i.indrelid = c.oid and i.indexprs is not null))
  order by 1`

test('each table with expressions can be filled with an empty search path', async () => {
  const { rows: tables } = await owner.query<{ name: string; columns: string }>(tablesWithExpressions)
  expect(tables.map(({ name }) => name)).toEqual([
    'public.asset_files',
    'public.audit_log',
    'public.commission_entries',
    'public.conversations',
    'public.coupons',
    'public.documents',
    'public.label_requests',
    'public.mails',
    'public.memberships',
    'public.patient_stages',
    'public.shipments',
    'public.sign_ups',
    'public.transactions',
    'public.users',
    'public.vial_entries',
    'public.vial_reservations',
    'public.vials',
  ])
  for (const { name, columns } of tables) {
    await owner.query(`create temp table restored (like ${name} including generated including indexes including constraints)`)
    const { rowCount } = await owner.query(`insert into restored (${columns}) select ${columns} from ${name}`)
    expect([name, rowCount ?? 0]).not.toEqual([name, 0])
    await owner.query('drop table pg_temp.restored')
  }
})

const page = readFileSync(new URL('../../../../docs/operate/backup.md', import.meta.url), 'utf8')

const forced = 'select oid::regclass::text as name from pg_class where relforcerowsecurity order by 1'

test('a migration forces row-level security again, which a dump by the owner lacks', async () => {
  const { ownerUrl } = await createTestDatabase()
  const before = await queryOnce(ownerUrl, forced)
  expect(before).toContainEqual({ name: 'users' })
  const [block = ''] = /^do \$\$.*?^end \$\$/ms.exec(page) ?? []
  await queryOnce(ownerUrl, block)
  expect(await queryOnce(ownerUrl, forced)).toEqual([])
  await migrate(ownerUrl)
  expect(await queryOnce(ownerUrl, forced)).toEqual(before)
})

test('the restore of docs/operate/backup.md gives each function of the search role back to it', async () => {
  const [, list = ''] = /where proname in \(([^)]+)\)/.exec(page) ?? []
  const { rows } = await owner.query<{ name: string }>(`
    select distinct p.proname as name from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname = 'vialdesk_search' order by 1`)
  expect([...list.matchAll(/'(\w+)'/g)].map(([, name]) => name).toSorted()).toEqual(rows.map(({ name }) => name))
})

/** SQL functions in expressions of tables whose text calls another function of ours. */
const untrackedCalls = `
  select p.oid::regprocedure::text as name, string_agg(distinct called.proname, ', ') as calls
  from pg_depend d
  join pg_proc p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
  join pg_language l on l.oid = p.prolang and l.lanname = 'sql'
  join pg_proc called on called.pronamespace = 'public'::regnamespace and p.prosrc ~ ('\\m' || called.proname || '\\s*\\(')
  where d.classid in ('pg_attrdef'::regclass, 'pg_class'::regclass, 'pg_constraint'::regclass)
    and p.pronamespace = 'public'::regnamespace
    and p.prosqlbody is null
  group by p.oid`

test('pg_dump knows what the functions of a table call, and restores it after them', async () => {
  // PostgreSQL reads the text of an SQL function when it makes a table with it. Only `begin atomic` and `return` are tracked.
  expect((await owner.query(untrackedCalls)).rows).toEqual([])
})
