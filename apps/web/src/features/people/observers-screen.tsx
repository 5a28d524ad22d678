import { Button } from '@mantine/core'
import { IconEye, IconMicroscope, IconPlus } from '@tabler/icons-react'
import type { Observer } from '@vialdesk/contract/people'
import { useState } from 'react'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { AddObserverForm, MoveObserverForm } from './observer-form.tsx'
import { observerColumns, observerName } from './observers.columns.tsx'

const observers = defineList('GET /api/v1/observers/', {
  name: 'observers',
  label: 'Observers',
  pageSize: 10,
  views: 'observers',
  exports: { rows: ['observer', 'observers'] },
  columns: observerColumns,
  filters: [searchFilter({ label: 'Search observers', placeholder: 'ID, name, email…' })],
  rowName: observerName,
  rowHref: ({ id }) => `/users/${id}`,
  empty: { icon: IconEye, hint: 'Add an observer to let a person outside of a lab see its harvest centers.' },
})

function useObserverActions(onMove: (observer: Observer) => void): (observer: Observer) => RowAction[] {
  const invitationActions = useInvitationActions()
  return (observer) => [
    { label: 'Change lab', icon: IconMicroscope, onClick: () => onMove(observer) },
    ...invitationActions(observer),
  ]
}

/** The observers of labs. `onOpen` opens the account of one. */
export function ObserversScreen({ onOpen }: { onOpen: (id: number) => void }) {
  const [adding, setAdding] = useState(false)
  const [moved, setMoved] = useState<Observer>()
  useFormFromLink(() => setAdding(true))
  const last = useLatestValue(moved)
  const actions = useObserverActions(setMoved)
  return (
    <Screen
      title="Observers"
      lead="An observer sees the names and places of a lab's harvest centers, and nothing else."
      actions={
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
          Add Observer
        </Button>
      }
    >
      <List of={observers} onRow={({ id }) => onOpen(id)} rowActions={actions} />
      <FormDialog title="Add Observer" opened={adding} onClose={() => setAdding(false)} size="md">
        <AddObserverForm onClose={() => setAdding(false)} />
      </FormDialog>
      <FormDialog
        title={last ? `Lab of ${observerName(last)}` : ''}
        opened={moved !== undefined}
        onClose={() => setMoved(undefined)}
        size="md"
      >
        {last && <MoveObserverForm observer={last} onClose={() => setMoved(undefined)} />}
      </FormDialog>
    </Screen>
  )
}
