import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { createRate, createSaleOf, createSalesLine, MANAGER, type SalesLine } from '../commissions.fixture.ts'
import { markCommissionPaid } from './mark-sale-paid.commands.ts'
import { settleCommissions } from './settle-commissions.commands.ts'

let portal: TestPortal
let line: SalesLine
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  line = await portal.seed(createSalesLine)
})

const settle = (sale: number) => inDomain(portal.pool, portal.domainId, (db) => settleCommissions(db, sale))
const mark = (sale: number, paid: boolean) => inDomain(portal.pool, portal.domainId, (db) => markCommissionPaid(db, sale, paid))
const sell = () => portal.seed((db) => createSaleOf(db, line))
async function stateOf(sale: number) {
  const { rows } = await portal.owner.query(
    `select t.commission_paid as mark, coalesce(sum(e.cents), 0)::int as earned,
       coalesce(sum(e.cents) filter (where p.entry_id is not null), 0)::int as paid
     from transactions t
     left join commission_entries e on e.transaction_id = t.id
     left join commission_paid_entries p on p.entry_id = e.id
     where t.id = $1
     group by t.domain_id, t.id`,
    [sale],
  )
  return rows[0]
}
const statementOf = async (user: number) =>
  (
    await portal.owner.query('select earned_cents, paid_cents, lines, paid_lines from commission_statements where user_id = $1', [
      user,
    ])
  ).rows[0]

test('marks a sale without entries only', async () => {
  const sale = await sell()
  await mark(sale, true)
  expect(await stateOf(sale)).toEqual({ mark: true, earned: 0, paid: 0 })
  await mark(sale, false)
  expect(await stateOf(sale)).toEqual({ mark: false, earned: 0, paid: 0 })
})

test('pays all entries of a sale once, and takes the payment back', async () => {
  await portal.seed(async (db) => {
    await createRate(db, { user_id: line.rep })
    await createRate(db, { user_id: line.manager, membership: MANAGER, flat_cents: 5000 })
  })
  const sale = await sell()
  await settle(sale)
  await mark(sale, true)
  await mark(sale, true)
  expect(await stateOf(sale)).toEqual({ mark: true, earned: 40_000, paid: 40_000 })
  expect(await statementOf(line.rep)).toEqual({ earned_cents: 35_000, paid_cents: 35_000, lines: 1, paid_lines: 1 })
  await mark(sale, false)
  expect(await stateOf(sale)).toEqual({ mark: false, earned: 40_000, paid: 0 })
  expect(await statementOf(line.rep)).toEqual({ earned_cents: 35_000, paid_cents: 0, lines: 1, paid_lines: 0 })
  await mark(sale, true)
  expect(await stateOf(sale)).toEqual({ mark: true, earned: 40_000, paid: 40_000 })
})

test('marks of two admins at once pay once', async () => {
  await portal.seed((db) => createRate(db, { user_id: line.rep }))
  const sale = await sell()
  await settle(sale)
  await Promise.allSettled(Array.from({ length: 5 }, () => mark(sale, true)))
  expect(await stateOf(sale)).toEqual({ mark: true, earned: 35_000, paid: 35_000 })
  expect(await statementOf(line.rep)).toMatchObject({ paid_cents: 35_000, paid_lines: 1 })
})

test('is refused for a paid sale that was given back: the debt stays', async () => {
  await portal.seed((db) => createRate(db, { user_id: line.rep }))
  const sale = await sell()
  await settle(sale)
  await mark(sale, true)
  await portal.owner.query('update transactions set voided = true where id = $1', [sale])
  await settle(sale)
  await expect(mark(sale, true)).rejects.toMatchObject({
    errors: { commission_paid: [expect.stringMatching(/owes commission of this sale back/)] },
  })
  expect(await stateOf(sale)).toEqual({ mark: false, earned: 0, paid: 35_000 })
  expect(await statementOf(line.rep)).toEqual({ earned_cents: 0, paid_cents: 35_000, lines: 2, paid_lines: 1 })
})

test('notifies the paid people, without an amount', async () => {
  await portal.seed((db) => createRate(db, { user_id: line.rep }))
  const sale = await sell()
  await settle(sale)
  await mark(sale, true)
  const { rows } = await portal.owner.query('select title, text, path from notices where user_id = $1', [line.rep])
  expect(rows).toEqual([{ title: 'Commission paid', text: expect.not.stringMatching(/\d/), path: '/commissions' }])
})

test('a paid entry stays paid without a cancelled payout', async () => {
  await portal.seed((db) => createRate(db, { user_id: line.rep }))
  const sale = await sell()
  await settle(sale)
  await mark(sale, true)
  const unpay = (db: Parameters<Parameters<typeof portal.seed>[0]>[0]) => db.rows('delete from commission_paid_entries', [])
  await expect(portal.seed(unpay)).rejects.toThrow(/was paid/)
})
