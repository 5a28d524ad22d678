import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { repWithManagerColumns, teamList } from './team.columns.tsx'

const reps = defineList('GET /api/v1/sales-distributors/{id}/sales-rep/', {
  ...teamList,
  name: 'team-reps',
  label: 'Sales reps',
  exports: { rows: ['sales rep', 'sales reps'] },
  columns: repWithManagerColumns,
  empty: 'Your sales managers add their reps. They appear here.',
})

/** All reps below a distributor, with their managers. */
export function TeamRepsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Team Sales Reps" lead="The sales reps of your managers.">
      {id && <List of={reps} params={{ id }} />}
    </Screen>
  )
}
