/** The rows of sales with the names of their parties, as they are called now; and what of a row each view shows. */
import type { CheckoutAddress } from '@vialdesk/contract/checkout'
import type { PartyTransaction, Transaction, TransactionRow } from '@vialdesk/contract/transactions'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type Page, readPage } from '#api/db/paging.ts'
import { pageOfSales, type SaleFilter } from './pages.queries.ts'

type Name = string | null

/** A sale as it is read: amounts in dollars. */
export interface SaleRow {
  id: number
  invoice_id: string
  date: string
  product: string
  quantity: number
  amount: number
  coupon_code_used: string
  coupon_code_amount: number
  commission_paid: boolean
  harvest_center_id: number | null
  hc_company: Name
  referral_harvest_center_id: number | null
  rhc_company: Name
  hc_staff_id: number | null
  staff_first: Name
  staff_last: Name
  patient_id: number | null
  patient_first: Name
  patient_last: Name
  sales_rep_id: number | null
  rep_first: Name
  rep_last: Name
  sales_manager_id: number | null
  manager_first: Name
  manager_last: Name
  sales_distributor_id: number | null
  distributor_first: Name
  distributor_last: Name
}

/** What only the page of one sale shows. */
interface SaleDetails {
  payer_id: number
  price: number
  shipping_fee: number
  harvest_fee: number
  shipping_date: string | null
  card_brand: string | null
  card_last4: string | null
  billing: Partial<CheckoutAddress>
  shipping: Partial<CheckoutAddress>
}
export type FullSale = SaleRow & SaleDetails

const party = (alias: string, column: string) =>
  `left join users ${alias} on ${alias}.domain_id = t.domain_id and ${alias}.id = t.${column}`
const nameOf = (alias: string) => `${alias}.first_name as ${alias}_first, ${alias}.last_name as ${alias}_last`
const dollars = (column: string) => `(t.${column} / 100.0)::float8`

const shown = `t.id, t.invoice_id, t.date, p.name as product, t.quantity, ${dollars('amount_cents')} as amount, t.coupon_code_used,
  ${dollars('discount_cents')} as coupon_code_amount, t.commission_paid, t.harvest_center_id, hc.company as hc_company,
  t.referral_harvest_center_id, rhc.company as rhc_company, t.hc_staff_id, ${nameOf('staff')}, t.patient_id, ${nameOf('patient')},
  t.sales_rep_id, ${nameOf('rep')}, t.sales_manager_id, ${nameOf('manager')}, t.sales_distributor_id, ${nameOf('distributor')}`
const details = `t.payer_id, ${dollars('price_cents')} as price, ${dollars('shipping_cents')} as shipping_fee,
  ${dollars('harvest_fee_cents')} as harvest_fee, t.shipping_date, t.card_brand, t.card_last4, t.billing, t.shipping`
const joined = `from transactions t join products p on p.domain_id = t.domain_id and p.id = t.product_id
  ${party('hc', 'harvest_center_id')} ${party('rhc', 'referral_harvest_center_id')} ${party('staff', 'hc_staff_id')}
  ${party('patient', 'patient_id')} ${party('rep', 'sales_rep_id')} ${party('manager', 'sales_manager_id')}
  ${party('distributor', 'sales_distributor_id')}`

const oneById = `select ${shown}, ${details} ${joined} where t.domain_id = $1 and t.id = $2`

/** A page of sales. */
export const findSales = (db: Db, filter: SaleFilter): Promise<Page<SaleRow>> =>
  readPage<SaleRow>(
    db,
    pageOfSales(db, filter),
    `select t.day, ${shown} ${joined} where t.domain_id = $1 and t.id = any(page.ids)`,
    'rows.day desc, rows.id desc',
  )

/** A sale that the viewer may see, else not_found. */
export async function getSale(db: Db, viewer: Viewer, id: number): Promise<FullSale> {
  const { rows } = await sql<FullSale>`
    select ${sql.raw(`${shown}, ${details} ${joined}`)}
    where t.domain_id = ${db.domainId} and t.id = ${id} and ${salesSeenBy(viewer)}`.execute(db)
  return rows[0] ?? fail('not_found')
}

const joinName = (first: Name, last: Name) => `${first ?? ''} ${last ?? ''}`.trim()
const some = <T>(id: number | null, made: (id: number) => T): T[] => (id === null ? [] : [made(id)])
const person = (id: number | null, first: Name, last: Name) =>
  some(id, (known) => ({ id: known, first_name: first ?? '', last_name: last ?? '' }))

/** Flat, for the admin. */
export const adminRow = (row: SaleRow): TransactionRow => ({
  id: row.id,
  invoice_id: row.invoice_id,
  date: row.date,
  harvest_center: row.harvest_center_id,
  hc: row.hc_company ?? '',
  referral_harvest_center: row.referral_harvest_center_id,
  rhc: row.rhc_company ?? '',
  hc_staff_desc: joinName(row.staff_first, row.staff_last),
  patient: row.patient_id,
  patient_desc: joinName(row.patient_first, row.patient_last),
  sales_rep: row.sales_rep_id,
  sales_rep_desc: joinName(row.rep_first, row.rep_last),
  sales_manager_id: row.sales_manager_id,
  sales_manager_desc: joinName(row.manager_first, row.manager_last),
  sales_distributor_id: row.sales_distributor_id,
  sales_distributor_desc: joinName(row.distributor_first, row.distributor_last),
  product: row.product,
  quantity: row.quantity,
  amount: row.amount,
  coupon_code_used: row.coupon_code_used,
  coupon_code_amount: row.coupon_code_amount,
  commission_paid: row.commission_paid,
})

/** For parties and the sales line; without `persons` a patient is its id and nothing more. */
export const partyRow = (row: SaleRow, persons: boolean): PartyTransaction => ({
  id: row.id,
  invoice_id: row.invoice_id,
  date: row.date,
  patient: persons ? person(row.patient_id, row.patient_first, row.patient_last) : some(row.patient_id, (id) => ({ id })),
  harvest_center: some(row.harvest_center_id, (id) => ({ id, company: row.hc_company ?? '' })),
  referral_harvest_center: some(row.referral_harvest_center_id, (id) => ({ id, company: row.rhc_company ?? '' })),
  hc_staff_desc: person(row.hc_staff_id, row.staff_first, row.staff_last),
  sales_rep: person(row.sales_rep_id, row.rep_first, row.rep_last),
  product: [{ name: row.product }],
  quantity: row.quantity,
  amount: row.amount,
  coupon_code_used: row.coupon_code_used,
  coupon_code_amount: row.coupon_code_amount,
})

/** `persons`: the patient's name and where things were sent; `payment`: who paid, with which card. */
export const fullTransaction = (sale: FullSale, { persons, payment }: { persons: boolean; payment: boolean }): Transaction => ({
  ...partyRow(sale, persons),
  price: sale.price,
  shipping_fee: sale.shipping_fee,
  harvest_fee: sale.harvest_fee,
  shipping_date: sale.shipping_date,
  card_type: payment ? sale.card_brand : null,
  card_number: payment ? sale.card_last4 : null,
  billing: payment ? sale.billing : {},
  shipping: persons ? sale.shipping : {},
  transaction_history: [],
})
