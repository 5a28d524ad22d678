import { Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TransactionFilter } from '@vialdesk/contract/transactions'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
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
  return (
    <Group
      mt="sm"
      gap="lg"
      justify="flex-end"
      className="figures"
      mih={24}
      aria-label="Totals of all pages"
      role="group"
      aria-busy={isPlaceholderData || !data}
    >
      {data && (
        <>
          <Text size="sm">
            Sales <b>{formatCount(data.count)}</b>
          </Text>
          <Text size="sm">
            Quantity <b>{formatCount(data.quantity)}</b>
          </Text>
          <Text size="sm">
            Amount{' '}
            <b>
              <Money dollars={data.amount} />
            </b>
          </Text>
        </>
      )}
    </Group>
  )
}
