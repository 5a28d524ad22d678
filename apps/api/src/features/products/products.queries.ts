/** Products and their prices. */

import { toDollars } from '@vialdesk/contract/base/primitives'
import { membershipIds, VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import { type ManagedProduct, type ManagedProductFilter, type Product, productIds } from '@vialdesk/contract/money/products'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import type { Page, Part } from '#api/db/paging.ts'
import { orderOf, type SortValues, sortedText } from '#api/db/sorted-paging.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

interface ProductRow {
  id: number
  name: string
  description: string
  price_cents: number
  shipping_cents: number
  own_price_cents: number | null
  own_shipping_cents: number | null
  sold_to: number[]
  ships: boolean
  has_shipping: boolean
  active: boolean
}

const SELECT_PRODUCTS = `
    select p.id, p.name, p.description, p.price_cents, p.shipping_cents, p.sold_to, p.ships, p.has_shipping, p.active,
      o.price_cents as own_price_cents, o.shipping_cents as own_shipping_cents
    from products p
    left join product_prices o on o.domain_id = p.domain_id and o.product_id = p.id
    where p.domain_id = $1`

/** Adds the prices that buyers pay. A domain's own price replaces the standard price. */
const withPrices = (row: ProductRow) => ({
  ...row,
  cents: row.own_price_cents ?? row.price_cents,
  shippingCents: row.own_shipping_cents ?? row.shipping_cents,
})

export function listProductOptions(db: Db) {
  return db.selectFrom('products').select(['id', 'name']).where('domain_id', '=', db.domainId).orderBy('id').execute()
}

/** A product and its price in cents. */
export async function findProduct(db: Db, id: number) {
  const [row] = await db.rows<ProductRow>(`${SELECT_PRODUCTS} and p.id = $2::bigint`, [db.domainId, id])
  return row && withPrices(row)
}

/** Staff users buy for their harvest centers. */
const buyingMembership = ({ role }: Pick<Viewer, 'role'>): number | undefined =>
  role && membershipIds[role === 'hc_staff' ? 'harvest_center' : role]

function toProduct(row: ProductRow, viewer: Pick<Viewer, 'role'>): Product {
  const { id, name, description, price_cents, shipping_cents, own_price_cents, own_shipping_cents, ships, has_shipping, active } =
    row
  const membership = buyingMembership(viewer)
  return {
    ...{ id, name, description, ships, has_shipping },
    price: toDollars(price_cents),
    shipping_fee: toDollars(shipping_cents),
    prices:
      own_price_cents === null ? [] : [{ price: toDollars(own_price_cents), shipping_fee: toDollars(own_shipping_cents ?? 0) }],
    can_buy: active && membership !== undefined && row.sold_to.includes(membership),
  }
}

export async function findProductDetails(db: Db, id: number, viewer: Viewer): Promise<Product | undefined> {
  const product = await findProduct(db, id)
  return product && toProduct(product, viewer)
}

/** The order page begins with the fees and ends with the vials. Products that the business added come last. */
const SHELF = [productIds.processing_fee, productIds.referral_fee, ...[3, 4, 5, 6, 7, 8], productIds.vials, productIds.pre_order]

/** The products that the viewer may buy now. Patients buy nothing without the tag for vial orders. */
export async function listProductsForSale(db: Db, viewer: Viewer): Promise<Product[]> {
  if (viewer.role === 'patient' && !(await mayOrderVials(db, viewer.id))) return []
  const rows = await db.rows<ProductRow>(
    `${SELECT_PRODUCTS}
      and p.active
      and $2::smallint = any(p.sold_to)
    order by array_position($3::smallint[], p.id), p.id`,
    [db.domainId, buyingMembership(viewer) ?? null, SHELF],
  )
  return rows.map((row) => toProduct(row, viewer))
}

async function mayOrderVials(db: Db, patient: number): Promise<boolean> {
  const sql = 'select 1 from users where domain_id = $1 and id = $2 and $3::smallint = any(tags)'
  return (await db.rows(sql, [db.domainId, patient, VIAL_ORDERING_TAG])).length > 0
}

const toManaged = ({ id, name, active, ...row }: ProductRow): ManagedProduct => {
  const { cents, shippingCents } = withPrices({ id, name, active, ...row })
  return { id, name, price: toDollars(cents), shipping_fee: toDollars(shippingCents), active }
}

const sortValues: SortValues<'id' | 'name' | 'price'> = {
  id: { value: 'p.id' },
  name: sortedText('p.name'),
  price: {
    value: `coalesce(
      (select o.price_cents from product_prices o where o.domain_id = p.domain_id and o.product_id = p.id), p.price_cents)`,
  },
}

/** The search finds a part of the name. */
export async function listManagedProducts(
  db: Db,
  { search, sort, ...paging }: ManagedProductFilter,
): Promise<Page<ManagedProduct>> {
  const rows: Part = (bind) =>
    `products p where p.domain_id = $1 ${search ? `and position(${bind(search.toLowerCase())} in lower(p.name)) > 0` : ''}`
  const list = { matches: rowsOf('p.id', rows), order: orderOf(sort, sortValues), ownOrder: { columns: '', order: 'id' } }
  const { count, results } = await readList<ProductRow>(db, list, paging, `${SELECT_PRODUCTS} and p.id = any(page.ids)`)
  return { count, results: results.map(toManaged) }
}

export async function findManagedProduct(db: Db, id: number): Promise<ManagedProduct | undefined> {
  const product = await findProduct(db, id)
  return product && toManaged(product)
}
