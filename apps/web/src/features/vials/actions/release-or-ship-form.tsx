import { Text } from '@mantine/core'
import type { ReceiverInput } from '@vialdesk/contract/release-rules'
import { NewVialEntry } from '@vialdesk/contract/vials'
import { ReceiverFields } from '#web/entities/vial/receiver-fields.tsx'
import { ReleaseCheck } from '#web/entities/vial/release-check.tsx'
import { entrySavedMessage } from '#web/features/vials/entries/entry-text.ts'
import { useEntryLinks } from '#web/features/vials/entries/use-entry-links.ts'
import { VialEntryFields } from '#web/features/vials/entries/vial-entry-fields.tsx'
import { vialCountText } from '#web/features/vials/vial-text.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import type { ActionFormProps } from './vial-actions.ts'

const initialValuesOf = ({ vials, type }: Props) => ({
  user: vials[0]?.patient.id ?? 0,
  type,
  quantity: vials.length as number | string,
  date: today() as string | null,
  note: '',
  tracking_id: '',
  vials: vials.map(({ id }) => id),
  receiver: undefined as ReceiverInput | undefined,
  override_reason: '',
})

type Props = ActionFormProps & { type: 'added' | 'shipped' }

/** Releases or ships the selected vials of one patient by adding a vial entry. */
export function ReleaseOrShipForm(props: Props) {
  const { vials, type, onClose, onSaved } = props
  const add = useFormCall('POST /api/v1/vials-history/')
  const linksOf = useEntryLinks()
  const form = useClosingForm(NewVialEntry, {
    initialValues: initialValuesOf(props),
    onClose: onSaved,
    save: async (body) => {
      const entry = await add({ body })
      return { message: entrySavedMessage(body), links: linksOf(entry) }
    },
  })
  const shipped = type === 'shipped'
  const { user } = form.getValues()
  return (
    <Form {...form.formProps} label={shipped ? 'Ship vials' : 'Release vials'}>
      <Text c="dimmed">
        {shipped
          ? 'The selected vials leave the stock. The patient and the center are notified.'
          : 'The selected vials move into stock and count as available.'}
      </Text>
      <VialEntryFields
        form={form}
        values={{ date: form.getValues().date }}
        onDate={(day) => form.setFieldValue('date', day)}
        shipped={shipped}
        counted
      />
      {shipped && <ReceiverFields patientId={user} form={form} />}
      <ReleaseCheck patientId={user} type={type} vials={vials.map(({ id }) => id)} form={form} />
      <FormFooter form={form} onClose={onClose}>
        {shipped ? `Ship ${vialCountText(vials.length)}` : `Release ${vialCountText(vials.length)}`}
      </FormFooter>
    </Form>
  )
}
