/** How the sales of a filter are found: by tallies, by words, or by the index of a center, a patient or a sales user. */

import { productIds } from '@vialdesk/contract/money/products'
import type { SaleSort, TransactionFilter } from '@vialdesk/contract/money/transactions'
import { foundBy } from '#api/db/list-pages.ts'
import type { Bind, Part } from '#api/db/paging.ts'
import { metByMany } from '#api/db/sorted-paging.ts'
import { companyWords, salesOfCompanies, wordPatterns } from './sales-of-companies.queries.ts'

/** `public_words` searches only fields that do not identify the patient: invoice, id, coupon and companies. */
export type SaleFilter = Omit<TransactionFilter, 'sort'> & {
  id?: number | undefined
  public_words?: string | undefined
  sort?: SaleSort | undefined
}
/** A filter without a page. */
export type SalesOf = Omit<SaleFilter, 'limit' | 'offset' | 'sort'>

/** Filters by the value of a column. */
const filterColumns = [
  'id',
  'patient_id',
  'harvest_center_id',
  'referral_harvest_center_id',
  'sales_rep_id',
  'sales_manager_id',
  'sales_distributor_id',
  'product_id',
] as const
type FilterColumn = (typeof filterColumns)[number]

/** The keys of the sales users in the tallies, in their order in the keys of several. The key of all sales is `all`. */
const talliedParties = { sales_distributor_id: 'distributor', sales_manager_id: 'manager', sales_rep_id: 'rep' } as const
export type TalliedParty = keyof typeof talliedParties

/** A filter by one of these leaves few sales, so a search reads all of them. A common word may be in many more sales. */
const narrowColumns: readonly FilterColumn[] = ['id', 'patient_id', 'harvest_center_id', 'referral_harvest_center_id']

/** `months`: sales of several sales users of one line are tallied by month only. `index`: the sales are read one by one. */
export type SalesWay =
  | { by: 'tallies' | 'months'; parties: TalliedParty[]; key: string }
  | { by: 'words'; search: string }
  | { by: 'index' }

const givenColumns = (filter: SalesOf) => filterColumns.filter((column) => filter[column] !== undefined)
const isNarrow = (filter: SalesOf) => givenColumns(filter).some((column) => narrowColumns.includes(column))
/** The sales users of a filter, the one with the fewest sales last. */
const partiesOf = (filter: SalesOf) =>
  (Object.keys(talliedParties) as TalliedParty[]).filter((party) => filter[party] !== undefined)
const keyOf = (filter: SalesOf, party: TalliedParty) => `${talliedParties[party]}:${filter[party]}`

export function wayToFind(filter: SalesOf): SalesWay {
  if (filter.search) return isNarrow(filter) ? { by: 'index' } : { by: 'words', search: filter.search }
  if (isNarrow(filter) || filter.public_words) return { by: 'index' }
  const parties = partiesOf(filter)
  const keys = parties.map((party) => keyOf(filter, party))
  const product = filter.product_id === undefined ? [] : [`product:${filter.product_id}`]
  const key = [...(keys.length === 0 ? ['all'] : keys), ...product].join('|')
  return { by: parties.length > 1 ? 'months' : 'tallies', parties, key }
}

/** The text after "from": the sales `t` of one key of the tallies, whatever their day. */
export const talliedRows =
  (filter: SalesOf, parties: TalliedParty[]): Part =>
  (bind) => {
    const ofParties = parties.map((party) => `and t.${party} = ${bind(filter[party])}`).join(' ')
    const ofProduct = filter.product_id === undefined ? '' : `and t.product_id = ${bind(filter.product_id)}::smallint`
    return `transactions t where t.domain_id = $1 ${ofParties} ${ofProduct}`
  }

/** The fee that each kind of center pays before it may request a label. */
const feeOfCenter = {
  harvest_center_id: productIds.processing_fee,
  referral_harvest_center_id: productIds.referral_fee,
} as const

/** Fees of centers have their own index (130-transactions.sql), which needs the product as a literal, not a parameter. */
const isFee = (column: FilterColumn, filter: SalesOf) =>
  column === 'product_id' &&
  (Object.keys(feeOfCenter) as (keyof typeof feeOfCenter)[]).some(
    (center) => filter[center] !== undefined && filter.product_id === feeOfCenter[center],
  )

/**
 * The words of a sale (`hasWords`) include the name of the patient, so what they find is compared with the public text. A join, not a
 * subquery for each row: the many sales of a rep belong to few centers.
 */
const JOIN_COMPANIES = `
    left join users c on c.domain_id = t.domain_id and c.id = t.harvest_center_id
    left join users r on r.domain_id = t.domain_id and r.id = t.referral_harvest_center_id`
const publicTextWith = (companies: string) => `lower(concat_ws(' ', t.invoice_id, t.id, t.coupon_code_used, ${companies}))`
const companyOf = (column: string) => `(select u.company from users u where u.domain_id = $1 and u.id = t.${column})`

/**
 * The text after "from": all sales `t` of the filter, of the domain `$1`. `wordsOfRow`: the words are looked for in each sale that is read,
 * and not in the index of words.
 */
export function matchingSales(filter: SalesOf, bind: Bind, wordsOfRow = false): string {
  const { date_after, date_before, public_words } = filter
  const conditions = givenColumns(filter).map(
    (column) => `t.${column} = ${isFee(column, filter) ? filter[column] : bind(filter[column])}`,
  )
  if (date_after) conditions.push(`t.day >= ${bind(date_after)}::date`)
  if (date_before) conditions.push(`t.day <= ${bind(date_before)}::date`)
  const line = public_words && lineToSearch(filter, public_words)
  if (line) {
    const companies = `${companyOf('harvest_center_id')}, ${companyOf('referral_harvest_center_id')}`
    const isMatch = `${publicTextWith(companies)} ~ all(${bind(wordPatterns(public_words))}::text[])`
    const hasWords = `${rowHasWords({ search: public_words }, bind)} and ${isMatch}`
    return salesOfCompanies({ entered: public_words, key: line, conditions, hasWords }, bind)
  }
  if (filter.search) conditions.push(wordsOfRow ? metByMany(rowHasWords(filter, bind)) : hasWords(filter, bind))
  if (public_words)
    conditions.push(
      hasWords({ ...filter, search: public_words }, bind),
      `${publicTextWith('c.company, r.company')} ~ all(${bind(wordPatterns(public_words))}::text[])`,
    )
  return `transactions t
    ${public_words ? JOIN_COMPANIES : ''}
    where ${['t.domain_id = $1', ...conditions].join('\n      and ')}`
}

/**
 * The key of the line in the tallies of centers, when its centers are searched. Not for the few sales of a patient or a center, and not for
 * numbers alone, which the index of words finds.
 */
function lineToSearch(filter: SalesOf, entered: string): string | undefined {
  const party = partiesOf(filter).at(-1)
  if (!party || isNarrow(filter) || companyWords(entered).length === 0) return undefined
  return keyOf(filter, party)
}

const hasWords = (filter: SalesOf, bind: Bind) =>
  wayToFind(filter).by === 'words'
    ? `t.id in (select id from find_transaction_ids(${askedWords(filter)(bind)}) id)`
    : rowHasWords(filter, bind)

/** As a subquery, the words are parsed once, not for each sale. */
const rowHasWords = ({ search = '' }: SalesOf, bind: Bind) =>
  `t.search @@ (select search_query($1, ${bind(withoutInvoicePrefix(search))}, short_number()))`

/** A page of the sales that the search by words finds. */
export const findByWords = (filter: SalesOf) => foundBy('find_transactions', askedWords(filter))

/** The words and the filter of the functions that search by words (140-transaction-search.sql). */
export function askedWords(filter: SalesOf): Part {
  const values = [
    filter.sales_rep_id,
    filter.sales_manager_id,
    filter.sales_distributor_id,
    filter.harvest_center_id,
    filter.referral_harvest_center_id,
    filter.product_id,
    filter.patient_id,
    filter.date_after,
    filter.date_before,
  ].map((value) => value ?? null)
  const words = withoutInvoicePrefix(filter.search ?? '')
  return (bind) => `${bind(words)}, row(${values.map(bind).join(', ')})::sale_filter`
}

/** Removes the `V-` of invoice ids: it is in every row, and a search by the number alone is fast. */
const withoutInvoicePrefix = (entered: string) => entered.replace(/(?<![\p{L}\p{N}])v-(?=\d)/giu, '')
