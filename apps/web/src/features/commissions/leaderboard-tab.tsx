import { SegmentedControl, Stack, Text } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LeaderboardRow } from '@vialdesk/contract/commissions'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { useListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { earnerOf, earners, lastMonths, monthText } from './commission-text.ts'

type Period = 'month' | 'quarter' | 'year'
interface LeaderboardSearch {
  period?: Period | undefined
  month?: string | undefined
  membership?: number | undefined
}

const periods: { value: Period; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'year', label: 'Year' },
]
const roleOptions = earners.map(({ membership, many }) => ({ value: String(membership), label: many }))
const monthOptions = () => lastMonths(36).map((month) => ({ value: month, label: monthText(month) }))

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

/** Who earned the most. Sales roles see initials of people outside their sales line. */
export function LeaderboardTab() {
  const page = useListPage<LeaderboardSearch>(25, ({ month, membership }) => [
    { keys: ['period'], label: undefined },
    { keys: ['month'], label: month && `Month: ${monthText(month)}` },
    { keys: ['membership'], label: membership && `Role: ${earnerOf(membership).many}` },
  ])
  const { period = 'month', month, membership } = page.filter
  const list = useQuery({
    ...apiQuery('GET /api/v1/commissions/leaderboard/', { query: page.query }),
    placeholderData: keepPreviousData,
  })
  const hint =
    'Nobody with this role earned commissions in this period. Sales at the checkout earn them, at the rates of an admin.'
  return (
    <Stack gap="sm">
      <Text c="dimmed" role="status">
        {list.data && `${formatDay(list.data.from)} to ${formatDay(list.data.to)}`}
      </Text>
      <DataTable
        name="commission-leaderboard"
        views="leaderboard"
        label="Leaderboard"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        empty={<EmptyState icon={IconTrophy} title="Empty table. There's nothing to show" hint={hint} />}
        toolbar={
          <>
            <SegmentedControl
              aria-label="Period"
              data={periods}
              value={period}
              onChange={(next) => page.change({ period: next as Period })}
            />
            <FilterSelect
              label="Month"
              all="Now"
              options={monthOptions()}
              value={month}
              onChange={(next) => page.change({ month: next })}
              width={150}
            />
            <FilterSelect
              label="Role"
              all="Sales reps"
              options={roleOptions}
              value={membership === undefined ? undefined : String(membership)}
              onChange={(next) => page.change({ membership: next ? Number(next) : undefined })}
              width={190}
            />
          </>
        }
      />
    </Stack>
  )
}
