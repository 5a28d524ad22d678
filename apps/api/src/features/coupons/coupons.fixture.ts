/** Coupons and payment attempts for tests. */
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { nextNumber } from '#api/testing/factories.ts'

/** Creates an active coupon of $500 for every product and center, without a limit. */
export async function createCoupon(db: Db, values: Partial<Omit<Insertable<Tables['coupons']>, 'domain_id'>> = {}) {
  const code = `SAVE-${nextNumber()}`
  return await db
    .insertInto('coupons')
    .values({ name: 'Spring', code, discount_cents: 50_000, max_use_number: 0, ...values, domain_id: db.domainId })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

/** Creates an attempt to pay, with a new invoice of the user. */
export async function createAttempt(db: Db, user_id: number): Promise<string> {
  const invoice_id = `T-${nextNumber()}`
  await db.insertInto('invoices').values({ domain_id: db.domainId, id: invoice_id, user_id }).execute()
  const { id } = await db
    .insertInto('checkout_attempts')
    .values({
      ...{ domain_id: db.domainId, invoice_id, attempt_no: 1, ref_id: invoice_id, user_id, kind: 'product' },
      ...{ request_hash: Buffer.from('hash'), status: 'sending', amount_cents: 100, order_data: '{}', gateway: 'embedded' },
      lease_until: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
