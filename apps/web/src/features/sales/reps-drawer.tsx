import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TeamMember } from '@vialdesk/contract/sales'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { memberName, teamRepColumns } from './team.columns.tsx'
import { TEAM_PAGE_SIZE, TeamTable } from './team-table.tsx'

function Reps({ manager }: { manager: TeamMember }) {
  const page = useLocalPage(TEAM_PAGE_SIZE)
  const query = { params: { id: manager.id }, query: page.query }
  const list = useQuery({
    ...apiQuery('GET /api/v1/sales-rep/sales-manager/list/{id}/', query),
    placeholderData: keepPreviousData,
  })
  return (
    <TeamTable
      name="reps-of-manager"
      label={`Sales reps of ${memberName(manager)}`}
      columns={teamRepColumns}
      list={list}
      page={page}
      rowHref={({ id }) => `/users/${id}`}
      hint="This manager has added no sales rep yet."
    />
  )
}

/** The reps of one manager in a drawer. */
export function RepsDrawer({ manager, onClose }: { manager: TeamMember | undefined; onClose: () => void }) {
  const shown = useLatestValue(manager)
  return (
    <Drawer opened={manager !== undefined} onClose={onClose} title={shown && `Sales reps of ${memberName(shown)}`} size="xl">
      {shown && <Reps key={shown.id} manager={shown} />}
    </Drawer>
  )
}
