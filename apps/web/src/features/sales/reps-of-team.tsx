import { IconUserMinus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { useListPage } from '#web/lib/url/use-list-page.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { teamRepColumns } from './team.columns.tsx'
import { TEAM_PAGE_SIZE, TeamTable } from './team-table.tsx'
import { useRemoveRep } from './use-remove-from-team.tsx'

/** The reps of a manager. */
export function ManagerTeam({ id }: { id: number }) {
  const page = useListPage(TEAM_PAGE_SIZE)
  const remove = useRemoveRep()
  const query = { params: { id }, query: page.query }
  const list = useQuery({
    ...apiQuery('GET /api/v1/sales-rep/sales-manager/list/{id}/', query),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="Your team" anchor="team">
      <TeamTable
        name="manager-team"
        exports={{ list: 'GET /api/v1/sales-rep/sales-manager/list/{id}/', params: { id }, rows: ['sales rep', 'sales reps'] }}
        label="Your sales reps"
        columns={teamRepColumns}
        list={list}
        page={page}
        rowHref={({ id: rep }) => `/users/${rep}`}
        rowActions={(rep) => [{ label: 'Remove from team', icon: IconUserMinus, danger: true, onClick: () => void remove(rep) }]}
        hint="Add a sales rep under Add Sales Rep. The rep gets a link by mail and brings centers."
      />
    </Section>
  )
}
