import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('revenue by month equals the sum of the sales, also after a sale is corrected', async () => {
  const corrected = await portal.seed(async (db) => {
    const [center, rep, other] = [await createCenter(db), await createUser(db, 'sales_rep'), await createUser(db, 'sales_rep')]
    const sale = { payer_id: center, harvest_center_id: center }
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28', '2025-02-28']) {
      await createSale(db, { ...sale, day })
      await createSale(db, { ...sale, day, sales_rep_id: rep, product_id: 4 })
      await createSale(db, { ...sale, day, sales_rep_id: other, quantity: 2 })
    }
    return createSale(db, { ...sale, day: '2026-02-03', sales_rep_id: rep })
  })
  await portal.owner.query('update transactions set sales_rep_id = null, amount_cents = amount_cents - 100 where id = $1', [
    corrected,
  ])
  const added = `select party || '|product:' || product_id as key, month_number(day) as block, count(*) as n, sum(amount_cents)::bigint as cents
    from transactions, unnest(array['all', 'rep:' || sales_rep_id]) party
    where domain_id = $1 and party is not null group by 1, 2 order by 1, 2`
  const kept = `select key, block, n, net_cents as cents from transaction_sums join tallies using (domain_id, list, key, block)
    where domain_id = $1 and list = 'transaction_months' and key like '%|product:%' and n <> 0 order by 1, 2`
  const [expected, actual] = await Promise.all([added, kept].map((text) => portal.owner.query(text, [portal.domainId])))
  expect(expected?.rows).toHaveLength(12)
  expect(actual?.rows).toEqual(expected?.rows)
})
