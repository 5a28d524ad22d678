import { Alert, Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type AttemptRow, checkout } from '@vialdesk/contract/checkout'
import { filled } from '@vialdesk/contract/primitives'
import type { RefObject } from 'react'
import { send } from '#web/lib/api.ts'
import { showMoney } from '#web/lib/money.ts'
import { useClosingForm } from '#web/lib/use-closing-form.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { confirmLoss } from '#web/ui/confirm-loss.ts'
import { Form } from '#web/ui/form.tsx'
import { SavedNotice } from '#web/ui/saved-notice.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { type Decision, decisions } from './decisions.ts'

const Resolution = checkout.resolve.body
const WithId = Resolution.extend({ gateway_trans_id: filled(40) })

interface Props {
  attempt: AttemptRow
  decision: Decision
  onClose: () => void
  /** Set by the form: true when closing would lose changes. */
  unsaved: RefObject<() => boolean>
}

/** Decides a payment manually. The audit keeps the reason and the admin. */
export function ResolveForm({ attempt, decision, onClose, unsaved }: Props) {
  const { as, consequence, verb, danger, needsId } = decisions[decision]
  const resolve = useMutation({ ...send('POST /api/v1/checkout-attempts/{id}/resolve/'), meta: { handlesErrors: true } })
  const form = useClosingForm(needsId ? WithId : Resolution, {
    initialValues: { as, gateway_trans_id: needsId ? (attempt.gateway_trans_id ?? '') : '', note: '' },
    onClose,
    save: async (body) => (await resolve.mutateAsync({ params: { id: attempt.id }, body })).message,
  })
  useUnsaved(unsaved, form.isDirty)
  return (
    <Form {...form.formProps} label={verb}>
      <Text>
        Invoice {attempt.invoice_id}: {showMoney(attempt.amount)} by {attempt.payer}.
      </Text>
      <Alert role="note" color={danger ? 'red' : 'yellow'} icon={<IconAlertTriangle size={18} />}>
        {consequence}
      </Alert>
      {needsId && (
        <TextInput
          label="Provider transaction"
          description="The ID in the provider’s console"
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('gateway_trans_id')}
        />
      )}
      <Textarea
        label="Note"
        description="How you know the result. This note is kept. Do not enter card numbers."
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('note')}
      />
      <SavedNotice message={form.saved} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={async () => (await confirmLoss(form.isDirty())) && onClose()}>
          Cancel
        </Button>
        <SubmitButton busy={form.busy} disabled={form.saved !== undefined} color={danger ? 'red' : undefined}>
          {verb}
        </SubmitButton>
      </Group>
    </Form>
  )
}
