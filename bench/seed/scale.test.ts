import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyTallies } from '../../apps/api/src/db/tallies.ts'
import { inDomain } from '../../apps/api/src/db/transaction.ts'
import { startTestPortal, type TestPortal } from '../../apps/api/src/testing/test-portal.ts'
import { SCALE_PASSWORD, seedScale } from './scale.ts'

let portal: TestPortal
let domainId: number

beforeAll(async () => {
  portal = await startTestPortal()
  domainId = await seedScale(portal.owner, { users: 1200, transactions: 1500, today: '2026-03-15' })
})
afterAll(() => portal.close())

const ask = <Row>(text: string) =>
  inDomain(portal.owner, domainId, (db) => db.rows<Row>(text.replaceAll('$domain', String(domainId)), []))
const count = async (from: string) => (await ask<{ n: number }>(`select count(*) as n from ${from}`))[0]?.n

test('has the numbers of users of each membership and of sales by the layout', async () => {
  const rows = await ask<{ subscription: number; n: number }>(
    'select subscription, count(*) as n from users where domain_id = $domain group by 1 order by 1',
  )
  const by = new Map(rows.map(({ subscription, n }) => [subscription, n]))
  expect([2, 4, 3, 6, 8, 1, 7].map((membership) => by.get(membership))).toEqual([1080, 12, 3, 1, 1, 1, 1])
  expect(await count('transactions where domain_id = $domain')).toBe(1500)
})

test('spreads the sales evenly over two years until today', async () => {
  const [days] = await ask<{ first: string; last: string; n: number; most: number }>(
    `select min(day) as first, max(day) as last, count(*) as n, max(m) as most
     from (select day, count(*) as m from transactions where domain_id = $domain group by day) d`,
  )
  expect(days).toEqual({ first: '2024-03-16', last: '2026-03-15', n: 730, most: 3 })
})

test('links each sale to a center, its sales line, and a patient of that center', async () => {
  const parties = `transactions t join users c on c.domain_id = t.domain_id and c.id = t.harvest_center_id
    join users r on r.domain_id = t.domain_id and r.id = t.sales_rep_id join users m on m.domain_id = t.domain_id and m.id = t.sales_manager_id
    left join users p on p.domain_id = t.domain_id and p.id = t.patient_id where t.domain_id = $domain`
  const fits = `c.subscription = 4 and c.sales_rep_id = r.id and r.sales_manager_id = m.id and m.sales_distributor_id = t.sales_distributor_id
    and (p.id is null or p.harvest_center_id = c.id)`
  expect(await count(`${parties} and ${fits}`)).toBe(1500)
})

test('has a label request for one sale in ten, with the same search words as the database function', async () => {
  const [first] = await ask<{ n: number; given: number; named: number }>(`select count(*) as n, count(pdf_file) as given,
    count(*) filter (where other_patient_name <> '') as named from label_requests where domain_id = $domain`)
  expect(first).toMatchObject({ n: 150 })
  expect(first?.given).toBeGreaterThan(100)
  expect(first?.given).toBeLessThan(150)
  const patients = await count('label_request_patients where domain_id = $domain')
  expect((patients ?? 0) + (first?.named ?? 0)).toBe(150)
  expect(await count('label_requests r where r.domain_id = $domain and r.search <> label_request_words(r)')).toBe(0)
  const fits = 't.harvest_center_id = r.center_id and t.product_id = 1'
  expect(
    await count(`label_requests r join transactions t on t.domain_id = r.domain_id and t.id = r.transaction_id
      where r.domain_id = $domain and not (${fits})`),
  ).toBe(0)
})

test('has a document for one sale in five, nine in ten signed, with the same search words as the database function', async () => {
  const where = 'where domain_id = $domain'
  expect(await count(`documents ${where}`)).toBe(300)
  expect(await count(`documents ${where} and status = 'Completed'`)).toBe(270)
  expect(await count(`document_recipients ${where} and (status = 'signed') = (signed_at is not null)`)).toBe(300)
  expect(await count('documents d where d.domain_id = $domain and d.search <> document_words(d)')).toBe(0)
})

test('has the same search words of sales as the database function', async () => {
  expect(await count('transactions t where t.domain_id = $domain and t.search <> transaction_words(t)')).toBe(0)
})

test('has correct tallies', async () => {
  const listed = (list: string, key: string) =>
    ask<{ n: number }>(
      `select sum(n)::bigint as n from tallies where domain_id = $domain and list = '${list}' and key = '${key}'`,
    )
  expect(await listed('users', 'all')).toEqual([{ n: 1188 }])
  expect(await listed('users', 'inactive')).toEqual([{ n: 12 }])
  expect(await listed('transactions', 'all')).toEqual([{ n: 1500 }])
  expect(await listed('patients', 'all')).toEqual([{ n: 1080 }])
  expect(await verifyTallies((work) => inDomain(portal.owner, domainId, work))).toEqual([])
})

test('lets the admin log in, and reserves a new invoice id', async () => {
  const scale = portal.clientFor('scale')
  const { token } = (await scale.post('/auth/login/', { email: 'admin@scale.example', password: SCALE_PASSWORD })).json<{
    token: string
  }>()
  const list = await portal.clientFor('scale', token).get('/api/v1/users/all/?limit=1')
  expect(list.json<{ count: number }>().count).toBe(1188)
  const next = await portal.clientFor('scale', token).get('/api/v1/transactions/get-last-id/')
  expect(next.json()).toEqual({ transaction_id: 'V-001501' })
})
