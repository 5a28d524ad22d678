/** Whatever is sold, edited, refunded, re-rated and raced: the ledger of each sale is the shares of what the sale is worth. */
import { randomUUID } from 'node:crypto'
import type { CommissionStatement } from '@vialdesk/contract/money/commissions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createRate, createSaleOf, createSalesLine, DISTRIBUTOR, MANAGER, REP, type SalesLine } from '../commissions.fixture.ts'
import { markCommissionPaid } from './mark-sale-paid.commands.ts'
import { lockSale, settleCommissions } from './settle-commissions.commands.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const MONTHS = ['2026-01', '2026-02', '2026-03'] as const
const nth = fc.nat({ max: 5 })
const month = fc.constantFrom(...MONTHS)
const amountOfRate = fc.oneof(
  fc.record({ basis_points: fc.integer({ min: 0, max: 10_000 }) }),
  fc.record({ flat_cents: fc.integer({ min: 0, max: 50_000 }) }),
)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sell' as const), price: fc.integer({ min: 0, max: 400_000 }), month }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('edit' as const), nth, amount: fc.integer({ min: 0, max: 500_000 }), month }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), nth, part: fc.integer({ min: 1, max: 4 }), month }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), nth, month }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), nth, month }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rate' as const), amount: amountOfRate, person: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mark' as const), nth, paid: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface World {
  lines: [SalesLine, SalesLine]
  sales: number[]
  /** Rates apply to sales that are made after them, so each sale and rate has its own second. */
  second: number
}

const inApp = (work: Parameters<typeof inDomain<void>>[2]) => inDomain(portal.pool, portal.domainId, work)

/** Changes a sale and settles it, as an edit or refund does. */
const change = (sale: number, set: string, month: string) =>
  inApp(async (db) => {
    await db.rows(`update transactions t set ${set} where domain_id = $1 and id = $2`, [db.domainId, sale])
    await settleCommissions(db, sale, { day: `${month}-15` })
  })

/** The only way in which an amount changes. */
const correct = (sale: number, amount: number, month: string) =>
  inApp(async (db) => {
    await lockSale(db, sale)
    await db.rows(
      `insert into transaction_history (domain_id, transaction_id, note, user_id, correction_cents, before, after)
       select domain_id, id, 'Wrong amount', payer_id, $3 - amount_cents, '{}', '{}' from transactions where domain_id = $1 and id = $2`,
      [db.domainId, sale, amount],
    )
    await settleCommissions(db, sale, { day: `${month}-15` })
  })

const people = ({ lines: [first, second] }: World) => [
  { membership: REP, user_id: first.rep },
  { membership: REP, user_id: second.rep },
  { membership: MANAGER, user_id: first.manager },
  { membership: DISTRIBUTOR, user_id: first.distributor },
]

async function sell(world: World, { price, month }: { price: number; month: string }): Promise<void> {
  const date = new Date(Date.UTC(2026, 0, 1, 12, 0, ++world.second)).toISOString()
  const values = { date, price_cents: price, shipping_cents: 500, amount_cents: price + 500, day: '2026-01-01' }
  const sale = await portal.seed((db) => createSaleOf(db, world.lines[0], values))
  world.sales.push(sale)
  await Promise.all(Array.from({ length: 2 }, () => inApp((db) => settleCommissions(db, sale, { day: `${month}-15` }))))
}

async function addRate(world: World, person: number, amount: object): Promise<void> {
  const created_at = new Date(Date.UTC(2026, 0, 1, 12, 0, ++world.second)).toISOString()
  await portal.seed((db) => createRate(db, { ...people(world)[person], ...amount, created_at }))
}

async function pay(world: World): Promise<void> {
  const answers = await Promise.all(
    people(world).map(({ user_id }) => admin.get(`/api/v1/commissions/statements/?state=unpaid&user_id=${user_id}`)),
  )
  const statements: CommissionStatement[] = answers.flatMap((answer) => answer.json().results)
  if (statements.length === 0) return
  const body = { statements: statements.map(({ id, due }) => ({ id, due })), paid_on: '2026-04-01', method: 'Cheque' }
  const paid = await admin.post('/api/v1/commissions/pay/', { id: randomUUID(), ...body })
  expect([200, 409, 422]).toContain(paid.statusCode)
}

async function run(world: World, each: Step): Promise<void> {
  if (each.do === 'sell') return sell(world, each)
  if (each.do === 'rate') return addRate(world, each.person, each.amount)
  if (each.do === 'pay') return pay(world)
  const sale = world.sales[each.nth % Math.max(1, world.sales.length)]
  if (sale === undefined) return
  if (each.do === 'edit') return correct(sale, each.amount, each.month)
  if (each.do === 'void') return change(sale, 'voided = true', each.month)
  if (each.do === 'move') return change(sale, `sales_rep_id = ${world.lines[1].rep}`, each.month)
  if (each.do === 'refund')
    return change(sale, `refunded_cents = least(charged_cents, refunded_cents + charged_cents / ${each.part})`, each.month)
  // Refused where a statement has paid it.
  await inApp((db) => markCommissionPaid(db, sale, each.paid)).catch((error) => expect(error.code).toBe('invalid'))
}

interface Sale {
  id: number
  date: string
  /** What is left of its amount, with shipping. */
  worth: number
  shipping: number
  parties: number[]
  marked: boolean
}

interface Rate {
  user_id: number
  basis_points: number | null
  flat_cents: number | null
  created_at: string
}

/** The share as the glossary states it, computed apart from the database. */
function shareOf({ worth, shipping, date }: Sale, rates: Rate[], user: number): number {
  const base = Math.max(0, worth - shipping)
  const rate = rates.filter(({ user_id, created_at }) => user_id === user && created_at <= date).at(-1)
  if (!rate || base === 0) return 0
  return rate.flat_cents ?? Math.floor((base * (rate.basis_points ?? 0) + 5000) / 10_000)
}

async function expectExact(world: World): Promise<void> {
  const read = async <Row>(sql: string) => (await portal.owner.query(sql, [world.sales])).rows as Row[]
  const sales = await read<Sale>(`
    select id, date::text, commission_paid as marked, array[sales_rep_id, sales_manager_id, sales_distributor_id]::int[] as parties,
      case
        when voided or (refunded_cents > 0 and refunded_cents = charged_cents) then 0
        -- A refund first settles a correction that lowered the amount.
        when amount_cents < charged_cents then least(amount_cents, charged_cents - refunded_cents)
        else amount_cents - refunded_cents
      end::int as worth, shipping_cents::int as shipping
    from transactions where id = any($1) order by id`)
  const { rows: rates } = await portal.owner.query<Rate>(
    'select user_id, basis_points, flat_cents::int, created_at::text from commission_rates where user_id = any($1) order by id',
    [people(world).map(({ user_id }) => user_id)],
  )
  const entries = await read<{ transaction_id: number; user_id: number; cents: number; paid: boolean }>(`
    select e.transaction_id, e.user_id, e.cents::int, p.entry_id is not null as paid
    from commission_entries e left join commission_paid_entries p on p.entry_id = e.id
    where e.transaction_id = any($1)`)
  for (const sale of sales) {
    const own = entries.filter(({ transaction_id }) => transaction_id === sale.id)
    for (const { user_id } of people(world)) {
      const sum = own.filter((entry) => entry.user_id === user_id).reduce((total, { cents }) => total + cents, 0)
      expect(sum).toBe(sale.parties.includes(user_id) ? shareOf(sale, rates, user_id) : 0)
    }
    if (own.length > 0) expect(sale.marked).toBe(own.every(({ paid }) => paid))
  }
}

async function expectSums(): Promise<void> {
  const { rows } = await portal.owner.query(`
    select count(*)::int as wrong
    from commission_statements s
    join lateral (
      select sum(e.cents) as cents, count(*) as n, coalesce(sum(e.cents) filter (where p.entry_id is not null), 0) as paid,
        count(p.entry_id) as paid_n
      from commission_entries e left join commission_paid_entries p on p.entry_id = e.id
      where e.user_id = s.user_id and e.month = s.month) x on true
    where (s.earned_cents, s.lines, s.paid_cents, s.paid_lines) is distinct from (x.cents, x.n, x.paid, x.paid_n)`)
  expect(rows).toEqual([{ wrong: 0 }])
  const payouts = await portal.owner.query(`
    select count(*)::int as wrong
    from commission_payouts o
    join lateral (
      select coalesce(sum(e.cents), 0) as cents, count(*) as n
      from commission_paid_entries p join commission_entries e on e.id = p.entry_id
      where p.payout_id = o.id) x on true
    where (o.cents, o.lines) is distinct from (x.cents, x.n) and o.cancelled_at is null`)
  expect(payouts.rows).toEqual([{ wrong: 0 }])
}

const newWorld = async (): Promise<World> => {
  const lines = await portal.seed(
    async (db): Promise<[SalesLine, SalesLine]> => [await createSalesLine(db), await createSalesLine(db)],
  )
  const world: World = { lines, sales: [], second: 0 }
  await addRate(world, 0, { basis_points: 1000 })
  await addRate(world, 2, { flat_cents: 2500 })
  return world
}

test('after any sequence of changes the ledger is the sum of the shares', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const world = await newWorld()
      for (const each of steps) {
        await run(world, each)
        await expectExact(world)
      }
      await expectSums()
    }),
    { numRuns: 5 },
  )
})

test('after any changes at the same time the ledger is the sum of the shares', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const world = await newWorld()
      for (let n = 0; n < 3; n++) await sell(world, { price: 100_000 + n, month: '2026-01' })
      // A sale knows the rates that were stored before it, so rates come first.
      for (const each of steps.filter((one) => one.do === 'rate')) await run(world, each)
      // Deadlocks are run again by calls. Here they may refuse a step, which then changed nothing.
      await Promise.allSettled(steps.filter((one) => one.do !== 'rate').map((each) => run(world, each)))
      await expectExact(world)
      await expectSums()
    }),
    { numRuns: 4 },
  )
})
