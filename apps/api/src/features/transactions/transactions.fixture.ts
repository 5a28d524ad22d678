/** Creates sales for tests. */
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { createCenter, createPatient, createUser, nextNumber } from '#api/testing/factories.ts'

export type SaleValues = Partial<Insertable<Tables['transactions']>> & { payer_id: number }

/** Creates a sale and returns its id. By default, it is one processing fee on 1 March 2026. */
export async function createSale(db: Db, values: SaleValues): Promise<number> {
  const price = Number(values.price_cents ?? 350_000)
  const quantity = values.quantity ?? 1
  const { id } = await db
    .insertInto('transactions')
    .values({
      domain_id: db.domainId,
      // Not one of those that tests name, such as V-000777.
      invoice_id: `V-8${String(nextNumber()).padStart(5, '0')}`,
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

/** A processing fee of a center for its patient, with all users who may see it, and a sale of another center. */
export async function createNorthsideSale(db: Db) {
  const distributor = await createUser(db, 'sales_distributor')
  const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor, last_name: 'Lead' })
  const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager, first_name: 'Rita', last_name: 'Rep' })
  const center = await createCenter(db, { sales_rep_id: rep, company: 'Northside Clinic' })
  const elsewhere = await createCenter(db)
  const patient = await createPatient(db, { harvest_center_id: center, first_name: 'Hidden', last_name: 'Person' })
  const staff = await createUser(db, 'hc_staff')
  await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
  const line = { sales_rep_id: rep, sales_manager_id: manager, sales_distributor_id: distributor }
  const sale = await createSale(db, {
    ...line,
    invoice_id: 'V-000777',
    payer_id: center,
    harvest_center_id: center,
    patient_id: patient,
    card_brand: 'Visa',
    card_last4: '1111',
    billing: JSON.stringify({ city: 'Billingham' }),
    shipping: JSON.stringify({ city: 'Shipton' }),
  })
  const other = await createSale(db, { payer_id: elsewhere, harvest_center_id: elsewhere, product_id: 3, day: '2026-04-02' })
  const people = { rep, manager, distributor, center, staff, patient, elsewhere, admin: await createUser(db, 'admin') }
  return { ...people, sale, other, foreignSale: 0 }
}
