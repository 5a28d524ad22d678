import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewVialEntry } from '@vialdesk/contract/vials'
import { send } from '#web/lib/api.ts'
import { today } from '#web/lib/dates.ts'
import { useClosingForm } from '#web/lib/use-closing-form.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { countOfVials } from '#web/lib/vial-words.ts'
import { ClosingButtons } from '#web/ui/closing-buttons.tsx'
import { Form } from '#web/ui/form.tsx'
import { doneWords } from './entry-words.ts'
import type { ActionFormProps } from './vial-actions.ts'
import { VialFields } from './vial-fields.tsx'

const startOf = ({ vials, type }: Props) => ({
  user: vials[0]?.patient.id ?? 0,
  type,
  quantity: vials.length as number | string,
  date: today() as string | null,
  note: '',
  tracking_id: '',
  vials: vials.map(({ id }) => id),
})

type Props = ActionFormProps & { type: 'added' | 'shipped' }

/** Releases or ships selected vials of one patient with an entry of the vial history; the counts follow. */
export function ChosenEntryForm(props: Props) {
  const { vials, type, onClose, onSaved, unsaved } = props
  const add = useMutation({ ...send('POST /api/v1/vials-history/'), meta: { handlesErrors: true } })
  const form = useClosingForm(NewVialEntry, {
    initialValues: startOf(props),
    onClose: onSaved,
    save: async (body) => doneWords(await add.mutateAsync({ body })),
  })
  useUnsaved(unsaved, form.isDirty)
  const shipped = type === 'shipped'
  return (
    <Form {...form.formProps} label={shipped ? 'Ship vials' : 'Release vials'}>
      <Text c="dimmed">
        {shipped
          ? 'The selected vials leave the stock. The patient and the center are notified.'
          : 'The selected vials move into stock and count as available.'}
      </Text>
      <VialFields
        form={form}
        values={{ date: form.getValues().date }}
        onDate={(day) => form.setFieldValue('date', day)}
        shipped={shipped}
        counted
      />
      <ClosingButtons form={form} onClose={onClose}>
        {shipped ? `Ship ${countOfVials(vials.length)}` : `Release ${countOfVials(vials.length)}`}
      </ClosingButtons>
    </Form>
  )
}
