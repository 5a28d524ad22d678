import { Button, Group, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { CommissionRate } from '@vialdesk/contract/commissions'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import { roleFilter } from './commission-filters.ts'
import { CommissionSwitches } from './commission-switches.tsx'
import { earnerOf, personText, rateText } from './commission-text.ts'
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

const LEAD =
  'The most specific rate applies: of the person and product, of the person, of the role and product, of the role. A new rate replaces the old one from its first day on. Past sales keep theirs.'

const rates = defineList('GET /api/v1/commissions/rates/', {
  name: 'commission-rates',
  label: 'Rates',
  pageSize: 10,
  views: 'rates',
  columns,
  filters: [roleFilter({ all: 'All roles', width: 180 })],
  rowName: (rate) => `${forWhom(rate)}, ${rateText(rate)}`,
  empty: 'Without a rate, sales earn no commissions.',
})

/** The rates and switches of commissions, for admins. */
export function RatesTab() {
  const [adding, setAdding] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      Add rate
    </Button>
  )
  return (
    <Stack gap="xl">
      <CommissionSwitches />
      <Section title="Rates" lead={LEAD} action={<Group>{add}</Group>}>
        <List of={rates} />
      </Section>
      <RateDrawer opened={adding} onClose={() => setAdding(false)} />
    </Stack>
  )
}
