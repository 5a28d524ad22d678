/** A page of a long log reads about as many rows as it shows, whatever the filter and however far back it begins. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMails } from '#api/features/email/mails/mails.queries.ts'
import { listDeliveries } from '#api/features/webhooks/deliveries.queries.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import type { Db } from './db.ts'
import { inDomain } from './transaction.ts'

const MANY = 3000
const PAGE = { limit: 10 }

let portal: TestPortal
let user: number
let endpoint: number
let middle: { mail: number; delivery: number }

/** Every hundredth row is of the user or the endpoint, and its state is a rare one. */
async function seed(db: Db) {
  user = await createUser(db, 'sales_rep')
  await db.rows(
    `insert into mails (domain_id, user_id, recipient, subject, status, done_at)
     select $1, case when n % 100 = 0 then $2::bigint end, case when n % 100 = 0 then 'Rare@mail.example' else n || '@mail.example' end,
       'Hello', case when n % 100 = 0 then 'refused' else 'sent' end, now()
     from generate_series(1, ${MANY}) n`,
    [db.domainId, user],
  )
  const [common, rare] = await db.rows<{ id: number }>(
    `insert into webhook_endpoints (domain_id, url, events, secret)
     select $1, 'https://hooks.example', '{vials.ready}', '\\x00' from generate_series(1, 2) returning id`,
    [db.domainId],
  )
  endpoint = rare?.id ?? 0
  await db.rows(
    `insert into webhook_deliveries (domain_id, endpoint_id, event_id, event, data, state)
     select $1, case when n % 100 = 0 then $3::bigint else $2 end, gen_random_uuid(), 'vials.ready', '{}',
       case when n % 100 = 50 then 'failed' else 'delivered' end
     from generate_series(1, ${MANY}) n`,
    [db.domainId, common?.id, endpoint],
  )
}

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.seed(seed)
  await portal.owner.query('analyze')
  const { rows } = await portal.owner.query(
    'select (select max(id) - 1500 from mails)::int as mail, (select max(id) - 1500 from webhook_deliveries)::int as delivery',
  )
  middle = rows[0]
})
afterAll(() => portal.close())

const READ = `
  select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n
  from pg_stat_xact_user_tables
  where relname in ('mails', 'webhook_deliveries')`

async function rowsRead(work: (db: Db) => Promise<unknown>): Promise<number> {
  return inDomain(portal.pool, portal.domainId, async (db) => {
    const count = async () => (await db.rows<{ n: number }>(READ, []))[0]?.n ?? 0
    const before = await count()
    await work(db)
    return (await count()) - before
  })
}

test.each<[what: string, work: (db: Db) => Promise<{ results: unknown[] }>, shown: number]>([
  ['mails', (db) => listMails(db, PAGE), 10],
  ['mails far back', (db) => listMails(db, { ...PAGE, before: middle.mail }), 10],
  ['mails that are newer', (db) => listMails(db, { ...PAGE, after: middle.mail }), 10],
  ['mails of a status', (db) => listMails(db, { ...PAGE, status: 'refused' }), 10],
  ['mails of a user', (db) => listMails(db, { ...PAGE, user_id: user }), 10],
  ['mails to an email', (db) => listMails(db, { ...PAGE, to: 'rare@mail.example' }), 10],
  ['mails to nobody', (db) => listMails(db, { ...PAGE, to: 'nobody@mail.example' }), 0],
  ['deliveries', (db) => listDeliveries(db, PAGE), 10],
  ['deliveries far back', (db) => listDeliveries(db, { ...PAGE, before: middle.delivery }), 10],
  ['deliveries of a state', (db) => listDeliveries(db, { ...PAGE, state: 'failed' }), 10],
  ['deliveries of an endpoint', (db) => listDeliveries(db, { ...PAGE, endpoint_id: endpoint }), 10],
  ['deliveries that do not exist', (db) => listDeliveries(db, { ...PAGE, endpoint_id: endpoint, state: 'failed' }), 0],
])('a page of %s reads few rows', async (_, work, shown) => {
  let found = 0
  const read = await rowsRead(async (db) => {
    found = (await work(db)).results.length
  })
  expect(found).toBe(shown)
  expect(read).toBeLessThanOrEqual(5 * PAGE.limit)
})
