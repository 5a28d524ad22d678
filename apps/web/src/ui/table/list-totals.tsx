import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Total {
  label: string
  value: ReactNode
}

/** Sums of all rows of a list, under its table. The height is kept while they load. */
export const ListTotals = ({ totals, isBusy = false }: { totals: Total[]; isBusy?: boolean }) => (
  <Group
    mt="sm"
    gap="lg"
    justify="flex-end"
    className="figures"
    mih={24}
    aria-label="Totals of all pages"
    role="group"
    aria-busy={isBusy}
  >
    {totals.map(({ label, value }) => (
      <Text key={label} size="sm">
        {label} <b>{value}</b>
      </Text>
    ))}
  </Group>
)
