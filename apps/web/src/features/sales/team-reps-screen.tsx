import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useListPage } from '#web/lib/url/use-list-page.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { repWithManagerColumns } from './team.columns.tsx'
import { TEAM_PAGE_SIZE, TeamTable } from './team-table.tsx'

function Reps({ id }: { id: number }) {
  const page = useListPage(TEAM_PAGE_SIZE)
  const query = { params: { id }, query: page.query }
  const list = useQuery({
    ...apiQuery('GET /api/v1/sales-distributors/{id}/sales-rep/', query),
    placeholderData: keepPreviousData,
  })
  return (
    <TeamTable
      name="team-reps"
      exports={{ list: 'GET /api/v1/sales-distributors/{id}/sales-rep/', params: { id }, rows: ['sales rep', 'sales reps'] }}
      label="Sales reps"
      columns={repWithManagerColumns}
      list={list}
      page={page}
      rowHref={({ id: rep }) => `/users/${rep}`}
      hint="Your sales managers add their reps. They appear here."
    />
  )
}

/** All reps below a distributor, with their managers. */
export function TeamRepsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Team Sales Reps" lead="The sales reps of your managers.">
      {id && <Reps id={id} />}
    </Screen>
  )
}
