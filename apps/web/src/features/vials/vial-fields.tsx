import { NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { DayInput } from '#web/ui/day-input.tsx'

interface Props {
  form: { getInputProps: (field: 'quantity' | 'date' | 'note' | 'tracking_id') => object }
  values: { date: string | null }
  onDate: (day: string | null) => void
  shipped: boolean
}

/** What is entered of every entry. A tracking number belongs to shipped vials only. */
export function VialFields({ form, values, onDate, shipped }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <NumberInput
          label="Quantity"
          withAsterisk
          min={0}
          allowDecimal={false}
          allowNegative={false}
          inputMode="numeric"
          {...form.getInputProps('quantity')}
        />
        <DayInput label="Date" required {...form.getInputProps('date')} value={values.date} onChange={onDate} />
        {shipped && <TextInput label="Tracking ID" {...form.getInputProps('tracking_id')} />}
      </SimpleGrid>
      <Textarea label="Note" autosize minRows={2} maxRows={6} maxLength={500} {...form.getInputProps('note')} />
    </>
  )
}
