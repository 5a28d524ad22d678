const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** How a figure has changed against another, in words; without one before it there is no percentage to speak of. */
export function changeInWords(now: number, before: number): string {
  if (now === before) return 'as many as'
  if (before === 0) return 'up from none in'
  const percent = (Math.abs(now - before) / before) * 100
  return `${percent < 1 ? 'under 1' : whole.format(percent)}% ${now > before ? 'more' : 'fewer'} than`
}
