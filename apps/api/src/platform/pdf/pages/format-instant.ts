/** Signers choose their time zone, which may be any offset. */
const MAX_KEPT = 50
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long' })
  if (formatters.size >= MAX_KEPT) formatters.clear()
  formatters.set(timeZone, made)
  return made
}

/** For example `Nov 22, 2026, 10:15:07 AM PST`. A time zone that is not known counts as UTC. */
export function formatInstant(at: Date, timeZone: string): string {
  let formatter: Intl.DateTimeFormat
  try {
    formatter = formatterOf(timeZone)
  } catch {
    formatter = formatterOf('UTC')
  }
  // Between time and AM, the formatter writes a space that fonts draw too narrow.
  return formatter.format(at).replaceAll(/\s/g, ' ')
}
