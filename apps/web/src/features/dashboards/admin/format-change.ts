import { formatCount } from '#web/lib/format/format-count.ts'

const PERIOD = 'previous 30 days'

/** The change of a figure against the previous 30 days; a percentage needs a figure above zero to compare with. */
export function formatChange(now: number, before: number): string {
  if (before === 0) return `None in ${PERIOD}`
  const against = `${PERIOD} (${formatCount(before)})`
  if (now === before) return `Same as ${PERIOD}`
  const percent = (Math.abs(now - before) / before) * 100
  return `${percent < 1 ? 'Under 1' : formatCount(Math.round(percent))}% ${now > before ? 'more' : 'fewer'} than ${against}`
}
