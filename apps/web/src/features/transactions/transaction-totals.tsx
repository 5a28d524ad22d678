import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { correctionOf } from '@vialdesk/contract/money/sale-money'
import type { SaleState, TransactionTotals as Totals, TransactionFilter } from '@vialdesk/contract/money/transactions'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { ListTotals } from '#web/ui/table/list-totals.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

export const saleStates: Record<SaleState, { meaning: StatusMeaning; text: string }> = {
  paid: { meaning: 'good', text: 'Paid' },
  partly_refunded: { meaning: 'info', text: 'Partly refunded' },
  refunded: { meaning: 'neutral', text: 'Refunded' },
  voided: { meaning: 'neutral', text: 'Voided' },
}

/** Whether the money of a sale was kept. */
export function SaleStateBadge({ state }: { state: SaleState }) {
  const { meaning, text } = saleStates[state]
  return <StatusBadge meaning={meaning}>{text}</StatusBadge>
}

type Filter = Partial<Omit<TransactionFilter, 'limit' | 'offset'>>

/** Charged, corrections and refunds add up to the total. Sums of zero are left out. */
function totalsOf(totals: Totals) {
  const correction = correctionOf(totals)
  const money = [
    { label: 'Charged', dollars: totals.charged_amount },
    { label: 'Corrections', dollars: correction },
    { label: 'Refunded', dollars: -totals.refunded_amount },
  ].filter(({ dollars }) => dollars !== 0)
  return [
    { label: 'Sales', value: formatCount(totals.count) },
    { label: 'Quantity', value: formatCount(totals.quantity) },
    ...[...(money.length > 1 ? money : []), { label: 'Total', dollars: totals.net_amount }].map(({ label, dollars }) => ({
      label,
      value: <Money dollars={dollars} />,
    })),
  ]
}

/** Count, quantity and money of all sales of a filter, under their list. */
export function TransactionTotals({ filter }: { filter: Filter }) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...apiQuery('GET /api/v1/transactions/totals/', { query: filter }),
    placeholderData: keepPreviousData,
  })
  if (error && !data)
    return (
      <Text mt="sm" size="sm" role="alert">
        The totals could not be loaded.{' '}
        <button type="button" onClick={() => void refetch()}>
          Try again
        </button>
      </Text>
    )
  return <ListTotals totals={data ? totalsOf(data) : []} isBusy={isPlaceholderData || !data} />
}
