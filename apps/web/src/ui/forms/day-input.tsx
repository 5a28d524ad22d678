import '@mantine/dates/styles.css'
import { DateInput } from '@mantine/dates'
import { type FocusEvent, type FormEvent, type ReactNode, useState } from 'react'
import { formatDay, today } from '#web/lib/format/dates.ts'
import { isDay, parseDay } from '#web/lib/format/parse-day.ts'

/** Accessible names of the calendar's arrow buttons. */
const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

/** The calendar itself would mark today in the time zone of the browser. */
const todayProps = { 'aria-current': 'date', 'data-today': true, 'data-highlight-today': true }

interface Props {
  label: string
  /** `YYYY-MM-DD`, or the text of the user that is not a day. */
  value?: string | null
  /** Gets a day. In a form it also gets text that is not a day, which the schema of the form refuses. */
  onChange?: (day: string | null) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  error?: ReactNode
  description?: ReactNode
  readOnly?: boolean
  required?: boolean
  minDate?: string | undefined
  maxDate?: string | undefined
  /** For use in a popover, which closes on a click outside: the calendar opens inside it. */
  inPopover?: boolean
  /** The field of a form. */
  'data-path'?: string
}

interface Refused {
  /** The value at that time: in a form the text, else the last day. A change from outside of the field ends the refusal. */
  value: string | null
  reason: string
}

function refusalOf(text: string, { minDate, maxDate }: Pick<Props, 'minDate' | 'maxDate'>): string | undefined {
  const day = parseDay(text)
  if (day === undefined) return 'Enter a date such as Mar 4, 2026.'
  if (minDate && day < minDate) return `Enter ${formatDay(minDate)} or a later day.`
  if (maxDate && day > maxDate) return `Enter ${formatDay(maxDate)} or an earlier day.`
  return undefined
}

/** Keeps text that is not an allowed day, with the reason. The reason shows once the user has left the field. */
function useRefusedText({ value = null, onChange, onBlur, minDate, maxDate, 'data-path': path }: Props) {
  const [refused, setRefused] = useState<Refused>()
  const [left, setLeft] = useState(false)
  const isRefused = refused !== undefined && value === refused.value
  return {
    isRefused,
    reason: isRefused && left ? refused.reason : undefined,
    onInput: (event: FormEvent<HTMLInputElement>) => {
      const text = event.currentTarget.value
      const reason = text.trim() === '' ? undefined : refusalOf(text, { minDate, maxDate })
      setRefused(reason === undefined ? undefined : { value: path === undefined ? value : text, reason })
      setLeft(false)
      if (reason !== undefined && path !== undefined) onChange?.(text)
    },
    onChange: (day: string | null) => {
      setRefused(undefined)
      onChange?.(day)
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      setLeft(true)
      onBlur?.(event)
    },
  }
}

/** A calendar day, typed or picked. Text that is not a day stays, and is explained. */
export function DayInput(props: Props) {
  const { label, required, readOnly, inPopover, value, error, onChange: _change, onBlur: _blur, ...rest } = props
  const [opened, setOpened] = useState(false)
  const { isRefused, reason, ...handlers } = useRefusedText(props)
  return (
    <DateInput
      {...rest}
      {...handlers}
      value={isRefused || !isDay(value) ? null : value}
      error={reason ?? error}
      dateParser={(text) => parseDay(text) ?? null}
      fixOnBlur={!isRefused}
      // The first Escape closes the calendar only, not the dialog around it.
      data-mantine-stop-propagation={opened || undefined}
      label={label}
      readOnly={readOnly}
      withAsterisk={required}
      variant={readOnly ? 'filled' : 'default'}
      firstDayOfWeek={0}
      weekendDays={[]}
      defaultDate={today()}
      getDayProps={(day) => (day === today() ? todayProps : {})}
      valueFormat="MMM D, YYYY"
      ariaLabels={calendarLabels}
      placeholder={readOnly ? undefined : 'MM/DD/YYYY'}
      hideOutsideDates
      clearable={!(required || readOnly)}
      popoverProps={{
        shadow: 'md',
        disabled: readOnly,
        withinPortal: !inPopover,
        onOpen: () => setOpened(true),
        onClose: () => setOpened(false),
      }}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  )
}
