import { showCount } from '#web/lib/figures.ts'

const DAYS_BEFORE = 'the 30 days before'

/** How a figure has changed against the one of thirty days before, in words; without one there is no percentage to speak of. */
export function changeInWords(now: number, before: number): string {
  if (before === 0) return `none in ${DAYS_BEFORE}`
  const against = `${DAYS_BEFORE} (${showCount(before)})`
  if (now === before) return `as many as ${against}`
  const percent = (Math.abs(now - before) / before) * 100
  return `${percent < 1 ? 'under 1' : showCount(Math.round(percent))}% ${now > before ? 'more' : 'fewer'} than ${against}`
}
