import { Button } from '@mantine/core'
import { IconEye, IconMailForward, IconMicroscope, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Observer } from '@vialdesk/contract/people'
import { useState } from 'react'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { AddObserverForm, MoveObserverForm } from './observer-form.tsx'
import { observerColumns, observerName } from './observers.columns.tsx'

const PAGE_SIZE = 10

const empty = (
  <EmptyState
    icon={IconEye}
    title="Empty table. There's nothing to show"
    hint="Add an observer to let a person outside of a lab see its harvest centers."
  />
)

function useObserverActions(onMove: (observer: Observer) => void): (observer: Observer) => RowAction[] {
  const remind = useMutation({
    ...apiMutation('POST /api/v1/users/{id}/remind/'),
    onSuccess: ({ message }) => showSuccess(message),
  })
  return (observer) => [
    { label: 'Change lab', icon: IconMicroscope, onClick: () => onMove(observer) },
    ...(observer.invited && observer.active
      ? [
          {
            label: 'Send Invitation Again',
            icon: IconMailForward,
            onClick: () => remind.mutate({ params: { id: observer.id } }),
          },
        ]
      : []),
  ]
}

/** The observers of labs. `onOpen` opens the account of one. */
export function ObserversScreen({ onOpen }: { onOpen: (id: number) => void }) {
  const page = useListPage(PAGE_SIZE, (filter: { search?: string }) => [searchFilter(filter)])
  const [adding, setAdding] = useState(false)
  const [moved, setMoved] = useState<Observer>()
  useFormFromLink(() => setAdding(true))
  const last = useLatestValue(moved)
  const actions = useObserverActions(setMoved)
  const query = apiQuery('GET /api/v1/observers/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
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
      <DataTable
        name="observers"
        exports={{ list: 'GET /api/v1/observers/', rows: ['observer', 'observers'] }}
        views="observers"
        rowHref={({ id }) => `/users/${id}`}
        label="Observers"
        columns={observerColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={observerName}
        onRow={({ id }) => onOpen(id)}
        rowActions={actions}
        empty={empty}
        toolbar={
          <SearchInput
            label="Search observers"
            placeholder="ID, name, email…"
            value={page.filter.search}
            onSearch={(text) => page.change({ search: text })}
          />
        }
      />
      <FormDialog title="Add Observer" opened={adding} onClose={() => setAdding(false)} size="md">
        {(unsaved) => <AddObserverForm unsaved={unsaved} onClose={() => setAdding(false)} />}
      </FormDialog>
      <FormDialog
        title={last ? `Lab of ${observerName(last)}` : ''}
        opened={moved !== undefined}
        onClose={() => setMoved(undefined)}
        size="md"
      >
        {(unsaved) => last && <MoveObserverForm observer={last} unsaved={unsaved} onClose={() => setMoved(undefined)} />}
      </FormDialog>
    </Screen>
  )
}
