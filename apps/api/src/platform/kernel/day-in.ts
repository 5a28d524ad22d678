/** The day in the time zone, `YYYY-MM-DD`. Throws a RangeError for a time zone that is not known. */
export const dayIn = (timeZone: string, at: Date | number): string =>
  // The Swedish locale formats dates as ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
