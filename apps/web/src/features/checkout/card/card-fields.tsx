import '@mantine/dates/styles.css'
import { SimpleGrid, TextInput } from '@mantine/core'
import { MonthPickerInput } from '@mantine/dates'
import classes from '#web/features/checkout/checkout.module.css'
import type { FeeFormState } from '#web/features/checkout/fee/use-fee-form.ts'
import { addDays, today } from '#web/lib/format/dates.ts'
import { cardBrandOf } from './card-number.ts'
import { CardNumberInput } from './card-number-input.tsx'

/** Cards are valid for at most 20 years. */
const MAX_DAYS_AHEAD = 20 * 365

/** `YYYY-MM` of the picker's first day of a month. */
const monthOf = (day: string | null) => day?.slice(0, 7) ?? ''

function Expiration({ form }: { form: FeeFormState }) {
  // Opening the calendar blurs the field, which must not show an error yet.
  const { value, onChange, onBlur: _, ...field } = form.getInputProps('credit_card.expiration_date')
  const now = today()
  return (
    <MonthPickerInput
      label="Expiration date"
      withAsterisk
      placeholder="Month and year"
      valueFormat="MM / YYYY"
      value={value ? `${value}-01` : null}
      onChange={(day) => onChange(monthOf(day))}
      minDate={`${now.slice(0, 7)}-01`}
      maxDate={addDays(now, MAX_DAYS_AHEAD)}
      popoverProps={{ width: 'auto', shadow: 'md', withRoles: false }}
      ariaLabels={{ previousYear: 'Previous year', nextYear: 'Next year', yearLevelControl: 'Choose a year' }}
      {...field}
    />
  )
}

/** A new card. Its data must never reach a cache, storage or URL. */
export function CardFields({ form }: { form: FeeFormState }) {
  const digits = cardBrandOf(form.values.credit_card.card_number)?.cvc ?? 3
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput label="Full name" withAsterisk autoComplete="cc-name" {...form.getInputProps('credit_card.full_name')} />
      <CardNumberInput label="Card number" withAsterisk {...form.getInputProps('credit_card.card_number')} />
      <Expiration form={form} />
      <TextInput
        label="CVC"
        withAsterisk
        description={digits === 4 ? '4 digits on front of card' : 'Last 3 digits on back of card'}
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={digits}
        classNames={{ input: classes.masked }}
        {...form.getInputProps('credit_card.cvc')}
      />
    </SimpleGrid>
  )
}
