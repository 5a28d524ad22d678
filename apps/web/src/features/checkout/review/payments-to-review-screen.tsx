import { IconCircleCheck, IconCircleX, IconLink, IconRefresh } from '@tabler/icons-react'
import type { AttemptRow } from '@vialdesk/contract/payments-to-review'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { ListTotals } from '#web/ui/table/list-totals.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { isDecided } from './attempt-status.ts'
import { attemptColumns } from './attempts.columns.tsx'
import { type PaymentDecision, paymentDecisions } from './payment-decisions.ts'
import { ResolveForm } from './resolve-form.tsx'

interface OpenDecision {
  attempt: AttemptRow
  decision: PaymentDecision
}

const icons = { unpaid: IconCircleX, paid: IconLink, settled: IconCircleCheck }

/** A re-check may decide the payment, so it needs a confirmation. */
function useRecheck() {
  const recheck = useAction('POST /api/v1/checkout-attempts/{id}/recheck/')
  return async ({ id, invoice_id }: AttemptRow) => {
    const question = {
      title: `Re-check ${invoice_id}?`,
      consequence:
        'We ask the provider for the result of this payment. If it was paid, the purchase is recorded; if not, it is marked as not paid. Nothing is charged.',
      verb: 'Re-check',
    }
    if (await confirm(question)) recheck.mutate({ params: { id } })
  }
}

function DecisionDialog({ open, onClose }: { open: OpenDecision | undefined; onClose: () => void }) {
  const shown = useLatestValue(open)
  return (
    <FormDialog
      opened={open !== undefined}
      onClose={onClose}
      size="md"
      title={shown && paymentDecisions[shown.decision].verb}
      centered
    >
      {shown && <ResolveForm {...shown} onClose={onClose} />}
    </FormDialog>
  )
}

function usePaymentActions(onDecide: (open: OpenDecision) => void) {
  const recheck = useRecheck()
  return (attempt: AttemptRow): RowAction[] => {
    const decide = (decision: PaymentDecision): RowAction => ({
      label: paymentDecisions[decision].verb,
      icon: icons[decision],
      danger: paymentDecisions[decision].danger,
      onClick: () => onDecide({ attempt, decision }),
    })
    if (isDecided(attempt.status)) return [decide('settled')]
    const again = { label: 'Re-check', icon: IconRefresh, onClick: () => void recheck(attempt) }
    return [again, decide('paid'), decide('unpaid')]
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
      <DecisionDialog open={open} onClose={() => setOpen(undefined)} />
    </Screen>
  )
}
