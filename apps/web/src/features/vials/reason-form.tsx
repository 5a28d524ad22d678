import { Alert, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { VialMove } from '@vialdesk/contract/traced-vials'
import { send } from '#web/lib/api.ts'
import { useClosingForm } from '#web/lib/use-closing-form.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { countOfVials } from '#web/lib/vial-words.ts'
import { ClosingButtons } from '#web/ui/closing-buttons.tsx'
import { Form } from '#web/ui/form.tsx'
import type { ActionFormProps, Handled } from './vial-actions.ts'

const isInStock = ({ state }: Handled) => state === 'released' || state === 'held'

function Warning({ vials }: { vials: readonly Handled[] }) {
  const counted = vials.filter(isInStock).length
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title="This cannot be undone">
      {counted > 0
        ? `There will be ${counted} fewer available: each entry that added one is corrected.`
        : 'What is not in stock yet changes no counts.'}
    </Alert>
  )
}

/** Puts vials on hold or disposes of them; why, is asked of whoever does it. */
export function ReasonForm({ vials, to, onClose, onSaved, unsaved }: ActionFormProps & { to: 'held' | 'disposed' }) {
  const move = useMutation({ ...send('POST /api/v1/vials/move/'), meta: { handlesErrors: true } })
  const form = useClosingForm(VialMove, {
    initialValues: { vials: vials.map(({ id }) => id), to, reason: '' },
    onClose: onSaved,
    save: async (body) => (await move.mutateAsync({ body })).message,
  })
  useUnsaved(unsaved, form.isDirty)
  const gone = to === 'disposed'
  return (
    <Form {...form.formProps} label={gone ? 'Dispose of vials' : 'Hold vials'}>
      {gone && <Warning vials={vials} />}
      <TextInput
        label="Reason"
        description={gone ? undefined : 'What is on hold stays available in the counts, but is not shipped.'}
        withAsterisk
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <ClosingButtons form={form} onClose={onClose} {...(gone && { color: 'red' })}>
        {gone ? `Dispose of ${countOfVials(vials.length)}` : `Hold ${countOfVials(vials.length)}`}
      </ClosingButtons>
    </Form>
  )
}
