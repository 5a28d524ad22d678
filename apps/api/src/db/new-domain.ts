/** The rows that every new domain starts with: names of memberships, tags and products. */
import { membershipIds, membershipNames } from '@vialdesk/contract/base/roles'
import type { Db } from './db.ts'

const tags = [
  { id: 1, label: 'Vial ordering' },
  { id: 2, label: 'VIP' },
]

type Product = [id: number, name: string, priceCents: number, shippingCents: number, description: string, soldTo: number[]]

const { harvest_center: CENTER, referral_harvest_center: REFERRAL, patient: PATIENT } = membershipIds

/** The code knows the products 1, 2, 13 and 14 by id. A domain may change the prices. */
const products: Product[] = [
  [1, 'New Patient Processing Fee', 350_000, 15_000, 'Processing of adipose tissue into cells for one new patient.', [CENTER]],
  [2, 'Vials', 120_000, 25_000, 'Vials of your own cells, shipped on dry ice.', [CENTER, REFERRAL, PATIENT]],
  [3, 'Harvest Kit', 25_000, 3_500, 'Everything for one harvest, with return shipping.', [CENTER]],
  [4, 'Cannula', 4_500, 1_200, 'Single-use harvest cannula.', [CENTER]],
  [5, 'Kit 5-pack', 115_000, 6_000, 'Five harvest kits.', [CENTER]],
  [6, 'Cannula 5-pack', 20_000, 2_000, 'Five single-use harvest cannulas.', [CENTER]],
  [7, 'Shipping Supplies', 9_000, 2_500, 'Insulated boxes, labels and cold packs.', [CENTER]],
  [8, 'Banner', 18_000, 2_000, 'Roll-up banner for the waiting room.', [CENTER, REFERRAL]],
  [13, 'Referral Processing Fee', 350_000, 15_000, 'Processing of a referred patient.', [REFERRAL]],
  [14, 'Vials Pre-order', 110_000, 0, 'Vials ordered before they are ready.', [CENTER, REFERRAL]],
]

/** No parcel is sent for fees and pre-orders. */
const sentProducts = [2, 3, 4, 5, 6, 7, 8]
/** Their checkout has no shipping section. */
const productsWithoutShipping = [14]

/** Inserts these rows into the transaction's domain. Existing rows stay unchanged. */
export async function insertInitialRows(db: Db): Promise<void> {
  const domain_id = db.domainId
  const memberships = Object.entries(membershipNames).map(([id, name]) => ({ domain_id, id: Number(id), name }))
  const productRows = products.map(([id, name, price_cents, shipping_cents, description, sold_to]) => ({
    domain_id,
    id,
    name,
    price_cents,
    shipping_cents,
    description,
    sold_to,
    ships: sentProducts.includes(id),
    has_shipping: !productsWithoutShipping.includes(id),
  }))
  await db
    .insertInto('memberships')
    .values(memberships)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('tags')
    .values(tags.map((tag) => ({ domain_id, ...tag })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('products')
    .values(productRows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
