/** Days and moments of the demo: everything is told by how many days ago it was, so that it is always fresh. */

export interface Calendar {
  /** The calendar day in the domain's zone, `YYYY-MM-DD`, so many days ago. */
  day(daysAgo: number): string
  /** A moment in office hours of that day; never later than now. `minutes` after nine in the morning (UTC-5). */
  moment(daysAgo: number, minutes?: number): Date
}

export function calendar(now: Date, timeZone: string): Calendar {
  // Swedish writes dates as ISO does.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  const day = (daysAgo: number) => {
    const date = new Date(`${today}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() - daysAgo)
    return date.toISOString().slice(0, 10)
  }
  return {
    day,
    moment: (daysAgo, minutes = 60) =>
      new Date(Math.min(now.getTime(), new Date(`${day(daysAgo)}T14:00:00Z`).getTime() + minutes * 60_000)),
  }
}
