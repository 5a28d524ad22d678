import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createRate, createSaleOf, createSalesLine, MANAGER, REP, type SalesLine } from '../commissions.fixture.ts'
import { settleCommissions } from '../ledger/settle-commissions.commands.ts'

const boardPath = '/api/v1/commissions/leaderboard/'

let portal: TestPortal
let admin: TestClient
let line: SalesLine
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())
beforeEach(async () => {
  line = await portal.seed(createSalesLine)
})

/** A settled sale whose entries are of this day. */
const earn = (day: string, owner: SalesLine = line) =>
  portal.seed(async (db) => settleCommissions(db, await createSaleOf(db, owner), { day }))
const rate = (values = {}) => portal.seed((db) => createRate(db, { user_id: line.rep, ...values }))

describe('the leaderboard', () => {
  const ledger = async (from: string, to: string, membership: number) => {
    const { rows } = await portal.owner.query(
      `select e.user_id as id, (sum(e.cents) / 100.0)::float8 as amount
       from commission_entries e
       join users u on u.domain_id = e.domain_id and u.id = e.user_id
       where e.domain_id = $1 and e.day between $2 and $3 and u.subscription = $4
       group by 1
       order by 2 desc, 1`,
      [portal.domainId, from, to, membership],
    )
    return rows
  }

  test.each([
    ['month', '2026-02-01', '2026-02-28'],
    ['quarter', '2026-01-01', '2026-03-31'],
    ['year', '2026-01-01', '2026-12-31'],
  ])('of a %s equals the ledger', async (period, from, to) => {
    await rate()
    await rate({ user_id: line.manager, membership: MANAGER })
    for (const day of ['2026-02-10', '2026-03-10', '2026-07-10']) await earn(day)
    for (const membership of [REP, MANAGER]) {
      const board = (await admin.get(`${boardPath}?period=${period}&month=2026-02&membership=${membership}&limit=100`)).json()
      expect([board.from, board.to]).toEqual([from, to])
      const found = board.results.map(({ id, amount }: { id: number; amount: number }) => ({ id, amount }))
      expect(found).toEqual(await ledger(from, to, membership))
      expect(board.count).toBe(found.length)
    }
  })

  test('shows ties, and the names of the own sales line only', async () => {
    const named = { first_name: 'Ada', last_name: 'Lovelace' }
    const other = await portal.seed(createSalesLine)
    await portal.owner.query('update users set first_name = $2, last_name = $3 where id = any($1)', [
      [line.rep, other.rep],
      named.first_name,
      named.last_name,
    ])
    for (const each of [line, other]) {
      await rate({ user_id: each.rep })
      await earn('2025-05-05', each)
    }
    const path = `${boardPath}?month=2025-05`
    const shown = async (user: number) =>
      (await (await portal.as(user)).get(path))
        .json()
        .results.map(({ id, name, own }: Record<string, unknown>) => [id, name, own])
    expect((await admin.get(path)).json().results).toMatchObject([
      { rank: 1, amount: 350, name: 'Ada Lovelace' },
      { rank: 1, amount: 350, name: 'Ada Lovelace' },
    ])
    expect(await shown(line.rep)).toEqual([
      [line.rep, 'Ada Lovelace', true],
      [other.rep, 'A. L.', false],
    ])
    expect(await shown(other.manager)).toEqual([
      [line.rep, 'A. L.', false],
      [other.rep, 'Ada Lovelace', false],
    ])
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'sales_rep')))
    expect((await theirs.get(path)).json().results).toEqual([])
  })
})
