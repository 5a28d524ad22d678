/** For example `Nov 22, 2026, 10:15:07 AM PST`. A time zone that is not known counts as UTC. */
export function formatInstant(at: Date, timeZone: string): string {
  const format = (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'medium', timeStyle: 'long' })
  let formatter: Intl.DateTimeFormat
  try {
    formatter = format(timeZone)
  } catch {
    formatter = format('UTC')
  }
  // Between time and AM, the formatter writes a space that fonts draw too narrow.
  return formatter.format(at).replaceAll(/\s/g, ' ')
}
