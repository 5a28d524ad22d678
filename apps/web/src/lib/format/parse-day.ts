const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Years of two digits belong to this century. */
const CENTURY = 2000

function dayOf(year: string, month: number, day: string): string | undefined {
  const fullYear = year.length === 2 ? CENTURY + Number(year) : Number(year)
  const text = `${String(fullYear).padStart(4, '0')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : undefined
}

const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
const isMonthName = (name: string) =>
  monthOf(name) > 0 &&
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
    .format(new Date(Date.UTC(CENTURY, monthOf(name) - 1)))
    .toLowerCase()
    .startsWith(name.toLowerCase())

/** A typed day as `YYYY-MM-DD`: `3/4/2026`, `2026-03-04`, `Mar 4, 2026` or `4 March 2026`. Undefined for anything else, and for days that do not exist. */
export function parseDay(text: string): string | undefined {
  const typed = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return dayOf(iso[1] as string, Number(iso[2]), iso[3] as string)
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(typed)
  if (numbers) return dayOf(numbers[3] as string, Number(numbers[1]), numbers[2] as string)
  const words = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(typed) ?? undefined
  if (words && isMonthName(words[1] as string)) return dayOf(words[3] as string, monthOf(words[1] as string), words[2] as string)
  const dayFirst = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/i.exec(typed)
  if (dayFirst && isMonthName(dayFirst[2] as string))
    return dayOf(dayFirst[3] as string, monthOf(dayFirst[2] as string), dayFirst[1] as string)
  return undefined
}

export const isDay = (text: string | null | undefined): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
