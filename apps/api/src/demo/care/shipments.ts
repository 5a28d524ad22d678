/** The parcels of the demo's orders, and the vials that are reserved for orders that wait. */
import { productIds } from '@vialdesk/contract/products'
import type { Db } from '#api/db/db.ts'
import type { DemoContext } from '../context.ts'
import type { MadeSale } from '../money/sales.ts'

const INSERT = `
  insert into shipments (domain_id, transaction_id, request_id, quantity, shipped_on, tracking_number, tracking_link, vial_entry_id,
    created_at)
  select $1, p.sale, gen_random_uuid(), p.quantity, p.day, p.tracking, 'https://www.fedex.com/fedextrack/?trknbr=' || p.tracking,
    (select e.id
     from vial_entries e
     where e.domain_id = $1 and e.user_id = p.patient and e.type = 'shipped' and e.tracking_id = p.tracking
     limit 1),
    p.at
  from unnest($2::bigint[], $3::integer[], $4::date[], $5::text[], $6::bigint[], $7::timestamptz[])
    p (sale, quantity, day, tracking, patient, at)
  join transactions t on t.domain_id = $1 and t.id = p.sale and t.ships`

export async function createShipments(db: Db, { calendar }: DemoContext, sales: MadeSale[]): Promise<void> {
  const sent = sales.flatMap((sale) => (sale.parcel ? [{ ...sale, parcel: sale.parcel }] : []))
  await db.rows(INSERT, [
    db.domainId,
    sent.map(({ id }) => id),
    sent.map(({ quantity }) => quantity),
    sent.map(({ parcel }) => calendar.day(parcel.daysAgo)),
    sent.map(({ parcel }) => parcel.tracking),
    sent.map(({ product, patient }) => (product === productIds.vials ? patient : null)),
    sent.map(({ parcel }) => calendar.moment(parcel.daysAgo, 200)),
  ])
  for (const { id, patient, product, quantity, parcel } of sales) {
    if (product !== productIds.vials || parcel) continue
    await db.rows('select move_vial_reservation($1, $2, $3)', [id, patient, quantity])
  }
}
