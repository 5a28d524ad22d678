import { Text } from '@mantine/core'
import type { ReceiverInput } from '@vialdesk/contract/release-rules'
import { type VialEntry, VialEntryEdit } from '@vialdesk/contract/vials'
import { useState } from 'react'
import { ReceiverFields, receiverInputOf } from '#web/entities/vial/receiver-fields.tsx'
import { ReleaseCheck } from '#web/entities/vial/release-check.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { VialEntryFields } from './vial-entry-fields.tsx'

interface FormValues {
  [field: string]: unknown
  quantity: number | string
  date: string | null
  note: string
  tracking_id: string
  receiver: ReceiverInput | undefined
  override_reason: string
}

const initialValuesOf = ({ quantity, date, note = '', tracking_id = '', receiver }: VialEntry): FormValues => ({
  quantity,
  date,
  note,
  tracking_id,
  receiver: receiver ? receiverInputOf(receiver) : undefined,
  override_reason: '',
})

/** Corrects an entry. The counts change by the difference; the timeline keeps the old values. */
export function EditVialEntryForm({ entry, onClose }: { entry: VialEntry; onClose: () => void }) {
  const [initialValues] = useState(initialValuesOf(entry))
  const edit = useFormCall('PATCH /api/v1/vials-history/{id}/')
  const form = useClosingForm(VialEntryEdit, {
    initialValues: initialValues,
    onClose,
    save: async (input) => {
      await edit({ params: { id: entry.id }, body: changedFields<VialEntryEdit>(initialValues, input) })
      return 'The vial entry was corrected.'
    },
  })
  const more = Number(form.getValues().quantity) - entry.quantity
  return (
    <Form {...form.formProps} label="Edit vial entry">
      <Text c="dimmed">
        {entry.type === 'added' ? 'Added vials.' : 'Shipped vials.'} The counts change by the difference. The timeline keeps the
        old values.
      </Text>
      <VialEntryFields
        form={form}
        values={{ date: form.getValues().date }}
        onDate={(day) => form.setFieldValue('date', day)}
        shipped={entry.type === 'shipped'}
      />
      {entry.type === 'shipped' && entry.receiver?.kind !== 'order' && (
        <ReceiverFields patientId={entry.user} form={form} recorded={entry.receiver ?? null} />
      )}
      {more > 0 && <ReleaseCheck patientId={entry.user} type={entry.type} quantity={more} form={form} />}
      <FormFooter form={form} onClose={onClose}>
        Save
      </FormFooter>
    </Form>
  )
}
