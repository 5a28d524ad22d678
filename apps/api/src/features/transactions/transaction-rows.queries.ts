/** The columns of sales, with the present names of their parties. Amounts in dollars. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import { feeProductIds } from '@vialdesk/contract/money/products'
import { PartyTransaction, type Transaction, type TransactionRow } from '@vialdesk/contract/money/transactions'
import { type Columns, selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { readList } from '#api/db/list-pages.ts'
import type { Page } from '#api/db/paging.ts'
import { salesSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { GIVEN_BACK, HISTORY, PUBLIC_HISTORY, REFUNDS } from './sale-changes.queries.ts'
import type { SaleFilter } from './sale-filters.queries.ts'
import { listSales } from './transaction-pages.queries.ts'
import {
  relationTo,
  type SaleGroup,
  type SaleParties,
  type SaleRelation,
  saleGroups,
  saleParties,
} from './transactions.policy.ts'

const joinUser = (alias: string, column: string) =>
  `left join users ${alias} on ${alias}.domain_id = t.domain_id and ${alias}.id = t.${column}`
export const JOIN_PARTIES = `
  join products p on p.domain_id = t.domain_id and p.id = t.product_id
  ${joinUser('hc', 'harvest_center_id')}
  ${joinUser('rhc', 'referral_harvest_center_id')}
  ${joinUser('staff', 'hc_staff_id')}
  ${joinUser('patient', 'patient_id')}
  ${joinUser('rep', 'sales_rep_id')}
  ${joinUser('manager', 'sales_manager_id')}
  ${joinUser('distributor', 'sales_distributor_id')}
  ${joinUser('payer', 'payer_id')}`
const FROM_SALES = `
  from transactions t
  ${JOIN_PARTIES}`

const dollarsSql = (column: string) => `(t.${column} / 100.0)::float8`
export const nameSql = (alias: string) => `trim(coalesce(${alias}.first_name || ' ' || ${alias}.last_name, ''))`
export const companySql = (alias: string) => `coalesce(${alias}.company, '')`
/** SQL for a JSON list of zero or one user. */
const listSql = (column: string, fields: string) =>
  `case when t.${column} is null then '[]'::json else json_build_array(json_build_object('id', t.${column}${fields})) end`
const companyListSql = (alias: string, column: string) => listSql(column, `, 'company', ${alias}.company`)
const personFields = (alias: string) => `, 'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name`
const personSql = (alias: string, column: string) => listSql(column, personFields(alias))
const REP_WITH_MANAGER = listSql(
  'sales_rep_id',
  `${personFields('rep')}, 'sales_manager', ${personSql('manager', 'sales_manager_id')}`,
)

export const STATE = `case
  when t.voided then 'voided'
  when t.refunded_cents = 0 then 'paid'
  when t.refunded_cents < t.charged_cents then 'partly_refunded'
  else 'refunded'
end`
export const FULFILMENT = `case
  when not t.ships then 'none'
  when t.shipped_quantity >= t.quantity then 'shipped'
  when t.shipped_quantity > 0 then 'partly_shipped'
  when t.voided or (t.refunded_cents > 0 and t.refunded_cents = t.charged_cents) then 'cancelled'
  else 'ordered'
end`
/** The party that bought: the one whose card was charged, also when staff or an admin bought for a center. */
const BUYER = `case
  when payer.subscription = ${membershipIds.patient} then 'patient'
  when payer.subscription = ${membershipIds.harvest_center} then 'harvest_center'
  when t.referral_harvest_center_id is not null or payer.subscription = ${membershipIds.referral_harvest_center}
    then 'referral_harvest_center'
  else 'harvest_center'
end`
const CHARGED_PRODUCT = `(
  select c.name
  from products c
  where c.domain_id = t.domain_id and c.id = t.charged_product_id)`
const SHIPMENTS = `(
  select coalesce(json_agg(json_build_object(
    'quantity', s.quantity,
    'shipped_on', s.shipped_on,
    'tracking_number', s.tracking_number,
    'tracking_link', s.tracking_link) order by s.id), '[]')
  from shipments s
  where s.domain_id = t.domain_id and s.transaction_id = t.id)`
const NO_ACTIONS = `json_build_object('edit', false, 'refund', false, 'assign_patient', false)`
const ADMIN_ACTIONS = `json_build_object(
  'edit', true,
  'refund', case
    when t.charged_cents = 0 then not t.voided
    else t.gateway_trans_id is not null and t.charged_cents > (
      select coalesce(sum(r.amount_cents), 0)
      from refunds r
      where r.domain_id = t.domain_id and r.transaction_id = t.id and r.status <> 'refused')
  end,
  'assign_patient', t.patient_id is null and t.product_id in (1, 13))`

const moneyColumns = {
  amount: ['base', dollarsSql('amount_cents')],
  charged_amount: ['base', dollarsSql('charged_cents')],
  refunded_amount: ['base', dollarsSql('refunded_cents')],
  net_amount: ['base', dollarsSql('net_cents')],
} as const

/** Columns for the parties and the sales line. A receipt shows all of them. */
const saleColumns: Columns<Transaction, SaleGroup> = {
  id: ['base', 't.id'],
  invoice_id: ['base', 't.invoice_id'],
  date: ['base', 't.date'],
  patient: ['person', personSql('patient', 'patient_id'), listSql('patient_id', '')],
  harvest_center: ['base', companyListSql('hc', 'harvest_center_id')],
  referral_harvest_center: ['base', companyListSql('rhc', 'referral_harvest_center_id')],
  hc_staff_desc: ['base', personSql('staff', 'hc_staff_id')],
  sales_rep: ['line', REP_WITH_MANAGER, personSql('rep', 'sales_rep_id')],
  product: ['base', `json_build_array(json_build_object('name', p.name))`],
  quantity: ['base', 't.quantity'],
  ...moneyColumns,
  coupon_code_used: ['base', 't.coupon_code_used'],
  coupon_code_amount: ['base', dollarsSql('discount_cents')],
  buyer: ['base', BUYER],
  charged_product: ['base', CHARGED_PRODUCT],
  charged_product_id: ['base', 't.charged_product_id'],
  charged_quantity: ['base', 't.charged_quantity'],
  price: ['base', dollarsSql('price_cents')],
  shipping_fee: ['base', dollarsSql('shipping_cents')],
  harvest_fee: ['base', dollarsSql('harvest_fee_cents')],
  shipping_date: ['base', 't.shipping_date'],
  card_type: ['payment', 't.card_brand', 'null'],
  card_number: ['payment', 't.card_last4', 'null'],
  billing: ['payment', 't.billing', `'{}'::jsonb`],
  shipping: ['person', 't.shipping', `'{}'::jsonb`],
  state: ['base', STATE],
  fulfilment: ['base', FULFILMENT],
  shipments: ['person', SHIPMENTS],
  transaction_history: ['admin', HISTORY, PUBLIC_HISTORY],
  given_back: ['base', GIVEN_BACK],
  refunds: ['admin', REFUNDS],
  commission_paid: ['admin', 't.commission_paid'],
  version: ['admin', 't.version'],
  product_id: ['base', 't.product_id'],
  can: ['admin', ADMIN_ACTIONS, NO_ACTIONS],
}

/** Flat columns for the list of the admin. */
const adminColumns: Columns<TransactionRow, SaleGroup> = {
  id: ['base', 't.id'],
  invoice_id: ['base', 't.invoice_id'],
  date: ['base', 't.date'],
  harvest_center: ['base', 't.harvest_center_id'],
  hc: ['base', companySql('hc')],
  referral_harvest_center: ['base', 't.referral_harvest_center_id'],
  rhc: ['base', companySql('rhc')],
  hc_staff_id: ['base', 't.hc_staff_id'],
  hc_staff_desc: ['base', nameSql('staff')],
  patient: ['base', 't.patient_id'],
  patient_desc: ['person', nameSql('patient')],
  sales_rep: ['base', 't.sales_rep_id'],
  sales_rep_desc: ['base', nameSql('rep')],
  sales_manager_id: ['admin', 't.sales_manager_id'],
  sales_manager_desc: ['admin', nameSql('manager')],
  sales_distributor_id: ['admin', 't.sales_distributor_id'],
  sales_distributor_desc: ['admin', nameSql('distributor')],
  product: ['base', 'p.name'],
  quantity: ['base', 't.quantity'],
  ...moneyColumns,
  coupon_code_used: ['base', 't.coupon_code_used'],
  coupon_code_amount: ['base', dollarsSql('discount_cents')],
  commission_paid: ['admin', 't.commission_paid'],
  state: ['base', STATE],
}

const readSales = <Row extends { id: number }>(db: Db, filter: SaleFilter, columns: string): Promise<Page<Row>> =>
  readList<Row>(db, listSales(filter), filter, `select ${columns} ${FROM_SALES} where t.domain_id = $1 and t.id = any(page.ids)`)

export const findSales = (db: Db, filter: SaleFilter) =>
  readSales<TransactionRow>(db, filter, selectList(adminColumns, saleGroups.admin))

export const findPartySales = (db: Db, filter: SaleFilter, relation: SaleRelation) =>
  readSales<PartyTransaction>(db, filter, selectList(saleColumns, saleGroups[relation], Object.keys(PartyTransaction.shape)))

/** The relation of a viewer to a sale; undefined unless the viewer may see the sale. */
export async function findRelation(db: Db, viewer: Viewer, id: number): Promise<SaleRelation | undefined> {
  const found: SaleParties | undefined = await db
    .selectFrom('transactions as t')
    .select(saleParties)
    .where('t.domain_id', '=', db.domainId)
    .where('t.id', '=', id)
    .where(salesSeenBy(viewer))
    .executeTakeFirst()
  return found && relationTo(found, viewer)
}

/** A paid fee whose patient is named later. */
const lacksPatient = ({ patient, product_id, state }: Transaction) =>
  patient.length === 0 && feeProductIds.includes(product_id) && state !== 'voided' && state !== 'refunded'

/** One sale in full. The caller has made sure that the viewer may see the sale. */
export async function getSale(db: Db, id: number, relation: SaleRelation): Promise<Transaction> {
  const text = `select ${selectList(saleColumns, saleGroups[relation])} ${FROM_SALES} where t.domain_id = $1 and t.id = $2`
  const [sale] = await db.rows<Transaction>(text, [db.domainId, id])
  if (!sale) return fail('not_found')
  return relation === 'buyer' ? { ...sale, can: { ...sale.can, assign_patient: lacksPatient(sale) } } : sale
}

/** One row of the admin's list. */
export async function getSaleRow(db: Db, id: number): Promise<TransactionRow> {
  const text = `select ${selectList(adminColumns, saleGroups.admin)} ${FROM_SALES} where t.domain_id = $1 and t.id = $2`
  const [sale] = await db.rows<TransactionRow>(text, [db.domainId, id])
  return sale ?? fail('not_found')
}
