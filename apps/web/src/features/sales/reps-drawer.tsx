import type { TeamMember } from '@vialdesk/contract/sales'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { memberName, teamList, teamRepColumns } from './team.columns.tsx'

const repsOf = (manager: TeamMember) =>
  defineList('GET /api/v1/sales-rep/sales-manager/list/{id}/', {
    ...teamList,
    name: 'reps-of-manager',
    label: `Sales reps of ${memberName(manager)}`,
    isLocal: true,
    columns: teamRepColumns,
    empty: 'This manager has added no sales rep yet.',
  })

/** The reps of one manager in a drawer. */
export function RepsDrawer({ manager, onClose }: { manager: TeamMember | undefined; onClose: () => void }) {
  const shown = useLatestValue(manager)
  return (
    <Drawer opened={manager !== undefined} onClose={onClose} title={shown && `Sales reps of ${memberName(shown)}`} size="xl">
      {shown && <List key={shown.id} of={repsOf(shown)} params={{ id: shown.id }} />}
    </Drawer>
  )
}
