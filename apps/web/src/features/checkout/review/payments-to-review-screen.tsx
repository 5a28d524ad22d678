import { Alert, Text, Textarea, TextInput } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconCircleCheck, IconCircleX, IconLink, IconRefresh } from '@tabler/icons-react'
import { requiredLine } from '@vialdesk/contract/base/primitives'
import { checkout } from '@vialdesk/contract/money/checkout'
import type { AttemptRow } from '@vialdesk/contract/money/payments-to-review'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useAction, useFormCall } from '#web/lib/api/use-call.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { FormDialogOf } from '#web/ui/dialogs/drawer-of.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { ListTotals } from '#web/ui/table/list-totals.tsx'
import type { Column, RowAction } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

interface Decision {
  as: 'abandoned' | 'paid'
  verb: string
  consequence: string
  icon: Icon
  danger?: boolean
  needsId?: boolean
}

/** Manual decisions about a payment and their consequences. */
const paymentDecisions = {
  unpaid: {
    as: 'abandoned',
    verb: 'Mark as not paid',
    consequence:
      'We check with the provider once more. If it was not paid, no purchase is recorded and the center can pay this invoice again.',
    icon: IconCircleX,
    danger: true,
  },
  paid: {
    as: 'paid',
    verb: 'Attach provider transaction',
    consequence:
      'The purchase is recorded as paid. The receipt and the patient’s account are created. The provider must have this transaction with the same amount.',
    icon: IconLink,
    needsId: true,
  },
  settled: {
    as: 'paid',
    verb: 'Mark as settled',
    consequence: 'The decision stays. The payment is removed from this list.',
    icon: IconCircleCheck,
  },
} satisfies Record<string, Decision>

const Resolution = checkout.resolve.body
const ResolutionWithId = Resolution.extend({ gateway_trans_id: requiredLine(40) })

interface Props {
  attempt: AttemptRow
  decision: Decision
  onClose: () => void
}

/** Decides a payment manually. The audit keeps the reason and the admin. */
function ResolveForm({ attempt, decision, onClose }: Props) {
  const { as, consequence, verb, danger, needsId } = decision
  const resolve = useFormCall('POST /api/v1/checkout-attempts/{id}/resolve/')
  const form = useClosingForm(needsId ? ResolutionWithId : Resolution, {
    initialValues: { as, gateway_trans_id: needsId ? (attempt.gateway_trans_id ?? '') : '', note: '' },
    onClose,
    save: async (body) => (await resolve({ params: { id: attempt.id }, body })).message,
  })
  return (
    <Form {...form.formProps} label={verb} verb={verb} onCancel={onClose} color={danger ? 'red' : undefined}>
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
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </Form>
  )
}

/** What each state of an attempt is called. The first four are not final: nobody knows whether the payment was charged. */
const states: Record<string, { text: string; meaning: StatusMeaning }> = {
  sending: { text: 'Being sent', meaning: 'waiting' },
  unknown: { text: 'Unknown', meaning: 'waiting' },
  held: { text: 'Held by provider', meaning: 'waiting' },
  review: { text: 'Needs review', meaning: 'waiting' },
  approved: { text: 'Paid', meaning: 'good' },
  declined: { text: 'Declined', meaning: 'bad' },
  rejected: { text: 'Rejected', meaning: 'bad' },
  abandoned: { text: 'Not paid', meaning: 'neutral' },
}
const stateOf = (status: string) => states[status] ?? { text: status, meaning: 'waiting' as const }

const attemptColumns: Column<AttemptRow>[] = [
  {
    key: 'invoice_id',
    header: 'Invoice',
    main: true,
    width: 120,
    cell: ({ invoice_id, attempt_no }) => (
      <Text span inherit style={{ whiteSpace: 'nowrap' }}>
        {attempt_no > 1 ? `${invoice_id} (try ${attempt_no})` : invoice_id}
      </Text>
    ),
  },
  {
    key: 'created_at',
    sort: '-created',
    header: 'When',
    width: 130,
    cell: ({ created_at }) => <DateText value={created_at} withTime />,
  },
  { key: 'payer', header: 'Payer', cell: ({ payer }) => payer || '—' },
  { key: 'product', header: 'Product', cell: ({ product }) => product || '—' },
  { key: 'amount', sort: '-amount', header: 'Amount', align: 'right', cell: ({ amount }) => <Money dollars={amount} /> },
  {
    key: 'status',
    header: 'Status',
    width: 150,
    cell: ({ status }) => <StatusBadge meaning={stateOf(status).meaning}>{stateOf(status).text}</StatusBadge>,
  },
  {
    key: 'review_note',
    header: 'Reason',
    cell: ({ review_note, user_message, outcome_code }) => (
      <>
        {review_note ?? user_message ?? '—'}
        {outcome_code && (
          <Text span c="dimmed" size="xs" display="block">
            Provider’s code: {outcome_code}
          </Text>
        )}
      </>
    ),
  },
  { key: 'gateway_trans_id', header: 'Provider transaction', cell: (row) => row.gateway_trans_id ?? '—', optional: true },
  { key: 'checks', header: 'Checks', align: 'right', cell: ({ checks }) => checks, optional: true },
  {
    key: 'next_check_at',
    header: 'Next check',
    cell: ({ next_check_at }) => <DateText value={next_check_at} withTime blank="None" />,
    optional: true,
  },
]

interface OpenDecision {
  attempt: AttemptRow
  decision: Decision
}

/** A re-check may decide the payment, so it needs a confirmation. */
const RECHECK =
  'We ask the provider for the result of this payment. If it was paid, the purchase is recorded; if not, it is marked as not paid. Nothing is charged.'

function usePaymentActions(onDecide: (open: OpenDecision) => void) {
  const recheck = useAction('POST /api/v1/checkout-attempts/{id}/recheck/')
  return (attempt: AttemptRow): RowAction[] => {
    const decide = (decision: Decision): RowAction => ({
      label: decision.verb,
      icon: decision.icon,
      danger: decision.danger === true,
      onClick: () => onDecide({ attempt, decision }),
    })
    if (stateOf(attempt.status).meaning !== 'waiting') return [decide(paymentDecisions.settled)]
    const again = {
      label: 'Re-check',
      icon: IconRefresh,
      asks: { title: `Re-check ${attempt.invoice_id}?`, consequence: RECHECK },
      onClick: () => recheck.mutate({ params: { id: attempt.id } }),
    }
    return [again, decide(paymentDecisions.paid), decide(paymentDecisions.unpaid)]
  }
}

const payments = defineList('GET /api/v1/checkout-attempts/', {
  name: 'payments-to-review',
  label: 'Payments',
  pageSize: 10,
  columns: attemptColumns,
  rowName: ({ invoice_id }) => invoice_id,
  empty: { icon: IconCircleCheck, hint: 'No payments to review.' },
})

/** Payments without a known result, with actions to resolve them. */
export function PaymentsToReviewScreen() {
  const opened = useList(payments)
  const [open, setOpen] = useState<OpenDecision>()
  const rowActions = usePaymentActions(setOpen)
  const close = () => setOpen(undefined)
  return (
    <Screen
      title="Payments to Review"
      lead="Payments without a clear answer from the provider, or with a purchase that needs review. These invoices cannot be paid again until you decide."
    >
      <ListTable of={opened} rowActions={rowActions} />
      <ListTotals
        totals={opened.data ? [{ label: 'Amount', value: <Money dollars={opened.data.amount} /> }] : []}
        isBusy={!opened.data}
      />
      <FormDialogOf of={open} onClose={close} size="md" title={({ decision }) => decision.verb} centered>
        {(shown) => <ResolveForm {...shown} onClose={close} />}
      </FormDialogOf>
    </Screen>
  )
}
