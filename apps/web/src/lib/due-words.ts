/** How far away a due day is. */
const DAY_MS = 86_400_000
const daysFrom = (today: string, day: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

export interface DueWords {
  words: string
  overdue: boolean
}

export function dueWords(day: string, today: string): DueWords {
  const left = daysFrom(today, day)
  if (left < 0) return { words: `${days(-left)} overdue`, overdue: true }
  return { words: left === 0 ? 'Today' : left === 1 ? 'Tomorrow' : `In ${days(left)}`, overdue: false }
}
