/** Reads a typed or filled-in expiry date of a card. A complete one is `YYYY-MM`; an incomplete one stays as typed. */
const COMPLETE = /^(\d{4})-(\d{2})$/

const splitDigits = (text: string): [month: string, year: string] => {
  const [month = '', ...rest] = text.split(/[/\s.-]+/)
  if (rest.length > 0) return [month.padStart(2, '0'), rest.join('')]
  return [text.slice(0, 2), text.slice(2)]
}

/** `0827`, `08/27`, `8/2027` and `2027-08` are `2027-08`. */
export function readExpiry(text: string): string {
  const typed = text.trim()
  if (COMPLETE.test(typed)) return typed
  const [month, year] = splitDigits(typed.replace(/[^\d/\s.-]/g, ''))
  const digits = year.replace(/\D/g, '').slice(0, 4)
  if (digits === '') return typed.replace(/[^\d/]/g, '')
  const isYear = digits.length === 2 || (digits.length === 4 && digits.startsWith('20'))
  return isYear ? `20${digits.slice(-2)}-${month}` : `${month}/${digits}`
}

/** `MM/YY` as printed on the card. */
export function formatExpiry(value: string): string {
  const [, year, month] = COMPLETE.exec(value) ?? []
  return year && month ? `${month}/${year.slice(2)}` : value
}
