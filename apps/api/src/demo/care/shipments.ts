/** The parcels of the demo's orders, and the vials that are reserved for orders that wait. */
import { productIds } from '@vialdesk/contract/money/products'
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
  from jsonb_to_recordset($2) p (sale bigint, quantity integer, day date, tracking text, patient bigint, at timestamptz)
  join transactions t on t.domain_id = $1 and t.id = p.sale and t.ships`

export async function createShipments(db: Db, { calendar }: DemoContext, sales: MadeSale[]): Promise<void> {
  const sent = sales.flatMap(({ id, quantity, product, patient, parcel }) => {
    if (!parcel) return []
    const at = { day: calendar.day(parcel.daysAgo), at: calendar.moment(parcel.daysAgo, 200) }
    return [{ sale: id, quantity, tracking: parcel.tracking, patient: product === productIds.vials ? patient : null, ...at }]
  })
  await db.rows(INSERT, [db.domainId, JSON.stringify(sent)])
  for (const { id, patient, product, quantity, parcel } of sales) {
    if (product !== productIds.vials || parcel) continue
    await db.rows('select move_vial_reservation($1, $2, $3)', [id, patient, quantity])
  }
}
