/** Creates sales for tests. */
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { nextNumber } from '#api/testing/factories.ts'

export type SaleValues = Partial<Insertable<Tables['transactions']>> & { payer_id: number }

/** Creates a sale and returns its id. By default, it is one processing fee on 1 March 2026. */
export async function createSale(db: Db, values: SaleValues): Promise<number> {
  const price = Number(values.price_cents ?? 350_000)
  const quantity = values.quantity ?? 1
  const { id } = await db
    .insertInto('transactions')
    .values({
      domain_id: db.domainId,
      invoice_id: `V-${String(nextNumber()).padStart(6, '0')}`,
      day: '2026-03-01',
      date: '2026-03-01T12:00:00Z',
      product_id: 1,
      quantity,
      price_cents: price,
      shipping_cents: 15_000,
      amount_cents: price * quantity + 15_000,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
