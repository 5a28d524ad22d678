import { Group } from '@mantine/core'
import type { PatientRow, Stage } from '@vialdesk/contract/patients'
import { today } from '#web/lib/format/dates.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { dueText } from './due-text.ts'

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
