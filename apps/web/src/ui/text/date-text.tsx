import { Tooltip } from '@mantine/core'
import { formatDateTime, formatDay, formatExactTime } from '#web/lib/format/dates.ts'

interface Props {
  /** ISO 8601: a calendar day or a time in UTC. */
  value: string | null | undefined
  /** Shows the time of day, too. */
  withTime?: boolean
  blank?: string
}

/** A date in the domain's time zone; the exact time appears on hover and focus. */
export function DateText({ value, withTime, blank = '—' }: Props) {
  if (!value) return <span>{blank}</span>
  return (
    <Tooltip label={formatExactTime(value)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={value} className="figures">
        {withTime ? formatDateTime(value) : formatDay(value)}
      </time>
    </Tooltip>
  )
}
