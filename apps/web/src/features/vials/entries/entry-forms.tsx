import { Checkbox, Input, SegmentedControl, SimpleGrid, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { findCarrier } from '@vialdesk/contract/care/orders'
import type { ReceiverInput } from '@vialdesk/contract/care/release-rules'
import { MAX_VIALS, type Vial } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { NewVialEntry, type VialEntry, VialEntryEdit, type VialEntryType } from '@vialdesk/contract/care/vials'
import { type ReactNode, useId, useState } from 'react'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { ReceiverFields, receiverInputOf } from '#web/entities/vial/receiver-fields.tsx'
import { ReleaseCheck } from '#web/entities/vial/release-check.tsx'
import classes from '#web/features/vials/code-list.module.css'
import { entrySavedMessage, entryTypeNames, vialPlaceText } from '#web/features/vials/vial-text.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import type { NoticeLink } from '#web/lib/browser/created.ts'
import { today } from '#web/lib/format/dates.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { trackLinks, useViewLink } from '#web/lib/session/use-view-link.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'

/** The links of the notice of a new entry: shipped vials are followed in the trace report, and at the carrier. */
function useEntryLinks(): (entry: VialEntry) => NoticeLink[] {
  const viewTrace = useViewLink('/trace/{id}')
  return ({ type, user, tracking_id = '', tracking_link }) =>
    type === 'shipped'
      ? [...viewTrace('View trace report', user), ...trackLinks(tracking_link || findCarrier(tracking_id)?.link)]
      : []
}

interface FieldsProps {
  form: { getInputProps: (field: 'quantity' | 'date' | 'note' | 'tracking_id') => object }
  shipped: boolean
  /** Selected vials set the quantity. */
  counted?: boolean
}

/** Fields of every entry; shipped vials also have a tracking number. */
function VialEntryFields({ form, shipped, counted }: FieldsProps) {
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

/** True when the labels of an entry fit one print. */
export const canPrintLabels = ({ type, quantity }: VialEntry) => type === 'added' && quantity > 0 && quantity <= MAX_VIALS

interface NewEntryOptions {
  start: { user: number; type: VialEntryType; vials?: number[] }
  onClose: () => void
  /** Says that an entry was saved whose labels can be printed. */
  onAdded?: (entry: VialEntry, message: string) => void
}

/** The form of a new entry. */
export function useNewEntryForm({ start: { user, type, vials }, onClose, onAdded }: NewEntryOptions) {
  const add = useFormCall('POST /api/v1/vials-history/')
  const linksOf = useEntryLinks()
  return useClosingForm(NewVialEntry, {
    initialValues: {
      user,
      type,
      quantity: (vials?.length ?? '') as number | string,
      date: today() as string | null,
      note: '',
      tracking_id: '',
      /** Undefined for an entry by quantity only. */
      vials,
      /** Undefined for added vials. */
      receiver: undefined as ReceiverInput | undefined,
      override_reason: '',
    },
    onClose,
    save: async (body) => {
      const entry = await add({ body })
      const message = entrySavedMessage(body)
      onAdded?.(entry, message)
      if (!onAdded || !canPrintLabels(entry)) return { message, links: linksOf(entry) }
      onClose()
      return undefined
    },
  })
}

/** The fields of a new entry, without its type and its vials. */
export function NewEntryFields({ form }: { form: ReturnType<typeof useNewEntryForm> }) {
  const { user, type, vials, quantity } = form.getValues()
  const shipped = type === 'shipped'
  return (
    <>
      <VialEntryFields form={form} shipped={shipped} counted={vials !== undefined} />
      {shipped && <ReceiverFields patientId={user} form={form} />}
      <ReleaseCheck patientId={user} type={type} vials={vials} quantity={quantity} form={form} />
    </>
  )
}

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
