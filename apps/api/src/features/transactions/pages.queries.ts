/**
 * Which sales a page shows, and how many there are in all, as a query that answers `count` and `ids`. There are three ways, chosen by
 * the filters, so that a page costs about the same at ten thousand sales and at a million: by the tallies where they count just these
 * filters, by the index of a center (or of its fees), of a patient or of a party of the sales line, or by words.
 */
import { productIds } from '@vialdesk/contract/checkout'
import type { TransactionFilter } from '@vialdesk/contract/transactions'

/** One row: `count`, and `ids` of the page, the newest first. */
export interface PageQuery {
  text: string
  values: unknown[]
}

/** `public_words`: search by what may be known without knowing the patient: invoice, id, coupon and companies. */
export type SaleFilter = TransactionFilter & { public_words?: string | undefined }

/** Filters that are columns. */
const columns = [
  'patient_id',
  'harvest_center_id',
  'referral_harvest_center_id',
  'sales_rep_id',
  'sales_manager_id',
  'sales_distributor_id',
  'product_id',
] as const
type Column = (typeof columns)[number]

/** Parties that have tallies of their own; the key of everyone together is `all`. */
const tallied = { sales_rep_id: 'rep', sales_manager_id: 'manager', sales_distributor_id: 'distributor' } as const
type Tallied = keyof typeof tallied

/** Each of these has so few sales that a search reads all of them: many more sales than these may have a common word. */
const narrow: readonly Column[] = ['patient_id', 'harvest_center_id', 'referral_harvest_center_id']

export function pageQuery(domainId: number, filter: SaleFilter): PageQuery {
  const named = columns.filter((column) => filter[column] !== undefined)
  if (filter.search) {
    const isNarrow = named.some((column) => narrow.includes(column))
    return isNarrow ? byIndex(domainId, filter, named) : byWords(domainId, filter.search, filter)
  }
  const parties = named.filter((column): column is Exclude<Column, 'product_id'> => column !== 'product_id')
  const center = feesOf(filter, named)
  if (center !== undefined) return byFees(domainId, filter, center)
  const byTally = parties.length === 0 || (parties.length === 1 && (parties[0] as string) in tallied)
  return byTally && !filter.public_words
    ? byTallies(domainId, filter, parties[0] as Tallied | undefined)
    : byIndex(domainId, filter, named)
}

/** The queries' parameters, numbered as they are added; the first is the domain. */
function parameters(domainId: number) {
  const values: unknown[] = [domainId]
  return { values, add: (value: unknown) => `$${values.push(value)}` }
}

/** A day's or a month's tallies with their running sum, the newest first. */
const tally = (list: string, key: string) => `domain_id = $1 and list = '${list}' and key = ${key} and n > 0`
const dayOf = (month: string) => `make_date((${month}) / 12, (${month}) % 12 + 1, 1) - date '2000-01-01'`

/** Days between two dates: few enough to add them all up. */
const daysBetween = (key: string, first: string, last: string) => `days as materialized (
  select block, n, sum(n) over (order by block desc)::bigint as upto from tallies where ${tally('transactions', key)} ${first} ${last}),
  total as (select max(upto) as n from days)`

/** Of all days only those of the months where the page lies: the months are added up first. */
const daysOfPage = (key: string, skip: string, take: string) => `months as materialized (
  select block, n, sum(n) over (order by block desc)::bigint as upto from tallies where ${tally('transaction_months', key)}),
  total as (select max(upto) as n from months),
  around as materialized (select ${dayOf('min(block)')} as first, ${dayOf('max(block) + 1')} as ended, min(upto - n) as before
    from months where upto > ${skip} and upto - n < ${skip} + ${take}),
  days as materialized (select block, n, ((select before from around) + sum(n) over (order by block desc))::bigint as upto from tallies
    where ${tally('transactions', key)} and block >= (select first from around) and block < (select ended from around))`

/**
 * The count is a sum of tallies. The page lies in the days where the sum, newest day first, passes the offset: only these days are
 * read.
 */
function byTallies(domainId: number, filter: SaleFilter, party: Tallied | undefined): PageQuery {
  const { values, add } = parameters(domainId)
  const { date_after, date_before, product_id: product } = filter
  const key = add((party ? `${tallied[party]}:${filter[party]}` : 'all') + (product === undefined ? '' : `|product:${product}`))
  const skip = `${add(filter.offset)}::bigint`
  const take = `${add(filter.limit)}::bigint`
  const first = date_after ? `and block >= ${add(date_after)}::date - date '2000-01-01'` : ''
  const last = date_before ? `and block <= ${add(date_before)}::date - date '2000-01-01'` : ''
  const owner = party ? `and t.${party} = ${add(filter[party])}` : ''
  const thing = product === undefined ? '' : `and t.product_id = ${add(product)}::smallint`
  const text = `with ${date_after || date_before ? daysBetween(key, first, last) : daysOfPage(key, skip, take)},
     shown as materialized (select block, upto - n as before from days where upto > ${skip} and upto - n < ${skip} + ${take})
     select coalesce((select n from total), 0) as count,
       array(select t.id from transactions t
         where t.domain_id = $1 ${owner} ${thing} and t.day = any(array(select date '2000-01-01' + block from shown))
         order by t.day desc, t.id desc offset ${skip} - coalesce((select min(before) from shown), 0) limit ${take}) as ids`
  return { text, values }
}

/** Products that centers of each kind pay for before they may ask for a label. */
const fees = {
  harvest_center_id: productIds.processing_fee,
  referral_harvest_center_id: productIds.referral_fee,
} as const

/** Which center's fees are asked for, and nothing else. */
function feesOf(filter: SaleFilter, named: Column[]): keyof typeof fees | undefined {
  if (named.length !== 2 || filter.date_after || filter.date_before || filter.public_words) return undefined
  return (Object.keys(fees) as (keyof typeof fees)[]).find(
    (column) => named.includes(column) && filter.product_id === fees[column],
  )
}

/** These have an index of their own (130-transactions.sql), for which the product stands in the text: nothing is read but the page. */
function byFees(domainId: number, filter: SaleFilter, column: keyof typeof fees): PageQuery {
  const { values, add } = parameters(domainId)
  const wanted = `t.domain_id = $1 and t.${column} = ${add(filter[column])} and t.product_id = ${fees[column]}`
  const text = `select (select count(*) from transactions t where ${wanted}) as count,
    array(select t.id from transactions t where ${wanted}
      order by t.day desc, t.id desc offset ${add(filter.offset)} limit ${add(filter.limit)}) as ids`
  return { text, values }
}

/** Joined, not looked up row by row: the many sales of a rep are of a few centers. */
const companies = `left join users c on c.domain_id = t.domain_id and c.id = t.harvest_center_id
  left join users r on r.domain_id = t.domain_id and r.id = t.referral_harvest_center_id`

/** Every one of these has few enough sales to count them. */
function byIndex(domainId: number, filter: SaleFilter, named: Column[]): PageQuery {
  const { values, add } = parameters(domainId)
  const wanted = named.map((column) => `and t.${column} = ${add(filter[column])}${column === 'product_id' ? '::smallint' : ''}`)
  if (filter.date_after) wanted.push(`and t.day >= ${add(filter.date_after)}::date`)
  if (filter.date_before) wanted.push(`and t.day <= ${add(filter.date_before)}::date`)
  if (filter.search) wanted.push(`and t.search @@ search_query($1, ${add(withoutLetter(filter.search))})`)
  if (filter.public_words) {
    const said = `lower(concat_ws(' ', t.invoice_id, t.id, t.coupon_code_used, c.company, r.company))`
    wanted.push(`and ${said} ~ all(${add(patternsOf(filter.public_words))})`)
  }
  const text = `with found as materialized (select t.id, t.day from transactions t ${filter.public_words ? companies : ''}
       where t.domain_id = $1 ${wanted.join(' ')})
     select (select count(*) from found) as count,
       array(select id from found order by day desc, id desc offset ${add(filter.offset)} limit ${add(filter.limit)}) as ids`
  return { text, values }
}

/** Each word as the beginning of one; letters and digits mean nothing else to a regular expression. Without a word nothing is found. */
function patternsOf(entered: string): string[] {
  const words = entered
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return words.length === 0 ? ['$.'] : words.map((word) => `\\m${word}`)
}

function byWords(domainId: number, search: string, filter: SaleFilter): PageQuery {
  const { values, add } = parameters(domainId)
  const asked = [
    withoutLetter(search),
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
  ].map((value) => add(value ?? null))
  return { text: `select count, ids from find_transactions(${asked.join(', ')})`, values }
}

/** The letter in front of an invoice's number is in every row: only the number finds anything, and finds it at once. */
const withoutLetter = (entered: string) => entered.replace(/(?<![\p{L}\p{N}])v-(?=\d)/giu, '')
