import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import type { TeamMember } from '@vialdesk/contract/sales'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { RepsDrawer } from './reps-drawer.tsx'
import { teamList, teamManagerColumns } from './team.columns.tsx'
import { useRemoveManager } from './use-remove-from-team.tsx'

const managers = defineList('GET /api/v1/sales-distributors/{id}/sales-managers/', {
  ...teamList,
  name: 'distributor-team',
  label: 'Your sales managers',
  exports: { rows: ['sales manager', 'sales managers'] },
  columns: teamManagerColumns,
  empty: 'Add a sales manager under Add Sales Manager. Managers add their own reps.',
})

/** The managers of a distributor; a drawer shows the reps of each manager. */
export function DistributorTeam({ id }: { id: number }) {
  const [open, setOpen] = useState<TeamMember>()
  const remove = useRemoveManager()
  return (
    <Section title="Your team" anchor="team">
      <List
        of={managers}
        params={{ id }}
        onRow={setOpen}
        rowActions={(manager) => [
          { label: 'Show sales reps', icon: IconUsers, onClick: () => setOpen(manager) },
          { label: 'Remove from team', icon: IconUserMinus, danger: true, onClick: () => void remove(manager) },
        ]}
      />
      <RepsDrawer manager={open} onClose={() => setOpen(undefined)} />
    </Section>
  )
}
