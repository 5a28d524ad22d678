/** The columns of exported sales, and the query of all sales of a filter, newest first. */
import type { Db } from '#api/db/db.ts'
import { bindValues, type Query } from '#api/db/paging.ts'
import { matchingSales, type SalesOf } from '#api/features/transactions/sale-filters.queries.ts'
import { companySql, FULFILMENT, JOIN_PARTIES, nameSql, STATE } from '#api/features/transactions/transaction-rows.queries.ts'
import { type SaleGroup, type SaleRelation, saleGroups } from '#api/features/transactions/transactions.policy.ts'
import type { CellKind } from '#api/platform/export/cell.ts'
import { cellsSql, type SqlColumn, timeCell } from '#api/platform/http/files/export-file.ts'

interface SaleColumn extends SqlColumn {
  group: SaleGroup
}
const column = (group: SaleGroup, header: string, kind: CellKind, sql: string): SaleColumn => ({ group, header, kind, sql })
const money = (group: SaleGroup, header: string, cents: string) =>
  column(group, header, 'money', `((${cents}) / 100.0)::numeric(14, 2)`)

/** Words for people instead of `partly_refunded`. */
const inWords = (sql: string) => `replace(${sql}, '_', ' ')`

/** Those of the admin's list and of the lists of the sales line. A date is in the domain's time zone. */
const columns: SaleColumn[] = [
  column('admin', 'ID', 'number', 't.id'),
  column('base', 'Invoice', 'text', 't.invoice_id'),
  column('base', 'Date', 'time', 't.date'),
  column('base', 'Harvest center', 'text', companySql('hc')),
  column('admin', 'Harvest center ID', 'number', 't.harvest_center_id'),
  column('base', 'Referral harvest center', 'text', companySql('rhc')),
  column('admin', 'Referral harvest center ID', 'number', 't.referral_harvest_center_id'),
  column('admin', 'Staff', 'text', nameSql('staff')),
  column('person', 'Patient', 'text', nameSql('patient')),
  column('base', 'Patient ID', 'number', 't.patient_id'),
  column('base', 'Sales rep', 'text', nameSql('rep')),
  column('admin', 'Sales rep ID', 'number', 't.sales_rep_id'),
  column('line', 'Sales manager', 'text', nameSql('manager')),
  column('admin', 'Sales manager ID', 'number', 't.sales_manager_id'),
  column('admin', 'Distributor', 'text', nameSql('distributor')),
  column('admin', 'Distributor ID', 'number', 't.sales_distributor_id'),
  column('base', 'Product', 'text', 'p.name'),
  column('base', 'Quantity', 'number', 't.quantity'),
  money('base', 'Amount (USD)', 't.amount_cents'),
  column('base', 'Coupon', 'text', 't.coupon_code_used'),
  money('base', 'Discount (USD)', 't.discount_cents'),
  money('base', 'Charged (USD)', 't.charged_cents'),
  // With the settled part, so that charged + corrections - refunded = total in every row.
  money('base', 'Corrections (USD)', 't.net_cents + t.refunded_cents - t.charged_cents'),
  money('base', 'Refunded (USD)', 't.refunded_cents'),
  money('base', 'Total (USD)', 't.net_cents'),
  money('base', 'Paid (USD)', 't.charged_cents - t.refunded_cents'),
  column('base', 'State', 'text', inWords(STATE)),
  column('base', 'Delivery', 'text', inWords(FULFILMENT)),
  column('admin', 'Commission paid', 'text', `case when t.commission_paid then 'Yes' else 'No' end`),
]

export const exportedColumns = (relation: SaleRelation): SaleColumn[] => {
  const groups: readonly SaleGroup[] = saleGroups[relation]
  return columns.filter(({ group }) => groups.includes(group))
}

interface Exported {
  domainId: number
  timeZone: string
  filter: SalesOf
  columns: readonly SaleColumn[]
}

export function cellsOfSales({ domainId, timeZone, filter, columns }: Exported): Query {
  const { parameters, bind } = bindValues([domainId])
  const zone = bind(timeZone)
  const cells = columns.map((each) => (each.kind === 'time' ? { ...each, sql: timeCell(each.sql, `${zone}::text`) } : each))
  const sql = `
    select ${cellsSql(cells)}
    from (
      select t.*
      from ${matchingSales(filter, bind)}) t
    ${JOIN_PARTIES}
    order by t.day desc, t.id desc`
  return { sql, parameters }
}

/** The patients of all these sales. */
export async function findPatientsOfSales(db: Db, filter: SalesOf): Promise<number[]> {
  const { parameters, bind } = bindValues([db.domainId])
  const text = `
    select coalesce(json_agg(distinct t.patient_id), '[]') as patients
    from (
      select t.patient_id
      from ${matchingSales(filter, bind)}) t
    where t.patient_id is not null`
  const [row] = await db.rows<{ patients: number[] }>(text, parameters)
  return row?.patients ?? []
}
