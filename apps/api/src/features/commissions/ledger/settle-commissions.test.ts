import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import {
  centsOf,
  createRate,
  createSaleOf,
  createSalesLine,
  DISTRIBUTOR,
  ledgerOf,
  MANAGER,
  type SalesLine,
} from '../commissions.fixture.ts'
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
const sell = (values = {}) => portal.seed((db) => createSaleOf(db, line, values))
const rate = (values = {}) => portal.seed((db) => createRate(db, { user_id: line.rep, ...values }))
const change = (sale: number, set: string) => portal.owner.query(`update transactions set ${set} where id = ${sale}`)
const isPaid = async (sale: number) =>
  (await portal.owner.query('select commission_paid from transactions where id = $1', [sale])).rows[0].commission_paid

describe('a sale', () => {
  test('earns each person of the sales line a share of the amount without shipping', async () => {
    await rate()
    await rate({ user_id: line.manager, membership: MANAGER, basis_points: 250 })
    await rate({ user_id: line.distributor, membership: DISTRIBUTOR, flat_cents: 5000 })
    const sale = await sell()
    await settle(sale)
    expect(await ledgerOf(portal, sale)).toMatchObject([
      { user_id: line.rep, kind: 'accrual', cents: 35_000, base_cents: 350_000 },
      { user_id: line.manager, kind: 'accrual', cents: 8750 },
      { user_id: line.distributor, kind: 'accrual', cents: 5000 },
    ])
  })

  test('earns nothing without a rate, and nothing when it is free', async () => {
    const withoutRate = await sell()
    await settle(withoutRate)
    await rate({ flat_cents: 5000 })
    const free = await sell({ discount_cents: 365_000, amount_cents: 0 })
    await settle(free)
    expect(await ledgerOf(portal, withoutRate)).toEqual([])
    expect(await ledgerOf(portal, free)).toEqual([])
  })

  test('earns no share of the shipping, the harvest fee and the discount', async () => {
    await rate()
    const sale = await sell({ harvest_fee_cents: 250_000, discount_cents: 100_000, amount_cents: 515_000 })
    await settle(sale)
    expect(await centsOf(portal, sale, line.rep)).toEqual([25_000])
  })

  test('is settled once, however often and at once it is settled', async () => {
    await rate()
    const sale = await sell()
    await Promise.all(Array.from({ length: 10 }, () => settle(sale)))
    await settle(sale)
    expect(await centsOf(portal, sale, line.rep)).toEqual([35_000])
  })

  test('rounds half a cent up', async () => {
    await rate({ basis_points: 1 })
    const sale = await sell({ price_cents: 5000, amount_cents: 20_000 })
    const less = await sell({ price_cents: 4999, amount_cents: 19_999 })
    await settle(sale)
    await settle(less)
    expect([await centsOf(portal, sale, line.rep), await centsOf(portal, less, line.rep)]).toEqual([[1], []])
  })
})

describe('a changed sale', () => {
  test('reverses parts of a refund that add up exactly', async () => {
    await rate({ basis_points: 333 })
    const sale = await sell({ price_cents: 10_000, shipping_cents: 0, amount_cents: 10_000 })
    await settle(sale)
    for (const refunded of [3333, 6666, 10_000]) {
      await change(sale, `refunded_cents = ${refunded}`)
      await settle(sale)
    }
    const entries = await ledgerOf(portal, sale)
    expect(entries.map(({ cents }) => cents)).toEqual([333, -111, -111, -111])
    expect(entries.map(({ kind }) => kind)).toEqual(['accrual', 'reversal', 'reversal', 'reversal'])
    expect(entries.at(-1)?.note).toBe('Refunded')
  })

  test('reverses the whole share of a voided sale, a flat one too', async () => {
    await rate({ flat_cents: 7500 })
    const sale = await sell()
    await settle(sale)
    await change(sale, 'voided = true')
    await settle(sale)
    expect(await centsOf(portal, sale, line.rep)).toEqual([7500, -7500])
    expect((await ledgerOf(portal, sale)).at(-1)).toMatchObject({ note: 'Payment voided', base_cents: 0 })
  })

  test('keeps a flat share after a part of the money was given back', async () => {
    await rate({ flat_cents: 7500 })
    const sale = await sell()
    await settle(sale)
    await change(sale, 'refunded_cents = 100000')
    await settle(sale)
    expect(await centsOf(portal, sale, line.rep)).toEqual([7500])
  })

  test('follows an edited amount up and down', async () => {
    await rate()
    const sale = await sell()
    for (const amount of [365_000, 465_000, 265_000]) {
      await change(sale, `amount_cents = ${amount}`)
      await settle(sale)
    }
    const entries = await ledgerOf(portal, sale)
    expect(entries.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['accrual', 35_000],
      ['adjustment', 10_000],
      ['reversal', -20_000],
    ])
  })

  test('moves the share to the new rep', async () => {
    const next = await portal.seed(createSalesLine)
    await rate()
    await rate({ user_id: next.rep, basis_points: 2000 })
    const sale = await sell()
    await settle(sale)
    await change(sale, `sales_rep_id = ${next.rep}`)
    await settle(sale)
    expect(await centsOf(portal, sale, line.rep)).toEqual([35_000, -35_000])
    expect(await centsOf(portal, sale, next.rep)).toEqual([70_000])
    await change(sale, `sales_rep_id = ${line.rep}`)
    await settle(sale)
    expect(await centsOf(portal, sale, line.rep)).toEqual([35_000, -35_000, 35_000])
  })

  test('is no longer paid when the ledger changes', async () => {
    await rate()
    const sale = await sell({ commission_paid: true })
    await settle(sale)
    expect(await isPaid(sale)).toBe(false)
  })
})

describe('the rate of a sale', () => {
  test('is the most specific one: person and product, person, membership and product, membership', async () => {
    const rates = [
      { user_id: null, basis_points: 100 },
      { user_id: null, product_id: 3, basis_points: 200 },
      { basis_points: 300 },
      { product_id: 3, basis_points: 400 },
    ]
    const kit = { product_id: 3, price_cents: 10_000, shipping_cents: 0, amount_cents: 10_000 }
    const shares = []
    for (const values of rates) {
      await rate(values)
      const sale = await sell(kit)
      await settle(sale)
      shares.push(await centsOf(portal, sale, line.rep))
    }
    expect(shares).toEqual([[100], [200], [300], [400]])
    await portal.seed((db) => createRate(db, { basis_points: 0 }))
    await portal.seed((db) => createRate(db, { basis_points: 0, product_id: 3 }))
  })

  test('changes in the middle of a month, and past sales keep theirs', async () => {
    await rate({ valid_from: '2026-02-01' })
    const before = await sell({ day: '2026-03-14' })
    await settle(before)
    await rate({ valid_from: '2026-03-15', basis_points: 2000 })
    const after = await sell({ day: '2026-03-15' })
    await settle(after)
    await change(before, 'refunded_cents = 100000')
    await settle(before)
    expect(await centsOf(portal, before, line.rep)).toEqual([35_000, -10_000])
    expect(await centsOf(portal, after, line.rep)).toEqual([70_000])
  })

  test('is not one that was saved after the sale', async () => {
    const sale = await sell({ date: '2026-03-01T12:00:00Z' })
    await rate({ valid_from: '2026-03-01', created_at: '2026-03-01T12:00:01Z' })
    await settle(sale)
    expect(await ledgerOf(portal, sale)).toEqual([])
  })

  test('is that of the membership in the sales line of the sale', async () => {
    await rate({ membership: MANAGER })
    const sale = await sell()
    await settle(sale)
    expect(await ledgerOf(portal, sale)).toEqual([])
  })

  test('is never one of another domain', async () => {
    await portal.seedOther((db) => createRate(db, { membership: MANAGER }))
    const sale = await sell()
    await settle(sale)
    expect(await ledgerOf(portal, sale)).toEqual([])
  })
})

describe('the switch', () => {
  const set = (enabled: boolean, created_at: string, flat_only_products: number[] = []) =>
    portal.seed((db) =>
      db.insertInto('commission_settings').values({ domain_id: db.domainId, enabled, created_at, flat_only_products }).execute(),
    )

  test('stops commissions of new sales; sales from before are still reversed', async () => {
    await rate()
    const before = await sell({ date: '2026-04-01T12:00:00Z' })
    await settle(before)
    await set(false, '2026-05-01T00:00:00Z')
    const during = await sell({ date: '2026-05-02T12:00:00Z' })
    await settle(during)
    await change(before, 'voided = true')
    await settle(before)
    await set(true, '2026-06-01T00:00:00Z')
    const after = await sell({ date: '2026-06-02T12:00:00Z' })
    for (const sale of [during, after]) await settle(sale)
    expect(await centsOf(portal, before, line.rep)).toEqual([35_000, -35_000])
    expect(await centsOf(portal, during, line.rep)).toEqual([])
    expect(await centsOf(portal, after, line.rep)).toEqual([35_000])
  })

  test('turns percentages of a product off; the flat rate applies instead', async () => {
    await set(true, '2026-07-01T00:00:00Z', [1])
    await rate()
    await rate({ membership: MANAGER, user_id: line.manager, basis_points: 500, product_id: 1 })
    await rate({ membership: MANAGER, user_id: line.manager, flat_cents: 4000 })
    const sale = await sell({ date: '2026-07-02T12:00:00Z' })
    const kit = await sell({ date: '2026-07-02T12:00:00Z', product_id: 3 })
    for (const each of [sale, kit]) await settle(each)
    expect([await centsOf(portal, sale, line.rep), await centsOf(portal, sale, line.manager)]).toEqual([[], [4000]])
    expect(await centsOf(portal, kit, line.rep)).toEqual([35_000])
  })
})

describe('the ledger', () => {
  const table = 'commission_entries'
  test('cannot be changed, deleted or emptied, by its owner neither', async () => {
    await rate()
    await settle(await sell())
    for (const statement of [`update ${table} set cents = 1`, `delete from ${table}`, `truncate ${table} cascade`]) {
      await expect(portal.seed((db) => db.rows(statement, []))).rejects.toThrow(/append-only/)
      await expect(inDomain(portal.pool, portal.domainId, (db) => db.rows(statement, []))).rejects.toThrow(/permission denied/)
    }
  })

  test('refuses the same step twice', async () => {
    await rate()
    const sale = await sell()
    await settle(sale)
    const copy = `insert into ${table} (domain_id, transaction_id, user_id, membership, step, kind, cents, base_cents, rate_id, basis_points, day)
      select domain_id, transaction_id, user_id, membership, step, kind, cents, base_cents, rate_id, basis_points, day
      from ${table} where transaction_id = $1`
    await expect(portal.seed((db) => db.rows(copy, [sale]))).rejects.toThrow(/commission_entries_step_key/)
  })

  test('sums up in the statements', async () => {
    const { rows } = await portal.owner.query(`
      select count(*)::int as wrong
      from (select user_id, month, sum(cents) as cents, count(*) as n from commission_entries group by 1, 2) e
      full join commission_statements s using (user_id, month)
      where s.earned_cents is distinct from e.cents or s.lines is distinct from e.n`)
    expect(rows).toEqual([{ wrong: 0 }])
  })
})
