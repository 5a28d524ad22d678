/**
 * The sales of a sales line that a search for a company finds. A line has many more sales than centers, and a word such as 'Clinic' may be
 * in the sales of all of them. So the companies of the line's own centers are searched first, then the sales of the matching centers.
 */
import type { Bind } from '#api/db/paging.ts'

/** The words of a text, as lower case. They have only letters and digits, so a pattern needs no escaping. */
export const wordsOf = (entered: string): string[] =>
  entered
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A pattern for each word as a prefix. Without words, nothing matches. */
export function wordPatterns(entered: string): string[] {
  const words = wordsOf(entered)
  return words.length === 0 ? ['$.'] : words.map((word) => `\\m${word}`)
}

/** Words that neither an id nor an invoice such as V-000123 has: only a company or a coupon has them. */
export const companyWords = (entered: string): string[] => wordsOf(entered).filter((word) => !/^(?:[0-9]+|v)$/.test(word))

/** As in the index of words, a number of one or two digits is a whole word (`short_number`). */
const companyPatterns = (entered: string): string[] =>
  wordsOf(entered).map((word) => (/^0*[0-9]{1,2}$/.test(word) ? `\\m${word}\\M` : `\\m${word}`))

interface CompanySearch {
  entered: string
  /** The key of the line in the tallies of centers, such as `rep:7`. */
  key: string
  /** Conditions on a sale `t`, which have the sales user of the key. */
  conditions: string[]
  /** Whether a sale `t` has every word. It costs more than all the rest, so it is asked only where the company alone does not decide. */
  hasWords: string
}

/** The centers of the line that have the rarest word of the search in their company. Each sale of the search has one of them, or a coupon with the word. */
const matchingCenters = ({ entered, key }: CompanySearch, bind: Bind) => {
  const words = `unnest(${bind(companyWords(entered))}::text[]) w (word)`
  return `named as materialized (
        select w.word, c.id, lower(c.company) as company, s.n
        from tallies s
        join users c on c.domain_id = $1 and c.id = s.block and c.company <> ''
        join ${words} on position(w.word in lower(c.company)) > 0
        where s.domain_id = $1
          and s.list = 'transaction_centers'
          and s.key = ${bind(key)}
          and s.n > 0),
      rarest as materialized (
        select w.word
        from ${words}
        left join named n on n.word = w.word
        group by w.word
        order by coalesce(sum(n.n), 0), w.word
        limit 1),
      centers as materialized (
        select n.id, n.company ~ all(${bind(companyPatterns(entered))}::text[]) as has_all_words
        from named n
        where n.word = (select word from rarest))`
}

/** With "offset 0" PostgreSQL reads the few sales of the center or coupon, and not those of the line. */
const salesBy = (column: string, id: string) => `
      cross join lateral (
        select *
        from transactions x
        where x.domain_id = $1 and x.${column} = ${id}
        offset 0) t`

const isOfCenters = (column: string) => `(t.${column} = any(array(select id from centers))) is true`

/** The text after "from": the sales `t` of the domain `$1`. */
export function salesOfCompanies(search: CompanySearch, bind: Bind): string {
  const inLine = search.conditions.join('\n        and ')
  const hasWords = `case when c.has_all_words then true else ${search.hasWords} end`
  return `(
      with ${matchingCenters(search, bind)}
      select t.*
      from centers c
      ${salesBy('harvest_center_id', 'c.id')}
      where ${inLine}
        and ${hasWords}
      union all
      select t.*
      from centers c
      ${salesBy('referral_harvest_center_id', 'c.id')}
      where ${inLine}
        and not ${isOfCenters('harvest_center_id')}
        and ${hasWords}
      union all
      select t.*
      from coupons k
      ${salesBy('coupon_id', 'k.id')}
      where k.domain_id = $1
        and position((select word from rarest) in lower(k.code)) > 0
        and ${inLine}
        and not ${isOfCenters('harvest_center_id')}
        and not ${isOfCenters('referral_harvest_center_id')}
        and ${search.hasWords}) t`
}
