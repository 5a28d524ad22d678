import { Text, TextInput } from '@mantine/core'
import { REQUIRED } from '@vialdesk/contract/validation-messages'
import { ArrivalInput, type VialEntry } from '@vialdesk/contract/vials'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { vialCountText } from '#web/features/vials/vial-text.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { arrivalAction } from './shipment-facts.tsx'

/** The part of a shipped entry that its arrival needs. */
type ShippedEntry = Pick<VialEntry, 'id' | 'quantity' | 'date' | 'arrival'>

const Correction = ArrivalInput.refine(({ reason }) => reason !== '', { path: ['reason'], message: REQUIRED })

/** Confirms that the vials reached their receiver, or corrects that with a reason. */
export function ArrivalForm({ entry, onClose }: { entry: ShippedEntry; onClose: () => void }) {
  const confirm = useFormCall('POST /api/v1/vials-history/{id}/arrival/')
  const corrects = Boolean(entry.arrival)
  const action = arrivalAction(entry.arrival)
  const form = useClosingForm(corrects ? Correction : ArrivalInput, {
    initialValues: { arrived_on: (entry.arrival ? entry.arrival.arrived_on : today()) as string | null, reason: '' },
    onClose,
    save: async (body) => {
      await confirm({ params: { id: entry.id }, body })
      return corrects ? 'The arrival is corrected.' : 'The arrival is confirmed.'
    },
  })
  return (
    <Form {...form.formProps} label={action} verb={action} onCancel={onClose}>
      <Text c="dimmed">
        {corrects
          ? 'Clear the day if the vials have not arrived. The earlier confirmation stays on record.'
          : `${vialCountText(entry.quantity)} reached the receiver. Your name and the time are kept.`}
      </Text>
      <DayInput
        label="Arrived on"
        required={!corrects}
        minDate={entry.date}
        maxDate={today()}
        {...form.getInputProps('arrived_on')}
      />
      {corrects && (
        <TextInput
          label="Reason of the correction"
          description={noteReachTexts.visible}
          withAsterisk
          {...form.getInputProps('reason')}
        />
      )}
    </Form>
  )
}

/** The form for the arrival of an entry, over the page. Closed without an entry. */
export const ArrivalDrawer = ({ entry, onClose }: { entry: ShippedEntry | undefined; onClose: () => void }) => (
  <DrawerOf of={entry} onClose={onClose} title={({ arrival }) => arrivalAction(arrival)}>
    {(shown) => <ArrivalForm key={shown.id} entry={shown} onClose={onClose} />}
  </DrawerOf>
)
