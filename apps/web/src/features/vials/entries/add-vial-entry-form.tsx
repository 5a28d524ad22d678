import { Input, SegmentedControl } from '@mantine/core'
import type { ReceiverInput } from '@vialdesk/contract/release-rules'
import { NewVialEntry, type VialEntry, type VialEntryType } from '@vialdesk/contract/vials'
import { useId } from 'react'
import { ReceiverFields } from '#web/entities/vial/receiver-fields.tsx'
import { ReleaseCheck } from '#web/entities/vial/release-check.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { canPrintLabels } from './entry-labels.tsx'
import { entrySavedMessage } from './entry-text.ts'
import { useEntryLinks } from './use-entry-links.ts'
import { entryTypeNames } from './vial-entries.columns.tsx'
import { VialEntryFields } from './vial-entry-fields.tsx'
import { VialPicker } from './vial-picker.tsx'

interface FormValues {
  [field: string]: unknown
  user: number
  type: VialEntryType
  quantity: number | string
  date: string | null
  note: string
  tracking_id: string
  /** Undefined for an entry by quantity only. */
  vials: number[] | undefined
  /** Undefined for added vials. */
  receiver: ReceiverInput | undefined
  override_reason: string
}

const initialValuesOf = (user: number): FormValues => ({
  user,
  type: 'added',
  quantity: '',
  date: today(),
  note: '',
  tracking_id: '',
  vials: undefined,
  receiver: undefined,
  override_reason: '',
})

const types = Object.entries(entryTypeNames).map(([value, label]) => ({ value: value as VialEntryType, label }))

interface Props {
  patientId: number
  onClose: () => void
  /** Runs after the entry was saved. */
  onAdded: (entry: VialEntry, message: string) => void
}

function useAddEntryForm({ patientId, onClose, onAdded }: Props) {
  const add = useFormCall('POST /api/v1/vials-history/')
  const linksOf = useEntryLinks()
  const form = useClosingForm(NewVialEntry, {
    initialValues: initialValuesOf(patientId),
    onClose,
    save: async (body) => {
      const entry = await add({ body })
      const message = entrySavedMessage(body)
      onAdded(entry, message)
      if (!canPrintLabels(entry)) return { message, links: linksOf(entry) }
      // The offer of labels says it.
      onClose()
      return undefined
    },
  })
  /** Selected vials set the quantity; without a selection the field is cleared. */
  const choose = (vials: number[] | undefined) => {
    form.setFieldValue('vials', vials)
    form.setFieldValue('quantity', vials ? vials.length : '')
  }
  const setType = (next: string) => {
    form.setFieldValue('type', next as VialEntryType)
    if (form.getValues().vials) choose(undefined)
    if (next === 'added') form.setFieldValue('tracking_id', '')
    form.setFieldValue('receiver', undefined)
    form.setFieldValue('override_reason', '')
  }
  return { form, choose, setType }
}

/** Adds an entry to the vial history; the counts follow. */
export function AddVialEntryForm(props: Props) {
  const typeLabel = useId()
  const { form, choose, setType } = useAddEntryForm(props)
  const { type, date, vials, quantity } = form.getValues()
  const shipped = type === 'shipped'
  return (
    <Form {...form.formProps} label="Add vial entry">
      <Input.Wrapper label="Type" labelElement="div" labelProps={{ id: typeLabel }}>
        <div>
          <SegmentedControl aria-labelledby={typeLabel} data={types} value={type} onChange={setType} />
        </div>
      </Input.Wrapper>
      <VialPicker key={type} patientId={props.patientId} type={type} value={vials} onChange={choose} error={form.errors.vials} />
      <VialEntryFields
        form={form}
        values={{ date }}
        onDate={(day) => form.setFieldValue('date', day)}
        shipped={shipped}
        counted={vials !== undefined}
      />
      {shipped && <ReceiverFields patientId={props.patientId} form={form} />}
      <ReleaseCheck patientId={props.patientId} type={type} vials={vials} quantity={quantity} form={form} />
      <FormFooter form={form} onClose={props.onClose}>
        Add entry
      </FormFooter>
    </Form>
  )
}
