/**
 * Keeps text of a CSV file from running as a formula in a spreadsheet: a quote is put before it. Where the spreadsheet separates columns
 * by ';' or tabs, a cell may also begin inside a text. Numbers are never changed.
 */

/** In JavaScript and in PostgreSQL: the beginning of a cell, with spaces and quotes that the spreadsheet may skip. */
const BEGINNING = '(^|[;\\t\\r\\n])([" ]*)'
const FORMULA = '[-=+@]'
const CONTROL = '^[\\t\\r\\n]'

const formula = new RegExp(`${BEGINNING}(?=${FORMULA})`, 'g')
const control = new RegExp(CONTROL)

export function safeText(text: string): string {
  const safe = text.replace(formula, `$1'$2`)
  return control.test(safe) ? `'${safe}` : safe
}

/** SQL: whether one of the texts needs a quote. One test for a whole row is cheaper than one for each text. */
export const isUnsafeSql = (texts: readonly string[]) =>
  `concat_ws(';', ${texts.join(', ')}) ~ '${BEGINNING}${FORMULA}|(^|;)[\\t\\r\\n]'`

/** SQL: the same as safeText. */
export const safeTextSql = (text: string) =>
  `regexp_replace(regexp_replace(${text}, '${BEGINNING}(?=${FORMULA})', '\\1''\\2', 'g'), '^(?=[\\t\\r\\n])', '''')`
