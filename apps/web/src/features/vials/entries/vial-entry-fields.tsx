import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { today } from '#web/lib/format/dates.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'

interface Props {
  form: { getInputProps: (field: 'quantity' | 'date' | 'note' | 'tracking_id') => object }
  shipped: boolean
  /** Selected vials set the quantity. */
  counted?: boolean
}

/** Fields of every entry; shipped vials also have a tracking number. */
export function VialEntryFields({ form, shipped, counted }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <WholeNumberInput
          label="Quantity"
          withAsterisk={!counted}
          readOnly={counted ?? false}
          variant={counted ? 'filled' : 'default'}
          hideControls={counted ?? false}
          min={0}
          max={1000}
          {...form.getInputProps('quantity')}
        />
        <DayInput label="Date" required maxDate={today()} {...form.getInputProps('date')} />
        {shipped && <TextInput label="Tracking number" {...form.getInputProps('tracking_id')} />}
      </SimpleGrid>
      <Textarea label="Note" description={noteReachTexts.visible} maxRows={6} {...form.getInputProps('note')} />
    </>
  )
}
