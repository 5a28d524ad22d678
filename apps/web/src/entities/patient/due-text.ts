/** How far away a due day is. */
const DAY_MS = 86_400_000
const daysFrom = (today: string, day: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

export interface DueText {
  text: string
  overdue: boolean
}

export function dueText(day: string, today: string): DueText {
  const left = daysFrom(today, day)
  if (left < 0) return { text: `${days(-left)} overdue`, overdue: true }
  return { text: left === 0 ? 'Today' : left === 1 ? 'Tomorrow' : `In ${days(left)}`, overdue: false }
}
