import { Alert, Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { checkout } from '@vialdesk/contract/checkout'
import type { AttemptRow } from '@vialdesk/contract/payments-to-review'
import { requiredLine } from '@vialdesk/contract/primitives'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { confirmDiscard } from '#web/ui/dialogs/confirm-discard.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { type PaymentDecision, paymentDecisions } from './payment-decisions.ts'

const Resolution = checkout.resolve.body
const ResolutionWithId = Resolution.extend({ gateway_trans_id: requiredLine(40) })

interface Props {
  attempt: AttemptRow
  decision: PaymentDecision
  onClose: () => void
}

/** Decides a payment manually. The audit keeps the reason and the admin. */
export function ResolveForm({ attempt, decision, onClose }: Props) {
  const { as, consequence, verb, danger, needsId } = paymentDecisions[decision]
  const resolve = useFormCall('POST /api/v1/checkout-attempts/{id}/resolve/')
  const form = useClosingForm(needsId ? ResolutionWithId : Resolution, {
    initialValues: { as, gateway_trans_id: needsId ? (attempt.gateway_trans_id ?? '') : '', note: '' },
    onClose,
    save: async (body) => (await resolve({ params: { id: attempt.id }, body })).message,
  })
  return (
    <Form {...form.formProps} label={verb}>
      <Text>
        Invoice {attempt.invoice_id}: {formatMoney(attempt.amount)} by {attempt.payer}.
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
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={async () => (await confirmDiscard(form.isDirty())) && onClose()}>
          Cancel
        </Button>
        <SubmitButton busy={form.busy} color={danger ? 'red' : undefined}>
          {verb}
        </SubmitButton>
      </Group>
    </Form>
  )
}
