/** Statements as the portal sends them, for one table each. `$1` of each is drawn anew for each run. */
import { COPY, type Kind, monthStart } from './tables.ts'

export interface Page {
  name: string
  text: string
  /** The highest value of `$1`; the lowest is 1. */
  most(rows: number): number
}

const PAGE = 26
const inFirst = 'domain_id = 1'

/** As the audit screen: the ids of a page by an index, then their rows by the primary key. */
const auditPage = (condition: string) => `
  with page as materialized (select id from ${COPY} where ${inFirst} and ${condition} order by id desc limit ${PAGE})
  select a.* from page join ${COPY} a on a.domain_id = 1 and a.id = page.id order by a.id desc`

/**
 * The rows of a month. As the audit screen, which narrows the numbers first; a divided table is asked for the month itself, so that PostgreSQL
 * opens one part only.
 */
function auditPageOfMonth(month: number, kind: Kind): string {
  const [from, end] = [monthStart(month), monthStart(month + 1)]
  const neighbour = (time: string, order: string) =>
    `(select id from ${COPY} where ${inFirst} and at ${time} order by at ${order} limit 1)`
  const conditions = {
    plain: `at + interval '0' >= '${from}' and at + interval '0' < '${end}'
      and id > ${neighbour(`< timestamptz '${from}' - interval '1 day'`, 'desc')} and id < ${neighbour(`>= timestamptz '${end}' + interval '1 day'`, 'asc')}`,
    'by month': `at >= '${from}' and at < '${end}'`,
  }
  return `select * from ${COPY} where ${inFirst} and $1::int > 0 and ${conditions[kind]} order by id desc limit ${PAGE}`
}

export const auditPages = (months: number, kind: Kind): Page[] => [
  { name: 'newest rows', text: auditPage('id > $1::bigint - $1::bigint'), most: () => 9 },
  { name: 'a page in the middle', text: auditPage('id < $1'), most: (rows) => rows / 2 },
  { name: 'rows of one patient', text: auditPage('patient_id = $1'), most: () => 199_999 },
  { name: 'rows of one actor', text: auditPage('actor_id = $1'), most: () => 3999 },
  { name: 'rows of one type', text: auditPage(`type = 'user.edited' and id < $1`), most: (rows) => rows / 2 },
  { name: 'rows of one month', text: auditPageOfMonth(months >> 1, kind), most: () => 9 },
]

/** As `pageByDayTallies`: the tallies give the days of the page, so the statement names them. */
const salesOfDays = (day: string, condition: string) => `
  select * from ${COPY} where ${inFirst} and ${condition} and day <= ${day} order by day desc, id desc limit ${PAGE}`
const someDay = (months: number) => `(date '2024-02-01' + ($1::int % ${months * 30 - 40}))`

export const salesPages = (months: number): Page[] => [
  { name: 'newest rows', text: salesOfDays(`'infinity'`, '$1::int > 0'), most: () => 9 },
  { name: 'a page in the middle', text: salesOfDays(someDay(months), 'true'), most: () => 9999 },
  { name: 'sales of one center', text: salesOfDays(`'infinity'`, 'harvest_center_id = $1'), most: () => 9999 },
  { name: 'sales of one patient', text: salesOfDays(`'infinity'`, 'patient_id = $1'), most: () => 899_999 },
  { name: 'one sale by its id', text: `select * from ${COPY} where ${inFirst} and id = $1`, most: (rows) => rows / 2 },
  {
    name: 'one sale by its invoice',
    text: `select * from ${COPY} where ${inFirst} and invoice_id = 'V-' || lpad(($1::bigint * 2)::text, 9, '0')`,
    most: (rows) => rows / 2,
  },
  {
    name: 'in order of the amount',
    text: `select * from ${COPY} where ${inFirst} and amount_cents >= $1::int * 1000 order by amount_cents, id limit ${PAGE}`,
    most: () => 300,
  },
  {
    name: 'search for two words',
    text: `select * from ${COPY} where ${inFirst} and search @@ format('''1:name%s'' & ''1:family%s''', $1::int, $1::int)::tsquery limit 500`,
    most: () => 999,
  },
]
