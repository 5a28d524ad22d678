import { Group } from '@mantine/core'
import type { PatientRow, Stage } from '@vialdesk/contract/people/patients'
import { today } from '#web/lib/format/dates.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

const DAY_MS = 86_400_000
const daysFrom = (today: string, day: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

interface DueText {
  text: string
  overdue: boolean
}

export function dueText(day: string, today: string): DueText {
  const left = daysFrom(today, day)
  if (left < 0) return { text: `${days(-left)} overdue`, overdue: true }
  return { text: left === 0 ? 'Today' : left === 1 ? 'Tomorrow' : `In ${days(left)}`, overdue: false }
}

/** From these stages on, the vials are ready and nothing is due. */
const finished: Stage[] = ['ready', 'stored', 'shipped_out']

interface Props {
  row: Pick<PatientRow, 'estimated_date_vials_ready_to_ship' | 'stage'>
  /** Also says how far away a coming day is. */
  showsDistance?: boolean
}

/** The estimated ready date of a patient. A day that has passed is marked as overdue while the vials are not ready. */
export function DueDate({ row: { estimated_date_vials_ready_to_ship: day, stage }, showsDistance = false }: Props) {
  if (day === null) return '—'
  const due = finished.includes(stage) ? undefined : dueText(day, today())
  return (
    <Group gap="xs" component="span" display="inline-flex">
      <DateText value={day} />
      {due && (due.overdue || showsDistance) && <StatusBadge meaning={due.overdue ? 'bad' : 'waiting'}>{due.text}</StatusBadge>}
    </Group>
  )
}
