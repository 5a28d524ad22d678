import { IconUserMinus } from '@tabler/icons-react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { teamList, teamRepColumns } from './team.columns.tsx'
import { useRemoveRep } from './use-remove-from-team.tsx'

const reps = defineList('GET /api/v1/sales-rep/sales-manager/list/{id}/', {
  ...teamList,
  name: 'manager-team',
  label: 'Your sales reps',
  exports: { rows: ['sales rep', 'sales reps'] },
  columns: teamRepColumns,
  empty: 'Add a sales rep under Add Sales Rep. The rep gets a link by mail and brings centers.',
})

/** The reps of a manager. */
export function ManagerTeam({ id }: { id: number }) {
  const remove = useRemoveRep()
  return (
    <Section title="Your team" anchor="team">
      <List
        of={reps}
        params={{ id }}
        rowActions={(rep) => [{ label: 'Remove from team', icon: IconUserMinus, danger: true, onClick: () => void remove(rep) }]}
      />
    </Section>
  )
}
