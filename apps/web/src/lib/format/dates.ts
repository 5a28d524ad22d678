/**
 * Times are shown in the domain's time zone, so that a clinic and its lab read the same hour. Calendar days
 * (`YYYY-MM-DD`) have no time zone and are never shifted.
 */
let zone = 'UTC'

/** Takes an IANA name. An unknown name is ignored. */
export function setTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    zone = timeZone
  } catch {
    // A misspelt zone must not keep anyone from their portal.
  }
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

const format = (value: string, options: Intl.DateTimeFormatOptions) => {
  const moment = new Date(isDay(value) ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(moment.getTime())) return ''
  return new Intl.DateTimeFormat('en-US', { timeZone: isDay(value) ? 'UTC' : zone, ...options }).format(moment)
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

const asDay = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' })

/** Today in the domain's time zone, `YYYY-MM-DD`. */
export function today(now: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone }).format(now)
}

export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return asDay.format(moment)
}
