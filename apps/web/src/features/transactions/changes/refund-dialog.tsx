import { Alert, Radio, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { toCents, toDollars } from '@vialdesk/contract/base/primitives'
import { RefundRequest } from '@vialdesk/contract/money/transaction-changes'
import type { Transaction } from '@vialdesk/contract/money/transactions'
import { useRef, useState } from 'react'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { DollarInput } from '#web/ui/forms/dollar-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'

interface Props {
  sale: Transaction
  opened: boolean
  onClose: () => void
}

/** Gives money back: cancels the payment, or refunds all or a part of it. */
export function RefundDialog({ sale, opened, onClose }: Props) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Refund or void" size="md" centered>
      <RefundForm sale={sale} onClose={onClose} />
    </FormDialog>
  )
}

/** What is neither given back nor being given back, in dollars. */
const restOf = ({ charged_amount = 0, refunds = [] }: Transaction) => {
  const open = refunds.filter(({ status }) => status !== 'refused')
  return toDollars(toCents(charged_amount) - open.reduce((sum, { amount }) => sum + toCents(amount), 0))
}

function chargeOf({ charged_amount = 0 }: Transaction, rest: number): string {
  if (charged_amount === 0) return 'nothing was charged. You can cancel the order.'
  const charged = `${formatMoney(charged_amount)} charged`
  return rest === charged_amount ? `${charged}.` : `${charged}, ${formatMoney(rest)} can still be given back.`
}

/** The same id never gives money back twice, so a repeated click is safe. After a refusal, a new try needs a new id. */
function useGiveBack(sale: Transaction) {
  const send = useFormCall('POST /api/v1/transactions/{id}/refund/')
  const id = useRef(crypto.randomUUID())
  const [refusal, setRefusal] = useState<string>()
  const save = async ({ kind, amount, note }: RefundRequest) => {
    setRefusal(undefined)
    const body = { id: id.current, kind, note, ...(kind === 'refund' && { amount }) }
    const refund = await send({ params: { id: sale.id }, body })
    if (refund.status === 'refused') {
      id.current = crypto.randomUUID()
      setRefusal(refund.message)
      return undefined
    }
    if (refund.status === 'done') return refund.message
    return 'The provider has not answered yet. We ask again by ourselves, so do not give this money back again.'
  }
  return { save, refusal }
}

const READING_MS = 2500

function RefundForm({ sale, onClose }: Omit<Props, 'opened'>) {
  const { save, refusal } = useGiveBack(sale)
  const rest = restOf(sale)
  const isFree = sale.charged_amount === 0
  const mayVoid = rest === sale.charged_amount && !isFree
  const form = useClosingForm(RefundRequest.omit({ id: true }).extend({ id: RefundRequest.shape.id.optional() }), {
    initialValues: { kind: (isFree ? 'void' : 'refund') as 'refund' | 'void', amount: rest, note: '' },
    onClose,
    noticeMs: READING_MS,
    save: async (input) => save(input as RefundRequest),
  })
  const { kind, amount } = form.getValues()
  const isVoid = kind === 'void'
  return (
    <Form
      {...form.formProps}
      label="Refund or void"
      noSubmitByEnter
      verb={isFree ? 'Cancel the order' : isVoid ? `Void ${formatMoney(rest)}` : `Refund ${formatMoney(Number(amount) || 0)}`}
      onCancel={onClose}
      color="red"
    >
      <Text>
        Invoice {sale.invoice_id}: {chargeOf(sale, rest)}
      </Text>
      {refusal && (
        <Alert role="alert" color="red" icon={<IconAlertTriangle size={18} />}>
          {refusal}
        </Alert>
      )}
      {mayVoid && (
        <Radio.Group label="How" {...form.getInputProps('kind')}>
          <Stack gap="xs" mt={4}>
            <Radio value="refund" label="Refund" description="Gives back all or a part of a settled payment." />
            <Radio value="void" label="Void" description="Cancels a payment that is not settled yet, in full." />
          </Stack>
        </Radio.Group>
      )}
      {!isVoid && <DollarInput label="Amount" fixedDecimalScale min={0} {...form.getInputProps('amount')} />}
      <Textarea
        label="Note"
        description="The reason. Internal: only admins."
        withAsterisk
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </Form>
  )
}
