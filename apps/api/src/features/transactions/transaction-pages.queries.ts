/**
 * Pages of the lists of sales, newest first. A page costs about the same at ten thousand sales and at a million. It is found by one of:
 * the tallies (if they count exactly these filters), the index of words, the index of a center, its fees, a patient or a sales user.
 */
import { productIds } from '@vialdesk/contract/products'
import type { TransactionFilter } from '@vialdesk/contract/transactions'
import type { Db } from '#api/db/db.ts'
import { bindValues, pageByDayTallies, pageOfMatches, type Query } from '#api/db/paging.ts'

/**
 * `public_words` searches only fields that do not identify the patient: invoice, id, coupon and companies. `buyer_id` is the patient who
 * paid, or for whom a center paid.
 */
export type SaleFilter = TransactionFilter & { public_words?: string | undefined; buyer_id?: number | undefined }

/** Filters by the value of a column. */
const filterColumns = [
  'patient_id',
  'harvest_center_id',
  'referral_harvest_center_id',
  'sales_rep_id',
  'sales_manager_id',
  'sales_distributor_id',
  'product_id',
] as const
type FilterColumn = (typeof filterColumns)[number]

/** The keys of the sales users in the tallies. The key of all sales is `all`. */
const talliedParties = { sales_rep_id: 'rep', sales_manager_id: 'manager', sales_distributor_id: 'distributor' } as const
type TalliedParty = keyof typeof talliedParties

/** A filter by one of these leaves few sales, so a search reads all of them. A common word may be in many more sales. */
const narrowColumns: readonly FilterColumn[] = ['patient_id', 'harvest_center_id', 'referral_harvest_center_id']

export function pageOfSales(db: Db, filter: SaleFilter): Query {
  const given = filterColumns.filter((column) => filter[column] !== undefined)
  const isNarrow = filter.buyer_id !== undefined || given.some((column) => narrowColumns.includes(column))
  if (filter.search) {
    return isNarrow ? byIndex(db, filter, given) : byWords(db, filter.search, filter)
  }
  const parties = given.filter((column) => column !== 'product_id')
  const isTallied = parties.length === 0 || (parties.length === 1 && (parties[0] as string) in talliedParties)
  return isTallied && !isNarrow && !filter.public_words
    ? byTallies(db, filter, parties[0] as TalliedParty | undefined)
    : byIndex(db, filter, given)
}

function byTallies(db: Db, filter: SaleFilter, party: TalliedParty | undefined): Query {
  const { product_id: product, date_after: after, date_before: before } = filter
  const key = party ? `${talliedParties[party]}:${filter[party]}` : 'all'
  return pageByDayTallies(
    db,
    {
      days: 'transactions',
      months: 'transaction_months',
      key: product === undefined ? key : `${key}|product:${product}`,
      after,
      before,
      rows: (bind) => {
        const ofParty = party ? `and t.${party} = ${bind(filter[party])}` : ''
        const ofProduct = product === undefined ? '' : `and t.product_id = ${bind(product)}::smallint`
        return `transactions t where t.domain_id = $1 ${ofParty} ${ofProduct}`
      },
    },
    filter,
  )
}

/** The fee that each kind of center pays before it may request a label. */
const feeOfCenter = {
  harvest_center_id: productIds.processing_fee,
  referral_harvest_center_id: productIds.referral_fee,
} as const

/** Fees of centers have their own index (130-transactions.sql), which needs the product as a literal, not a parameter. */
const isFee = (column: FilterColumn, filter: SaleFilter) =>
  column === 'product_id' &&
  (Object.keys(feeOfCenter) as (keyof typeof feeOfCenter)[]).some(
    (center) => filter[center] !== undefined && filter.product_id === feeOfCenter[center],
  )

/** A join, not a subquery for each row: the many sales of a rep belong to few centers. */
const JOIN_COMPANIES = `
    left join users c on c.domain_id = t.domain_id and c.id = t.harvest_center_id
    left join users r on r.domain_id = t.domain_id and r.id = t.referral_harvest_center_id`
const PUBLIC_TEXT = `lower(concat_ws(' ', t.invoice_id, t.id, t.coupon_code_used, c.company, r.company))`

/** Counts all matches: these filters leave few sales. A plain string, because Kysely takes 30 microseconds more. */
function byIndex(db: Db, filter: SaleFilter, given: readonly FilterColumn[]): Query {
  const { parameters, bind } = bindValues([db.domainId])
  const { date_after, date_before, search, public_words, buyer_id } = filter
  const conditions = given.map((column) => `t.${column} = ${isFee(column, filter) ? filter[column] : bind(filter[column])}`)
  if (date_after) conditions.push(`t.day >= ${bind(date_after)}::date`)
  if (date_before) conditions.push(`t.day <= ${bind(date_before)}::date`)
  if (buyer_id !== undefined) conditions.push(`(t.patient_id = ${bind(buyer_id)} or t.payer_id = ${bind(buyer_id)})`)
  // As a subquery, the words are parsed once, not for each sale.
  if (search) conditions.push(`t.search @@ (select search_query($1, ${bind(withoutInvoicePrefix(search))}))`)
  if (public_words) conditions.push(`${PUBLIC_TEXT} ~ all(${bind(wordPatterns(public_words))})`)
  const sql = `
    select t.id, t.day
    from transactions t
    ${public_words ? JOIN_COMPANIES : ''}
    where t.domain_id = $1
      and ${conditions.join('\n      and ')}`
  return pageOfMatches({ sql, parameters }, filter, 'day desc, id desc')
}

/** A pattern for each word as a prefix. Words have only letters and digits, so no escaping. Without words, nothing matches. */
function wordPatterns(entered: string): string[] {
  const words = entered
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return words.length === 0 ? ['$.'] : words.map((word) => `\\m${word}`)
}

function byWords(db: Db, search: string, filter: SaleFilter): Query {
  const { parameters, bind } = bindValues([db.domainId])
  const values = [
    withoutInvoicePrefix(search),
    filter.sales_rep_id,
    filter.sales_manager_id,
    filter.sales_distributor_id,
    filter.harvest_center_id,
    filter.referral_harvest_center_id,
    filter.product_id,
    filter.patient_id,
    filter.date_after,
    filter.date_before,
    filter.offset,
    filter.limit,
  ].map((value) => bind(value ?? null))
  return { sql: `select count, ids from find_transactions(${values.join(', ')})`, parameters }
}

/** Removes the `V-` of invoice ids: it is in every row, and a search by the number alone is fast. */
const withoutInvoicePrefix = (entered: string) => entered.replace(/(?<![\p{L}\p{N}])v-(?=\d)/giu, '')
