/**
 * Keeps text of a CSV file from running as a formula in a spreadsheet: a quote is put before it. Where the spreadsheet separates columns
 * by ';' or tabs, a cell may also begin inside a text. Numbers are never changed.
 */

/** Separators of columns and lines, and the lines of Unicode. */
const SEPARATOR = '[;|\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029]'
/** Quotes, spaces and invisible characters, which the spreadsheet may skip at the beginning of a cell. */
const SKIPPED = '[" \\u00a0\\u1680\\u2000-\\u200f\\u202f\\u205f\\u2060\\u3000\\ufeff]*'
const BEGINNING = `(^|${SEPARATOR})(${SKIPPED})`
/** Also in full width and in small forms, which some spreadsheets read as the usual signs. */
const FORMULA = '[-=+@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b\\u2212]'
const CONTROL = '[\\t\\r\\n\\v\\f]'

const formula = new RegExp(`${BEGINNING}(?=${FORMULA})`, 'g')
const control = new RegExp(`^${CONTROL}`)

export function safeText(text: string): string {
  const safe = text.replace(formula, `$1'$2`)
  return control.test(safe) ? `'${safe}` : safe
}
