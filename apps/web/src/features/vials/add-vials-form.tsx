import { Input, SegmentedControl } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewVialEntry, type VialEntryType } from '@vialdesk/contract/vials'
import { useId } from 'react'
import { send } from '#web/lib/api.ts'
import { today } from '#web/lib/dates.ts'
import { useClosingForm } from '#web/lib/use-closing-form.ts'
import { ClosingButtons } from '#web/ui/closing-buttons.tsx'
import { Form } from '#web/ui/form.tsx'
import { VialFields } from './vial-fields.tsx'
import { typeNames } from './vials.columns.tsx'

interface Start {
  [field: string]: unknown
  user: number
  type: VialEntryType
  quantity: number | string
  date: string | null
  note: string
  tracking_id: string
}

const startOf = (user: number): Start => ({ user, type: 'added', quantity: '', date: today(), note: '', tracking_id: '' })

const types = Object.entries(typeNames).map(([value, label]) => ({ value: value as VialEntryType, label }))

/** Records vials added to the store or shipped from it; the counts follow. */
export function AddVialsForm({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const typeLabel = useId()
  const add = useMutation({ ...send('POST /api/v1/vials-history/'), meta: { handlesErrors: true } })
  const form = useClosingForm(NewVialEntry, {
    initialValues: startOf(patientId),
    onClose,
    save: async (body) => {
      const { type, quantity } = await add.mutateAsync({ body })
      return `${quantity === 1 ? 'One vial has' : `${quantity} vials have`} been ${type}!`
    },
  })
  const { type, date } = form.getValues()
  const setType = (next: string) => {
    form.setFieldValue('type', next as VialEntryType)
    if (next === 'added') form.setFieldValue('tracking_id', '')
  }
  return (
    <Form {...form.formProps} label="Add vial entry">
      <Input.Wrapper label="Type" labelElement="div" labelProps={{ id: typeLabel }}>
        <div>
          <SegmentedControl aria-labelledby={typeLabel} data={types} value={type} onChange={setType} />
        </div>
      </Input.Wrapper>
      <VialFields form={form} values={{ date }} onDate={(day) => form.setFieldValue('date', day)} shipped={type === 'shipped'} />
      <ClosingButtons form={form} onClose={onClose}>
        Add entry
      </ClosingButtons>
    </Form>
  )
}
