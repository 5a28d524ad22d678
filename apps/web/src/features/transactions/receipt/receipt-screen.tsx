import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconEdit, IconReceiptRefund } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Refund, RefundStatus, SaleChange } from '@vialdesk/contract/money/transaction-changes'
import type { Transaction } from '@vialdesk/contract/money/transactions'
import { type ReactNode, useState } from 'react'
import { NoteMark } from '#web/entities/note/note-reach.tsx'
import { EditSaleDialog } from '#web/features/transactions/changes/edit-sale-dialog.tsx'
import { RefundDialog } from '#web/features/transactions/changes/refund-dialog.tsx'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess, showWarning } from '#web/lib/browser/toast.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PrintActions } from '#web/ui/layout/print-actions.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import { Receipt } from './receipt.tsx'

const labels: Record<string, string> = {
  product: 'Product',
  quantity: 'Quantity',
  amount: 'Amount',
  harvest_center: 'Harvest center',
  referral_harvest_center: 'Referral harvest center',
  patient: 'Patient',
  sales_rep: 'Sales rep',
  sales_manager: 'Sales manager',
  sales_distributor: 'Distributor',
  commission_paid: 'Commission paid',
}

function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return key === 'amount' && typeof value === 'number' ? formatMoney(value) : String(value)
}

/** What was changed. Others than admins get product, quantity and amount only. */
function ChangedFields({ change }: { change: SaleChange }) {
  const { before, after, date } = change
  const keys = Object.keys(after)
  if (keys.length === 0) return null
  return (
    <PlainTable
      tight
      aria-label={`Changes of ${date}`}
      style={{ marginTop: 'var(--mantine-spacing-xs)', tableLayout: 'fixed', overflowWrap: 'anywhere' }}
    >
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key}>
            <th scope="row" style={{ fontWeight: 400 }}>
              {labels[key] ?? key}
            </th>
            <td>{valueText(key, before[key])}</td>
            <td>{valueText(key, after[key])}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** The edits of a sale, newest first; for admins also who made them. */
function SaleHistory({ changes }: { changes: SaleChange[] }) {
  return (
    <Section title="History">
      <Stack gap="xs" component="ul">
        {changes.map((change) => (
          <Card key={change.date + change.note} component="li" withBorder padding="sm">
            <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{change.note}</Text>
            <Text size="sm" c="dimmed">
              {change.who && `${change.who} · `}
              <DateText value={change.date} withTime />
            </Text>
            <NoteMark reach="sale" />
            <ChangedFields change={change} />
          </Card>
        ))}
      </Stack>
    </Section>
  )
}

const statuses: Record<RefundStatus, { meaning: StatusMeaning; text: string }> = {
  sending: { meaning: 'waiting', text: 'Being sent' },
  unknown: { meaning: 'waiting', text: 'Waiting for the provider' },
  review: { meaning: 'bad', text: 'Needs review' },
  done: { meaning: 'good', text: 'Done' },
  refused: { meaning: 'neutral', text: 'Refused' },
}

function CheckAgain({ refund }: { refund: Refund }) {
  const recheck = useMutation({
    ...apiMutation('POST /api/v1/refunds/{id}/recheck/'),
    onSuccess: ({ status, message }) =>
      status === 'unknown' || status === 'review' ? showWarning('The provider gave no clear answer.') : showSuccess(message),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={recheck.isPending}
      onClick={() => recheck.mutate({ params: { id: refund.id } })}
      aria-label={`Check the ${refund.kind} of ${formatMoney(refund.amount)} again`}
    >
      Check again
    </Button>
  )
}

/** The refunds and voids of a sale, for admins. */
function SaleRefunds({ refunds }: { refunds: Refund[] }) {
  return (
    <Section title="Refunds" lead="Money that was given back, or that the provider was asked to give back.">
      <Stack gap="xs" component="ul">
        {refunds.map((refund) => {
          const { meaning, text } = statuses[refund.status]
          return (
            <Card key={refund.id} component="li" withBorder padding="sm">
              <Group justify="space-between" gap="xs">
                <Text fw={600}>
                  {refund.kind === 'void' ? 'Void' : 'Refund'} of {formatMoney(refund.amount)}
                </Text>
                <Group gap="xs">
                  <StatusBadge meaning={meaning}>{text}</StatusBadge>
                  {(refund.status === 'unknown' || refund.status === 'review') && <CheckAgain refund={refund} />}
                </Group>
              </Group>
              <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{refund.note}</Text>
              <Text size="sm" c="dimmed">
                {refund.who} · <DateText value={refund.date} withTime />
                {refund.status === 'refused' && ` · ${refund.message}`}
              </Text>
            </Card>
          )
        })}
      </Stack>
    </Section>
  )
}

/** The changes that the reader may make. They are not printed. */
function SaleActions({ sale }: { sale: Transaction }) {
  const [open, setOpen] = useState<'edit' | 'refund'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {sale.can.edit && (
        <Button variant="default" className="no-print" leftSection={<IconEdit size={16} />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      )}
      {sale.can.refund && (
        <Button
          variant="default"
          className="no-print"
          leftSection={<IconReceiptRefund size={16} />}
          onClick={() => setOpen('refund')}
        >
          Refund or void
        </Button>
      )}
      <EditSaleDialog id={open === 'edit' ? sale.id : undefined} onClose={close} />
      <RefundDialog sale={sale} opened={open === 'refund'} onClose={close} />
    </>
  )
}

interface Props {
  id: number
  /** Stands above the receipt, as soon as that is there. */
  notice: ReactNode
}

/** The receipt of one sale, for screen and paper; below it, what happened to the sale since. */
export function ReceiptScreen({ id, notice }: Props) {
  const query = useQuery(apiQuery('GET /api/v1/transactions/{id}/', { params: { id } }))
  const sale = query.data
  usePageTitle(sale && `Receipt ${sale.invoice_id}`)
  return (
    <Screen
      title="Receipt"
      actions={
        !query.isPending && (
          <>
            {sale && <SaleActions sale={sale} />}
            <PrintActions backPath="/dashboard" ready={Boolean(sale)} />
          </>
        )
      }
    >
      <Loaded query={query} skeleton={[60, 220, 120]}>
        {(loaded) => (
          <>
            {notice}
            <Receipt sale={loaded} />
            <Stack className="no-print" gap="xl" mt="xl" maw="46rem">
              {loaded.refunds && loaded.refunds.length > 0 && <SaleRefunds refunds={loaded.refunds} />}
              {loaded.transaction_history.length > 0 && <SaleHistory changes={loaded.transaction_history} />}
            </Stack>
          </>
        )}
      </Loaded>
    </Screen>
  )
}
