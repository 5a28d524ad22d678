import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TransactionFilter } from '@vialdesk/contract/transactions'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { ListTotals } from '#web/ui/table/list-totals.tsx'
import { Money } from '#web/ui/text/money.tsx'

type Filter = Partial<Omit<TransactionFilter, 'limit' | 'offset'>>

/** Count, quantity and amount of all sales of a filter, under their list. */
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
  const totals = data
    ? [
        { label: 'Sales', value: formatCount(data.count) },
        { label: 'Quantity', value: formatCount(data.quantity) },
        { label: 'Amount', value: <Money dollars={data.amount} /> },
      ]
    : []
  return <ListTotals totals={totals} isBusy={isPlaceholderData || !data} />
}
