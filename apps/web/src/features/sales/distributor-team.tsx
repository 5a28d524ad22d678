import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TeamMember } from '@vialdesk/contract/sales'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useListPage } from '#web/lib/url/use-list-page.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { RepsDrawer } from './reps-drawer.tsx'
import { teamManagerColumns } from './team.columns.tsx'
import { TEAM_PAGE_SIZE, TeamTable } from './team-table.tsx'
import { useRemoveManager } from './use-remove-from-team.tsx'

/** The managers of a distributor; a drawer shows the reps of each manager. */
export function DistributorTeam({ id }: { id: number }) {
  const page = useListPage(TEAM_PAGE_SIZE)
  const [open, setOpen] = useState<TeamMember>()
  const remove = useRemoveManager()
  const query = { params: { id }, query: page.query }
  const list = useQuery({
    ...apiQuery('GET /api/v1/sales-distributors/{id}/sales-managers/', query),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="Your team" anchor="team">
      <TeamTable
        name="distributor-team"
        exports={{
          list: 'GET /api/v1/sales-distributors/{id}/sales-managers/',
          params: { id },
          rows: ['sales manager', 'sales managers'],
        }}
        label="Your sales managers"
        columns={teamManagerColumns}
        list={list}
        page={page}
        onRow={setOpen}
        rowHref={({ id }) => `/users/${id}`}
        rowActions={(manager) => [
          { label: 'Show sales reps', icon: IconUsers, onClick: () => setOpen(manager) },
          { label: 'Remove from team', icon: IconUserMinus, danger: true, onClick: () => void remove(manager) },
        ]}
        hint="Add a sales manager under Add Sales Manager. Managers add their own reps."
      />
      <RepsDrawer manager={open} onClose={() => setOpen(undefined)} />
    </Section>
  )
}
