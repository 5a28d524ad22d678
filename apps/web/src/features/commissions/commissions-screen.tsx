import { Alert, Stack, Text } from '@mantine/core'
import { IconInfoCircle, IconTrophy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LeaderboardRow } from '@vialdesk/contract/money/commissions'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { useChangeUrlSearch, useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { TabPanels } from '#web/ui/layout/tab-panels.tsx'
import { switchFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { monthFilter, roleFilter } from './commission-filters.tsx'
import { RatesTab } from './rates-tab.tsx'
import { StatementsTab } from './statements-tab.tsx'

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

const ranks = defineList('GET /api/v1/commissions/leaderboard/', {
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
function LeaderboardTab() {
  const open = useList(ranks)
  return (
    <Stack gap="sm">
      <Text c="dimmed" role="status">
        {open.data && `${formatDay(open.data.from)} to ${formatDay(open.data.to)}`}
      </Text>
      <ListTable of={open} />
    </Stack>
  )
}

const statements = { value: 'statements', label: 'Statements', content: <StatementsTab /> } as const
const rates = { value: 'rates', label: 'Rates', content: <RatesTab /> } as const
const leaderboard = { value: 'leaderboard', label: 'Leaderboard', content: <LeaderboardTab /> } as const
type CommissionTab = 'statements' | 'rates' | 'leaderboard'

/** Only known once the list answered; until then nothing is shown. */
function OffNotice() {
  const { data } = useQuery(apiQuery('GET /api/v1/commissions/statements/', { query: { limit: 1 } }))
  if (data?.enabled !== false) return null
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} />} title="Commissions are turned off">
      New sales earn no commissions. Commissions of earlier sales stay.
    </Alert>
  )
}

const noFilters = { month: undefined, membership: undefined, user_id: undefined, state: undefined, period: undefined }

/** Commissions: statements and the leaderboard; admins also set the rates. */
export function CommissionsScreen() {
  const isAdmin = useMayCall('POST /api/v1/commissions/rates/')
  const { tab } = useUrlSearch<{ tab?: CommissionTab }>()
  const change = useChangeUrlSearch()
  const tabs = isAdmin ? [statements, rates, leaderboard] : [statements, leaderboard]
  const open = (next: CommissionTab) =>
    change({ ...noFilters, offset: undefined, tab: next === 'statements' ? undefined : next }, { replace: true })
  return (
    <Screen title="Commissions">
      <OffNotice />
      <TabPanels tabs={tabs} value={tab} onOpen={open} />
    </Screen>
  )
}
