import { Alert, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { VialMove } from '@vialdesk/contract/single-vials'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { vialCountText } from '#web/features/vials/vial-text.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import type { ActionFormProps, ActionVial } from './vial-actions.ts'

const isInStock = ({ state }: ActionVial) => state === 'released' || state === 'held'

function Warning({ vials }: { vials: readonly ActionVial[] }) {
  const inStock = vials.filter(isInStock).length
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title="This cannot be undone">
      {inStock > 0
        ? `The number of available vials goes down by ${inStock}. The entries that added the vials are corrected.`
        : 'The counts do not change: these vials are not in stock.'}
    </Alert>
  )
}

/** Holds or disposes of vials, with a reason. */
export function ReasonForm({ vials, to, onClose, onSaved }: ActionFormProps & { to: 'held' | 'disposed' }) {
  const move = useFormCall('POST /api/v1/vials/move/')
  const form = useClosingForm(VialMove, {
    initialValues: { vials: vials.map(({ id }) => id), to, reason: '' },
    onClose: onSaved,
    save: async (body) => (await move({ body })).message,
  })
  const isDisposal = to === 'disposed'
  return (
    <Form {...form.formProps} label={isDisposal ? 'Dispose of vials' : 'Hold vials'}>
      {isDisposal && <Warning vials={vials} />}
      <TextInput
        label="Reason"
        description={
          isDisposal
            ? noteReachTexts.internal
            : `${noteReachTexts.internal}. Vials on hold count as available but cannot be shipped.`
        }
        withAsterisk
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <FormFooter form={form} onClose={onClose} {...(isDisposal && { color: 'red' })}>
        {isDisposal ? `Dispose of ${vialCountText(vials.length)}` : `Hold ${vialCountText(vials.length)}`}
      </FormFooter>
    </Form>
  )
}
