import '@mantine/dates/styles.css'
import { DateInput } from '@mantine/dates'
import { type FocusEvent, type ReactNode, useState } from 'react'

/** Accessible names of the calendar's arrow buttons. */
const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

interface Props {
  label: string
  /** `YYYY-MM-DD` */
  value?: string | null
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
  'data-path'?: string
}

/** A calendar day, typed or picked. */
export function DayInput({ label, required, readOnly, inPopover, ...rest }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <DateInput
      {...rest}
      // The first Escape closes the calendar only, not the dialog around it.
      data-mantine-stop-propagation={opened || undefined}
      label={label}
      readOnly={readOnly}
      withAsterisk={required}
      variant={readOnly ? 'filled' : 'default'}
      firstDayOfWeek={0}
      weekendDays={[]}
      highlightToday
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
