/**
 * Times are shown in the domain's time zone, so that a clinic and its lab read the same hour. Calendar days
 * (`YYYY-MM-DD`) have no time zone and are never shifted.
 */
let zone = 'UTC'

/** Takes an IANA name. With an unknown name, times are shown in UTC. */
export function setTimeZone(timeZone: string): void {
  zone = timeZone
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** A misspelt zone must not keep anyone from their portal. */
function newFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options)
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A new formatter takes as long as 200 formatted dates. */
function formatterOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const formatter = newFormatter(locale, options)
  formatters.set(key, formatter)
  return formatter
}

const format = (value: string, options: Intl.DateTimeFormatOptions) => {
  const moment = new Date(isDay(value) ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(moment.getTime())) return ''
  return formatterOf('en-US', { timeZone: isDay(value) ? 'UTC' : zone, ...options }).format(moment)
}

/** `Mar 4, 2026`, for a day or a time. */
export const formatDay = (value: string) => format(value, { dateStyle: 'medium' })

/** `March 4, 2026`, for a day or a time. */
export const formatLongDay = (value: string) => format(value, { dateStyle: 'long' })

/** `Mar 4, 2026, 3:20 PM`; for a day only the day. */
export const formatDateTime = (value: string) =>
  isDay(value) ? formatDay(value) : format(value, { dateStyle: 'medium', timeStyle: 'short' })

/** `3:20 PM` */
export const formatTime = (value: string) => format(value, { timeStyle: 'short' })

/** `Wednesday, March 4, 2026 at 3:20:15 PM PST` */
export const formatExactTime = (value: string) =>
  isDay(value) ? format(value, { dateStyle: 'full' }) : format(value, { dateStyle: 'full', timeStyle: 'long' })

/** `Mar 4, 2026, 8:20 PM UTC` */
export const formatUtc = (value: string) => `${format(value, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** `Mar 2026` */
export const formatMonth = (value: string) => format(value, { month: 'short', year: 'numeric' })

/** This locale writes `YYYY-MM-DD`. */
const dayIn = (timeZone: string) => formatterOf('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })

/** Today in the domain's time zone, `YYYY-MM-DD`. */
export function today(now: Date = new Date()): string {
  return dayIn(zone).format(now)
}

export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return dayIn('UTC').format(moment)
}
