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
        ? `The number of available vials goes down by ${counted}. The entries that added the vials are corrected.`
        : 'The counts do not change: these vials are not in stock.'}
    </Alert>
  )
}

/** Holds or disposes of vials, with a reason. */
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
        description={gone ? undefined : 'Vials on hold count as available but cannot be shipped.'}
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
