import { Checkbox, Input, SegmentedControl, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Vial } from '@vialdesk/contract/single-vials'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import { type VialEntry, VialEntryEdit, type VialEntryType } from '@vialdesk/contract/vials'
import { type ReactNode, useId, useState } from 'react'
import { ReceiverFields, receiverInputOf } from '#web/entities/vial/receiver-fields.tsx'
import { ReleaseCheck } from '#web/entities/vial/release-check.tsx'
import classes from '#web/features/vials/code-list.module.css'
import { entryTypeNames, vialPlaceText } from '#web/features/vials/vial-text.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { NewEntryFields, useNewEntryForm, VialEntryFields } from './vial-entry-fields.tsx'

/** Maximum number of listed vials. */
const MAX_LISTED = 100

interface PickerProps {
  patientId: number
  type: 'added' | 'shipped'
  /** The selected vials; undefined for an entry by quantity only. */
  value: number[] | undefined
  onChange: (ids: number[] | undefined) => void
  error?: ReactNode
}

const texts = {
  added: {
    state: 'quarantine',
    label: 'Release vials from quarantine',
    hint: (count: number) => `This patient has ${count} in quarantine. If off, new vials are registered.`,
  },
  shipped: {
    state: 'released',
    label: 'Choose which vials',
    hint: () => 'If off, the oldest vials are shipped',
  },
} as const

/** Optional choice of an entry's vials: from quarantine for a release, from stock for a shipment. */
function VialPicker(props: PickerProps) {
  const query = { patient: props.patientId, state: texts[props.type].state, limit: MAX_LISTED }
  const vials = useQuery(apiQuery('GET /api/v1/vials/', { query }))
  // A failed list must show an error: without the list the entry would silently go by quantity.
  return (
    <Loaded query={vials} skeleton={null}>
      {(list) => list.count > 0 && <PickerFields {...props} {...list} />}
    </Loaded>
  )
}

function PickerFields({ type, value, onChange, error, count, results }: PickerProps & { count: number; results: Vial[] }) {
  const { label, hint } = texts[type]
  return (
    <>
      <Switch
        label={label}
        description={hint(count)}
        checked={value !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : undefined)}
      />
      {value && (
        <Checkbox.Group
          label="Vials"
          error={error}
          data-path="vials"
          value={value.map(String)}
          onChange={(ids) => onChange(ids.map(Number))}
        >
          <ul className={classes.codes}>
            {results.map((vial) => (
              <li key={vial.id}>
                <Checkbox
                  value={String(vial.id)}
                  label={<span className={classes.code}>{formatVialCode(vial.code)}</span>}
                  description={vialPlaceText(vial) || undefined}
                />
              </li>
            ))}
          </ul>
          {count > MAX_LISTED && (
            <Input.Description>
              The newest {MAX_LISTED} of {count} are listed. <Text span>Find the others under Vials.</Text>
            </Input.Description>
          )}
        </Checkbox.Group>
      )}
    </>
  )
}

const types = Object.entries(entryTypeNames).map(([value, label]) => ({ value: value as VialEntryType, label }))

interface Props {
  patientId: number
  onClose: () => void
  /** Says that an entry was saved whose labels can be printed. */
  onAdded: (entry: VialEntry, message: string) => void
}

/** Adds an entry to the vial history; the counts follow. */
export function AddVialEntryForm({ patientId, onClose, onAdded }: Props) {
  const typeLabel = useId()
  const form = useNewEntryForm({ start: { user: patientId, type: 'added' }, onClose, onAdded })
  const { type, vials } = form.getValues()
  /** Selected vials set the quantity; without a selection the field is cleared. */
  const choose = (ids: number[] | undefined) => form.setValues({ vials: ids, quantity: ids ? ids.length : '' })
  const setType = (next: string) => {
    if (vials) choose(undefined)
    if (next === 'added') form.setFieldValue('tracking_id', '')
    form.setValues({ type: next as VialEntryType, receiver: undefined, override_reason: '' })
  }
  return (
    <Form {...form.formProps} label="Add vial entry" verb="Add entry" onCancel={onClose}>
      <Input.Wrapper label="Type" labelElement="div" labelProps={{ id: typeLabel }}>
        <div>
          <SegmentedControl aria-labelledby={typeLabel} data={types} value={type} onChange={setType} />
        </div>
      </Input.Wrapper>
      <VialPicker key={type} patientId={patientId} type={type} value={vials} onChange={choose} error={form.errors.vials} />
      <NewEntryFields form={form} />
    </Form>
  )
}

const valuesOf = ({ quantity, date, note = '', tracking_id = '', receiver }: VialEntry) => ({
  quantity: quantity as number | string,
  date: date as string | null,
  note,
  tracking_id,
  receiver: receiver ? receiverInputOf(receiver) : undefined,
  override_reason: '',
})

/** Corrects an entry. The counts change by the difference; the timeline keeps the old values. */
export function EditVialEntryForm({ entry, onClose }: { entry: VialEntry; onClose: () => void }) {
  const [initialValues] = useState(valuesOf(entry))
  const edit = useFormCall('PATCH /api/v1/vials-history/{id}/')
  const form = useClosingForm(VialEntryEdit, {
    initialValues,
    onClose,
    save: async (input) => {
      await edit({ params: { id: entry.id }, body: changedFields<VialEntryEdit>(initialValues, input) })
      return 'The vial entry was corrected.'
    },
  })
  const more = Number(form.getValues().quantity) - entry.quantity
  return (
    <Form {...form.formProps} label="Edit vial entry" verb="Save" onCancel={onClose}>
      <Text c="dimmed">
        {entry.type === 'added' ? 'Added vials.' : 'Shipped vials.'} The counts change by the difference. The timeline keeps the
        old values.
      </Text>
      <VialEntryFields form={form} shipped={entry.type === 'shipped'} />
      {entry.type === 'shipped' && entry.receiver?.kind !== 'order' && (
        <ReceiverFields patientId={entry.user} form={form} recorded={entry.receiver ?? null} />
      )}
      {more > 0 && <ReleaseCheck patientId={entry.user} type={entry.type} quantity={more} form={form} />}
    </Form>
  )
}
