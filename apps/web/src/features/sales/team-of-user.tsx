import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { teamManagerColumns, teamRepColumns } from './team.columns.tsx'
import { TEAM_PAGE_SIZE, TeamTable } from './team-table.tsx'

interface Props {
  /** The manager or distributor. */
  id: number
  of: 'manager' | 'distributor'
}

/** The people directly below a manager or a distributor, in a tab of its drawer or page. */
export function TeamOfUser({ id, of }: Props) {
  const page = useLocalPage(TEAM_PAGE_SIZE)
  const call =
    of === 'manager' ? 'GET /api/v1/sales-rep/sales-manager/list/{id}/' : 'GET /api/v1/sales-distributors/{id}/sales-managers/'
  const list = useQuery({ ...apiQuery(call, { params: { id }, query: page.query }), placeholderData: keepPreviousData })
  return (
    <TeamTable
      name={`team-of-${of}`}
      label={of === 'manager' ? 'Sales reps' : 'Sales managers'}
      exports={{ list: call, params: { id }, rows: of === 'manager' ? ['rep', 'reps'] : ['manager', 'managers'], onlyAll: true }}
      columns={of === 'manager' ? teamRepColumns : teamManagerColumns}
      list={list}
      page={page}
      rowHref={({ id: member }) => `/users/${member}`}
      hint={of === 'manager' ? 'This manager has no sales rep yet.' : 'This distributor has no sales manager yet.'}
    />
  )
}
