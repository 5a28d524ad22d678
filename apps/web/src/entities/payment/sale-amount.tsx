import { Text } from '@mantine/core'
import type { TransactionRow } from '@vialdesk/contract/transactions'
import { Money } from '#web/ui/text/money.tsx'

/** The amount of a sale; under it what was charged, where a correction makes them differ. */
export function SaleAmount({ amount, charged_amount }: Pick<TransactionRow, 'amount' | 'charged_amount'>) {
  return (
    <>
      <Money dollars={amount} />
      {amount !== charged_amount && (
        <Text component="div" size="xs" c="dimmed">
          charged <Money dollars={charged_amount} />
        </Text>
      )}
    </>
  )
}
