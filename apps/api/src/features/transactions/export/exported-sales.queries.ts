/** The columns of exported sales, and the query of all sales of a filter, newest first. */
import { bindValues, type Query } from '#api/db/paging.ts'
import { matchingSales, type SalesOf } from '#api/features/transactions/sale-filters.queries.ts'
import { companySql, FULFILMENT, JOIN_PARTIES, nameSql, STATE } from '#api/features/transactions/transaction-rows.queries.ts'
import { type SaleGroup, type SaleRelation, saleGroups } from '#api/features/transactions/transactions.policy.ts'
import { isUnsafeSql, safeTextSql } from '#api/platform/export/safe-text.ts'
import type { CellKind, SheetColumn } from '#api/platform/export/write-xlsx.ts'

interface SaleColumn extends SheetColumn {
  group: SaleGroup
  sql: string
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

/** The names of the columns with words. */
export const textColumns = (of: readonly SaleColumn[]): string[] =>
  of.filter(({ kind }) => kind === 'text').map(({ header }) => header)

interface Exported {
  domainId: number
  timeZone: string
  filter: SalesOf
  columns: SaleColumn[]
}

/** `cell` is the SQL of a value in the file. */
function salesSql({ domainId, timeZone, filter, columns }: Exported, cell: (column: SaleColumn, zone: string) => string): Query {
  const { parameters, bind } = bindValues([domainId])
  const zone = bind(timeZone)
  const list = columns.map((each) => `${cell(each, zone)} as "${each.header}"`).join(',\n      ')
  const texts = columns.filter(({ kind }) => kind === 'text').map(({ sql }) => sql)
  // With "offset 0" the texts of a row are tested once. Without it PostgreSQL repeats the test for each cell.
  const sql = `
    select ${list}
    from (
      select t.*
      from ${matchingSales(filter, bind)}) t
    ${JOIN_PARTIES}
    cross join lateral (select ${isUnsafeSql(texts)} as unsafe offset 0) texts
    order by t.day desc, t.id desc`
  return { sql, parameters }
}

/** The patients of all these sales. */
export function patientsOfSales({ domainId, filter }: Pick<Exported, 'domainId' | 'filter'>): Query {
  const { parameters, bind } = bindValues([domainId])
  const sql = `
    select coalesce(json_agg(distinct t.patient_id), '[]') as patients
    from (
      select t.patient_id
      from ${matchingSales(filter, bind)}) t
    where t.patient_id is not null`
  return { sql, parameters }
}

/** For COPY as CSV. */
export const csvSales = (exported: Exported): Query =>
  salesSql(exported, ({ kind, sql }, zone) => {
    if (kind === 'text') return `case when texts.unsafe then ${safeTextSql(sql)} else ${sql} end`
    return kind === 'time' ? `to_char(${sql} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')` : sql
  })

const SHEET_DAY_OF_1970 = 25_569
/** For a spreadsheet: one JSON list of values for each sale. */
export const sheetSales = (exported: Exported): Query => {
  const rows = salesSql(exported, ({ kind, sql }, zone) =>
    kind === 'time' ? `extract(epoch from ${sql} at time zone ${zone}) / 86400.0 + ${SHEET_DAY_OF_1970}` : sql,
  )
  const cells = exported.columns.map(({ header }) => `s."${header}"`).join(', ')
  return { sql: `select json_build_array(${cells}) as cells from (${rows.sql}) s`, parameters: rows.parameters }
}
