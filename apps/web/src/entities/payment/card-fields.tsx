import { ActionIcon, Popover, SimpleGrid, Text, TextInput, type TextInputProps } from '@mantine/core'
import { MonthPicker } from '@mantine/dates'
import { cardBrandOf, digitsOf } from '@vialdesk/contract/money/card-brands'
import { addDays, today } from '#web/lib/format/dates.ts'
import type { CardField } from './card-error.ts'
import { formatExpiry, readExpiry } from './card-expiry.ts'
import classes from './card-fields.module.css'
import { caretAfterGrouping, groupDigits } from './card-number.ts'
import { CardScript } from './card-script.tsx'
import type { PaymentSettings } from './tokenize-card.ts'
import '@mantine/dates/styles.css'
import type { UseFormReturnType } from '@mantine/form'
import { IconCalendarMonth } from '@tabler/icons-react'
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string
  onChange: (number: string) => void
}

/** Groups the digits as printed on the card and shows the brand. */
function CardNumberInput({ value = '', onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const before = digitsOf(currentTarget.value.slice(0, currentTarget.selectionStart ?? undefined)).length
    const next = groupDigits(currentTarget.value)
    caret.current = caretAfterGrouping(next, before)
    onChange(next)
  }
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const brand = cardBrandOf(value)?.name
  return (
    <TextInput
      {...rest}
      ref={input}
      value={value}
      onChange={type}
      inputMode="numeric"
      autoComplete="cc-number"
      rightSectionWidth={brand ? 'auto' : undefined}
      rightSection={
        brand && (
          <Text size="xs" c="dimmed" pr="sm" aria-live="polite">
            {brand}
          </Text>
        )
      }
    />
  )
}

/** Cards are valid for at most 20 years. */
const MAX_DAYS_AHEAD = 20 * 365

interface ExpiryProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
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
function CardExpiryInput({ value = '', onChange, ...rest }: ExpiryProps) {
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

type FieldProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>

interface FieldsProps {
  settings: PaymentSettings
  /** The input properties of a field. An expiration date is `YYYY-MM`. */
  field: (name: CardField) => FieldProps
}

/** A new card. Its data must never reach a cache, storage or URL. */
export function CardFields({ settings, field }: FieldsProps) {
  const first = useRef<HTMLInputElement>(null)
  const digits = cardBrandOf(field('card_number').value ?? '')?.cvc ?? 3
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {settings.gateway === 'authorizenet' && <CardScript url={settings.script} onRetried={() => first.current?.focus()} />}
      <TextInput ref={first} label="Full name" withAsterisk autoComplete="cc-name" {...field('full_name')} />
      <CardNumberInput label="Card number" withAsterisk {...field('card_number')} />
      <CardExpiryInput label="Expiration date" withAsterisk {...field('expiration_date')} />
      <TextInput
        label="CVC"
        withAsterisk
        description={digits === 4 ? '4 digits on front of card' : 'Last 3 digits on back of card'}
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={digits}
        classNames={{ input: classes.masked }}
        {...field('cvc')}
      />
    </SimpleGrid>
  )
}
