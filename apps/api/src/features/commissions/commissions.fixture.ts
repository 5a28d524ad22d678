/** Rates, sales lines and the ledger, for tests of commissions and of the features that settle them. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { createSale, type SaleValues } from '#api/features/transactions/transactions.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'
import { settleCommissions } from './ledger/settle-commissions.commands.ts'

export const { sales_rep: REP, sales_manager: MANAGER, sales_distributor: DISTRIBUTOR } = membershipIds

type RateValues = Partial<Insertable<Tables['commission_rates']>>

/** Creates a rate, by default 10 percent for every rep, that is older than every sale of a test. */
export async function createRate(db: Db, { membership = REP, ...values }: RateValues = {}): Promise<number> {
  const amount = values.flat_cents === undefined ? { basis_points: 1000 } : {}
  const { id } = await db
    .insertInto('commission_rates')
    .values({
      ...{ domain_id: db.domainId, membership, valid_from: '2020-01-01', created_at: '2020-01-01T00:00:00Z' },
      ...amount,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A center with all users of its sales line. */
export async function createSalesLine(db: Db) {
  const distributor = await createUser(db, 'sales_distributor')
  const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
  const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
  const center = await createCenter(db, { sales_rep_id: rep })
  return { distributor, manager, rep, center }
}
export type SalesLine = Awaited<ReturnType<typeof createSalesLine>>

/** A sale of $3,500 with $150 for shipping, of a center and its sales line. */
export const createSaleOf = (db: Db, { center, rep, manager, distributor }: SalesLine, values: Partial<SaleValues> = {}) =>
  createSale(db, {
    ...{ payer_id: center, harvest_center_id: center, sales_rep_id: rep },
    ...{ sales_manager_id: manager, sales_distributor_id: distributor },
    ...values,
  })

/** The id of the rep's statement of March 2026, with one sale. */
export async function createStatement(db: Db, line: SalesLine): Promise<number> {
  await createRate(db, { user_id: line.rep })
  await settleCommissions(db, await createSaleOf(db, line), { day: '2026-03-02' })
  const { id } = await db
    .selectFrom('commission_statements')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', line.rep)
    .executeTakeFirstOrThrow()
  return id
}

interface LedgerEntry {
  user_id: number
  membership: number
  step: number
  kind: string
  cents: number
  base_cents: number
  note: string
}

/** The entries of a sale, in their order. */
export async function ledgerOf(portal: TestPortal, sale: number): Promise<LedgerEntry[]> {
  const { rows } = await portal.owner.query(
    `select user_id, membership, step, kind, cents, base_cents, note
     from commission_entries
     where transaction_id = $1
     order by id`,
    [sale],
  )
  return rows
}

/** The amounts of the entries of one person in a sale. */
export const centsOf = async (portal: TestPortal, sale: number, user: number) =>
  (await ledgerOf(portal, sale)).filter(({ user_id }) => user_id === user).map(({ cents }) => cents)
