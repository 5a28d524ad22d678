import '@mantine/dates/styles.css'
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { MonthPicker } from '@mantine/dates'
import { IconCalendarMonth } from '@tabler/icons-react'
import { useState } from 'react'
import { addDays, today } from '#web/lib/format/dates.ts'
import { formatExpiry, readExpiry } from './card-expiry.ts'

/** Cards are valid for at most 20 years. */
const MAX_DAYS_AHEAD = 20 * 365

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string
  /** `YYYY-MM`, or the incomplete text. */
  value?: string
  onChange: (value: string) => void
}

/** The month picker next to the typed date. */
function MonthButton({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const [opened, setOpened] = useState(false)
  const now = today()
  const choose = (day: string | null) => {
    setOpened(false)
    if (day) onChange(day.slice(0, 7))
  }
  return (
    <Popover opened={opened} onChange={setOpened} shadow="md" position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Choose month"
          // The press must not blur the text field, which would show its error.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendarMonth size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Expiration month">
        <MonthPicker
          value={/^20\d\d-(0[1-9]|1[0-2])$/.test(value) ? `${value}-01` : null}
          onChange={choose}
          minDate={`${now.slice(0, 7)}-01`}
          maxDate={addDays(now, MAX_DAYS_AHEAD)}
          ariaLabels={{ previousYear: 'Previous year', nextYear: 'Next year', yearLevelControl: 'Choose a year' }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The expiry date of a card: typed, filled in by the browser, or picked. */
export function CardExpiryInput({ value = '', onChange, ...rest }: Props) {
  return (
    <TextInput
      {...rest}
      value={formatExpiry(value)}
      onChange={({ currentTarget }) => onChange(readExpiry(currentTarget.value))}
      placeholder="MM/YY"
      inputMode="numeric"
      autoComplete="cc-exp"
      rightSection={<MonthButton value={value} onChange={onChange} />}
    />
  )
}
