import { formatDateTime, formatDay, formatExactTime } from '#web/lib/format/dates.ts'
import { Hint } from './hint.tsx'

interface Props {
  /** ISO 8601: a calendar day or a time in UTC. */
  value: string | null | undefined
  /** Shows the time of day, too. */
  withTime?: boolean
  blank?: string
}

/** A date in the domain's time zone; the exact time appears on hover and touch. */
export function DateText({ value, withTime, blank = '—' }: Props) {
  if (!value) return <span>{blank}</span>
  return (
    <Hint label={formatExactTime(value)} touch>
      <time dateTime={value} className="figures">
        {withTime ? formatDateTime(value) : formatDay(value)}
      </time>
    </Hint>
  )
}
