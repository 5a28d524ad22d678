/**
 * Writes the history of a sale as an admin reads it: names and amounts as they are now, patients by id only. The difference of the amount
 * is a correction, which a trigger adds to the sale.
 */
import { toDollars } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import type { LockedSale } from '#api/features/transactions/lock-sale.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'

type SaleValues = Partial<LockedSale>

/** The key of a column in the history. Columns without a key are left out. */
const historyKeys: Partial<Record<keyof LockedSale, string>> = {
  product_id: 'product',
  quantity: 'quantity',
  amount_cents: 'amount',
  harvest_center_id: 'harvest_center',
  referral_harvest_center_id: 'referral_harvest_center',
  patient_id: 'patient',
  sales_rep_id: 'sales_rep',
  sales_manager_id: 'sales_manager',
  sales_distributor_id: 'sales_distributor',
  commission_paid: 'commission_paid',
}

export async function addHistory(
  db: Db,
  actor: Actor,
  transactionId: number,
  note: string,
  changes: { before: SaleValues; after: SaleValues } | undefined,
): Promise<void> {
  const { before = {}, after = {} } = changes ?? {}
  const nameOf = await findNames(db, [before, after])
  const correction = (after.amount_cents ?? 0) - (before.amount_cents ?? 0)
  const words = (values: SaleValues) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([column, value]) => {
        const key = historyKeys[column as keyof LockedSale]
        return key ? [[key, nameOf(column, value)]] : []
      }),
    )
  await db.insertRow('transaction_history', {
    transaction_id: transactionId,
    note,
    user_id: actor.id,
    impersonator_id: actor.impersonatorId,
    correction_cents: correction,
    before: JSON.stringify(words(before)),
    after: JSON.stringify(words(after)),
  })
}

/** Translates the value of a column. */
async function findNames(db: Db, all: SaleValues[]): Promise<(column: string, value: unknown) => unknown> {
  const userIds = all.flatMap((values) =>
    Object.entries(values).flatMap(([column, value]) =>
      column.endsWith('_id') && column !== 'product_id' && typeof value === 'number' ? [value] : [],
    ),
  )
  const users = await db.rows<{ id: number; name: string }>(
    `select id, case
       when subscription = $3 then 'Patient ' || id
       else coalesce(nullif(company, ''), trim(first_name || ' ' || last_name)) || ' (' || id || ')'
     end as name
     from users
     where domain_id = $1 and id = any($2::bigint[])`,
    [db.domainId, userIds, membershipIds.patient],
  )
  const productIds = all.flatMap(({ product_id }) => product_id ?? [])
  const products = await db.findRows('products', ['id', 'name'], { id: productIds })
  return (column, value) => {
    if (column === 'amount_cents') return toDollars(value as number)
    if (column === 'product_id') return products.find(({ id }) => id === value)?.name ?? value
    return column.endsWith('_id') ? (users.find(({ id }) => id === value)?.name ?? null) : value
  }
}
