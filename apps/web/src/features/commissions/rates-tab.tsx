import { Button, Group, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CommissionRate } from '@vialdesk/contract/commissions'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import { CommissionSwitches } from './commission-switches.tsx'
import { earnerOf, earners, personText, rateText } from './commission-text.ts'
import { RateDrawer } from './rate-drawer.tsx'

const states: Record<CommissionRate['state'], { meaning: StatusMeaning; text: string }> = {
  current: { meaning: 'good', text: 'Applies now' },
  next: { meaning: 'info', text: 'Applies later' },
  past: { meaning: 'neutral', text: 'Replaced' },
}
const forWhom = ({ person, membership }: CommissionRate) => (person ? personText(person) : earnerOf(membership).all)

const columns: Column<CommissionRate>[] = [
  { key: 'person', header: 'For', main: true, cell: forWhom },
  { key: 'membership', header: 'Role', cell: ({ membership }) => earnerOf(membership).one },
  { key: 'product', header: 'Product', cell: ({ product }) => product?.name ?? 'All products' },
  { key: 'rate', header: 'Rate', align: 'right', cell: rateText },
  { key: 'valid_from', header: 'Valid from', cell: ({ valid_from }) => <DateText value={valid_from} /> },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge meaning={states[state].meaning}>{states[state].text}</StatusBadge>,
  },
  { key: 'created_by', header: 'Added by', cell: ({ created_by }) => created_by || '—', optional: true },
]

const roleOptions = earners.map(({ membership, many }) => ({ value: String(membership), label: many }))
const LEAD =
  'The most specific rate applies: of the person and product, of the person, of the role and product, of the role. A new rate replaces the old one from its first day on. Past sales keep theirs.'

/** The rates and switches of commissions, for admins. */
export function RatesTab() {
  const [adding, setAdding] = useState(false)
  const page = useListPage<{ membership?: number | undefined }>(10, ({ membership }) => [
    { keys: ['membership'], label: membership && `Role: ${earnerOf(membership).one}` },
  ])
  const { membership } = page.filter
  const list = useQuery({
    ...apiQuery('GET /api/v1/commissions/rates/', { query: page.query }),
    placeholderData: keepPreviousData,
  })
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      Add rate
    </Button>
  )
  return (
    <Stack gap="xl">
      <CommissionSwitches />
      <Section title="Rates" lead={LEAD} action={<Group>{add}</Group>}>
        <DataTable
          name="commission-rates"
          views="rates"
          label="Rates"
          columns={columns}
          list={list}
          page={page}
          rowKey={({ id }) => id}
          rowName={(rate) => `${forWhom(rate)}, ${rateText(rate)}`}
          empty={<EmptyState title="Empty table. There's nothing to show" hint="Without a rate, sales earn no commissions." />}
          toolbar={
            <FilterSelect
              label="Role"
              all="All roles"
              options={roleOptions}
              value={membership === undefined ? undefined : String(membership)}
              onChange={(next) => page.change({ membership: next ? Number(next) : undefined })}
              width={180}
            />
          }
        />
      </Section>
      <RateDrawer opened={adding} onClose={() => setAdding(false)} />
    </Stack>
  )
}
