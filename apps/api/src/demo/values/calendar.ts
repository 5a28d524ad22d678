/** Dates of the demo, given as days ago, so that the demo always looks current. */

import { dayIn } from '#api/platform/kernel/day-in.ts'

export type Calendar = ReturnType<typeof createCalendar>

export function createCalendar(now: Date, timeZone: string) {
  const today = dayIn(timeZone, now)
  /** The day in the domain's time zone, `YYYY-MM-DD`. */
  const day = (daysAgo: number) => {
    const date = new Date(`${today}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() - daysAgo)
    return date.toISOString().slice(0, 10)
  }
  return {
    day,
    /** A time on that day: `minutes` after 9 a.m. (UTC-5), but never later than now. */
    moment: (daysAgo: number, minutes = 60) =>
      new Date(Math.min(now.getTime(), new Date(`${day(daysAgo)}T14:00:00Z`).getTime() + minutes * 60_000)),
  }
}
