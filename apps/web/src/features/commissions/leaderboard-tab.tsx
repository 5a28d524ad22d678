import { Stack, Text } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import type { LeaderboardRow } from '@vialdesk/contract/commissions'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { switchFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { monthFilter, roleFilter } from './commission-filters.ts'

const columns: Column<LeaderboardRow>[] = [
  { key: 'rank', header: 'Rank', cell: ({ rank }) => <span className="figures">{rank}</span>, width: 80 },
  {
    key: 'name',
    header: 'Name',
    main: true,
    cell: ({ name, own }) => (own ? <StatusBadge meaning="info">{`${name} (you)`}</StatusBadge> : name),
  },
  { key: 'amount', header: 'Earned', align: 'right', cell: ({ amount }) => <Money dollars={amount} /> },
]

const leaderboard = defineList('GET /api/v1/commissions/leaderboard/', {
  name: 'commission-leaderboard',
  label: 'Leaderboard',
  pageSize: 25,
  views: 'leaderboard',
  columns,
  filters: [
    switchFilter('period', 'Period', { month: 'Month', quarter: 'Quarter', year: 'Year' }),
    monthFilter('Now'),
    roleFilter({ all: 'Sales reps', width: 190, chip: 'many' }),
  ],
  rowName: ({ name }) => name,
  empty: {
    icon: IconTrophy,
    hint: 'Nobody with this role earned commissions in this period. Sales at the checkout earn them, at the rates of an admin.',
  },
})

/** Who earned the most. Sales roles see initials of people outside their sales line. */
export function LeaderboardTab() {
  const open = useList(leaderboard)
  return (
    <Stack gap="sm">
      <Text c="dimmed" role="status">
        {open.data && `${formatDay(open.data.from)} to ${formatDay(open.data.to)}`}
      </Text>
      <ListTable of={open} />
    </Stack>
  )
}
