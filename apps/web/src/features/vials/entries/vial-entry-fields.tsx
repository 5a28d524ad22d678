import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { findCarrier } from '@vialdesk/contract/orders'
import type { ReceiverInput } from '@vialdesk/contract/release-rules'
import { MAX_VIALS } from '@vialdesk/contract/single-vials'
import { NewVialEntry, type VialEntry, type VialEntryType } from '@vialdesk/contract/vials'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { ReceiverFields } from '#web/entities/vial/receiver-fields.tsx'
import { ReleaseCheck } from '#web/entities/vial/release-check.tsx'
import { entrySavedMessage } from '#web/features/vials/vial-text.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import type { NoticeLink } from '#web/lib/browser/created.ts'
import { today } from '#web/lib/format/dates.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { trackLinks, useViewLink } from '#web/lib/session/use-view-link.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'

/** The links of the notice of a new entry: shipped vials are followed in the trace report, and at the carrier. */
function useEntryLinks(): (entry: VialEntry) => NoticeLink[] {
  const viewTrace = useViewLink('/trace/{id}')
  return ({ type, user, tracking_id = '', tracking_link }) =>
    type === 'shipped'
      ? [...viewTrace('View trace report', user), ...trackLinks(tracking_link || findCarrier(tracking_id)?.link)]
      : []
}

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
