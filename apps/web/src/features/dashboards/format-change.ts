import { formatCount } from '#web/lib/format/format-count.ts'

const BEFORE = 'previous 30 days'

/** The change of a figure against the previous 30 days; a percentage needs a figure above zero to compare with. */
export function formatChange(now: number, before: number): string {
  if (before === 0) return `None in ${BEFORE}`
  const against = `${BEFORE} (${formatCount(before)})`
  if (now === before) return `Same as ${BEFORE}`
  const percent = (Math.abs(now - before) / before) * 100
  return `${percent < 1 ? 'Under 1' : formatCount(Math.round(percent))}% ${now > before ? 'more' : 'fewer'} than ${against}`
}
