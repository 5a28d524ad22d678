/** A year of demo sales until today, with growth over the months. */

import { priceCents } from '@vialdesk/contract/money/checkout'
import { productIds } from '@vialdesk/contract/money/products'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { gatewayReference } from '#api/platform/ports/payments.ts'
import type { DemoContext } from '../context.ts'
import type { Accounts, Center } from '../people/accounts.ts'
import { JOINED_MINUTES, type Patient } from '../people/patients.ts'
import { RATES_SINCE } from './commissions.ts'
import { type Coupon, countUses, createCoupons } from './coupons.ts'

export interface Sale {
  daysAgo: number
  minutes: number
  payer: Center
  harvestCenter: number | null
  referral: number | null
  patient: number | null
  staff: number | null
  product: number
  quantity: number
  /** When all of it was sent. Undefined for an order that waits. */
  parcel?: { daysAgo: number; tracking: string } | undefined
}

const YEAR = 364
/** Number of purchases that the centers make for themselves in the year. */
const SUPPLIES = 275
const supplies = [3, 3, 3, 3, 5, 4, 4, 6, 7, 7, 8]

const atAnyTime = ({ random }: DemoContext) => random.between(0, 480)

/** One processing fee per patient, paid by its center or by its referral center. */
function fees(patients: Patient[]): Sale[] {
  return patients
    .filter(({ joined }) => joined <= YEAR)
    .map(({ id, center, referral, joined }) => ({
      daysAgo: joined,
      // The patient joins with the payment.
      minutes: JOINED_MINUTES,
      payer: referral ?? center,
      harvestCenter: center.id,
      referral: referral?.id ?? null,
      patient: id,
      staff: null,
      product: referral ? productIds.referral_fee : productIds.processing_fee,
      quantity: 1,
    }))
}

/** Vials are bought four days before they are shipped. Some patients pre-order before their vials are ready. */
function vials(demo: DemoContext, patients: Patient[]): Sale[] {
  return patients.flatMap(({ id, center, past, joined }) => {
    const common = { minutes: atAnyTime(demo), payer: center, harvestCenter: center.id, referral: null, patient: id, staff: null }
    const bought = past.vials
      .filter(({ type, daysAgo }) => type === 'shipped' && daysAgo + 4 <= YEAR)
      .map(({ daysAgo, quantity, tracking_id: tracking }) => ({
        ...{ ...common, daysAgo: daysAgo + 4, product: productIds.vials, quantity },
        parcel: { daysAgo, tracking },
      }))
    const waits = past.steps.length >= 4 && past.vials.length === 0
    const ordered = {
      ...common,
      daysAgo: Math.floor(joined / 3),
      product: productIds.pre_order,
      quantity: demo.random.between(1, 4),
    }
    return waits && demo.random.happens(0.5) ? [...bought, ordered] : bought
  })
}

/** Vials that were ordered in the last days and wait for a parcel. */
function waitingVials(patients: Patient[]): Sale[] {
  return patients
    .filter(({ past }) => freeVials(past) >= 4)
    .slice(0, 3)
    .map(({ id, center }, n) => ({
      ...{ daysAgo: n + 1, minutes: 60 * (n + 1), payer: center, harvestCenter: center.id, referral: null },
      ...{ patient: id, staff: null, product: productIds.vials, quantity: n + 1 },
    }))
}

const freeVials = ({ vials: entries }: Patient['past']) =>
  entries.reduce((sum, { type, quantity }) => sum + (type === 'added' ? quantity : -quantity), 0)

/** Supplies are sent within days. */
const DAYS_UNTIL_SENT = 6

/** Days ago. The staff user with a login has worked for the second center since then (notices.ts). */
const STAFF_OF_SECOND_SINCE = 5

/** A random day of the year: late months are more likely, Sundays less. */
function someDay({ random, calendar }: DemoContext): number {
  for (;;) {
    const daysAgo = random.between(0, YEAR)
    const isSunday = new Date(`${calendar.day(daysAgo)}T12:00:00Z`).getUTCDay() === 0
    if (random.number() < (1 - (0.65 * daysAgo) / YEAR) * (isSunday ? 0.1 : 1)) return daysAgo
  }
}

function orders(demo: DemoContext, { centers, staff }: Accounts): Sale[] {
  const { random } = demo
  return Array.from({ length: SUPPLIES }, (_, n) => {
    const at = random.happens(0.3) ? 0 : random.between(0, centers.length - 1)
    const payer = centers[at] as Center
    // At least one sale is from today.
    const daysAgo = n === 0 ? 0 : someDay(demo)
    return {
      daysAgo,
      parcel: daysAgo < DAYS_UNTIL_SENT ? undefined : { daysAgo: daysAgo - 2, tracking: `${794_600_000_000 + 37 * n}` },
      minutes: atAnyTime(demo),
      payer,
      harvestCenter: payer.id,
      referral: null,
      patient: null,
      staff: at < 2 && random.happens(0.3) && (at === 0 || daysAgo < STAFF_OF_SECOND_SINCE) ? staff : null,
      product: random.pick(supplies),
      quantity: random.between(1, 3),
    }
  })
}

export const checkoutAddressOf = ({ company, address: { address1, city, state_desc, country_desc, zip_code } }: Center) => ({
  company,
  address1,
  address2: '',
  city,
  state: state_desc,
  country_desc,
  country_code: 'US',
  zip_code: zip_code ?? '',
})

const cards = [
  { card_brand: 'Visa', card_last4: '1111' },
  { card_brand: 'MasterCard', card_last4: '0015' },
  { card_brand: 'Discover', card_last4: '0012' },
]

/** What the sale of a product copies from the product. */
type Prices = Map<number, { price_cents: number; shipping_cents: number; ships: boolean }>

/** The effective prices, as in the checkout. */
async function findPrices(db: Db): Promise<Prices> {
  const rows = await db.rows<{ id: number; price_cents: number; shipping_cents: number; ships: boolean }>(
    `select p.id, p.ships, coalesce(o.price_cents, p.price_cents) as price_cents, coalesce(o.shipping_cents, p.shipping_cents) as shipping_cents
     from products p left join product_prices o on o.domain_id = p.domain_id and o.product_id = p.id where p.domain_id = $1`,
    [db.domainId],
  )
  return new Map(rows.map(({ id, ...price }) => [id, price]))
}

function saleRow(
  db: Db,
  demo: DemoContext,
  sale: Sale,
  n: number,
  { prices, coupon }: { prices: Prices; coupon: Coupon },
): SaleRow {
  const { payer, daysAgo, quantity, product } = sale
  const price = prices.get(product)
  if (!price) throw new Error(`There is no product ${product}`)
  const discount = demo.random.happens(0.05) && !sale.patient ? Math.min(coupon.cents, price.price_cents * quantity) : 0
  const place = JSON.stringify(checkoutAddressOf(payer))
  return {
    domain_id: db.domainId,
    invoice_id: invoiceOf(n),
    date: demo.calendar.moment(daysAgo, sale.minutes),
    day: demo.calendar.day(daysAgo),
    product_id: product,
    quantity,
    ...price,
    discount_cents: discount,
    amount_cents: priceCents({ price: price.price_cents, quantity, shipping: price.shipping_cents, discount }).total,
    coupon_id: discount > 0 ? coupon.id : null,
    coupon_code_used: discount > 0 ? coupon.code : '',
    commission_paid: daysAgo > RATES_SINCE,
    payer_id: payer.id,
    harvest_center_id: sale.harvestCenter,
    referral_harvest_center_id: sale.referral,
    hc_staff_id: sale.staff,
    patient_id: sale.patient,
    sales_rep_id: payer.rep,
    sales_manager_id: payer.manager,
    sales_distributor_id: payer.distributor,
    gateway: 'embedded',
    ...demo.random.pick(cards),
    billing: place,
    shipping: place,
  }
}

const CHARGES = `
  insert into gateway_sim.sim_transactions (domain_id, kind, ref_id, invoice_number, amount_cents, status, reason, auth_code,
    avs, cvv, brand, last4, expiry, submitted_at, captured_at)
  select $1, 'charge', c.reference, c.reference, c.cents, 'captured', '1', 'DEMO00', 'Y', 'M', c.brand, c.last4, '2099-09', c.at, c.at
  from jsonb_to_recordset($2) c (reference text, cents bigint, brand text, last4 text, at timestamptz)
  where c.cents > 0
  returning id::text, ref_id as reference`

/** The charges at the simulated gateway, so that an admin can refund the sales. Returns their ids by their reference. */
async function createCharges(db: Db, rows: SaleRow[]): Promise<Map<string, string>> {
  const sales = rows.map(({ invoice_id, amount_cents: cents, card_brand: brand, card_last4: last4, date: at }) => {
    return { reference: gatewayReference(db.domainId, invoice_id), cents, brand, last4, at }
  })
  const charges = await db.rows<{ id: string; reference: string }>(CHARGES, [db.domainId, JSON.stringify(sales)])
  return new Map(charges.map(({ id, reference }) => [reference, id]))
}

type SaleRow = Insertable<Tables['transactions']> & { amount_cents: number; invoice_id: string }

const invoiceOf = (n: number) => `V-${String(n + 1).padStart(6, '0')}`

export type MadeSale = Sale & { id: number; invoice: string }

/** Inserts the sales in order of time and returns them with their ids. */
export async function createSales(db: Db, demo: DemoContext, accounts: Accounts, patients: Patient[]): Promise<MadeSale[]> {
  await db.insertRow('product_prices', { product_id: 3, price_cents: 22_500, shipping_cents: 3_500 })
  const prices = await findPrices(db)
  const coupon = await createCoupons(db, accounts)
  const all = [...fees(patients), ...vials(demo, patients), ...waitingVials(patients), ...orders(demo, accounts)]
  const sales = all.sort((a, b) => b.daysAgo - a.daysAgo || a.minutes - b.minutes)
  const rows = sales.map((sale, n) => saleRow(db, demo, sale, n, { prices, coupon }))
  const charges = await createCharges(db, rows)
  const ids = await db
    .insertInto('transactions')
    .values(rows.map((row) => ({ ...row, gateway_trans_id: charges.get(gatewayReference(db.domainId, row.invoice_id)) ?? null })))
    .returning('id')
    .execute()
  await countUses(db, coupon)
  await db.insertRow('invoice_counters', { last: sales.length })
  return sales.map((sale, n) => ({ ...sale, id: (ids[n] as { id: number }).id, invoice: invoiceOf(n) }))
}
