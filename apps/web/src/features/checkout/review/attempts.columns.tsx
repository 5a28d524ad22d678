import { Text } from '@mantine/core'
import type { AttemptRow } from '@vialdesk/contract/payments-to-review'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import { attemptStatusName } from './attempt-status.ts'

const meanings: Record<string, StatusMeaning> = { approved: 'good', declined: 'bad', rejected: 'bad', abandoned: 'neutral' }

export const attemptColumns: Column<AttemptRow>[] = [
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
    cell: ({ status }) => <StatusBadge meaning={meanings[status] ?? 'waiting'}>{attemptStatusName(status)}</StatusBadge>,
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
