import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { UserRow } from '@vialdesk/contract/accounts'
import { MAX_CHANGED_USERS } from '@vialdesk/contract/people'
import { type ReactNode, use } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { showUndo } from '#web/ui/dialogs/show-undo.tsx'
import { ExportSlot } from '#web/ui/table/selection/export-slot.ts'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'

const exported = {
  list: 'GET /api/v1/users/all/inactive/',
  rows: ['user', 'users'],
  query: {},
  count: undefined,
  offset: 0,
} as const

function useActivate(onDone: () => void) {
  const undo = useMutation({
    ...apiMutation('POST /api/v1/users/bulk/'),
    onSuccess: ({ message }) => showSuccess(message),
  })
  return useMutation({
    ...apiMutation('POST /api/v1/users/bulk/'),
    onSuccess: ({ message, changed_ids: ids }) => {
      onDone()
      if (ids.length === 0) showSuccess(message)
      else void showUndo(message, () => undo.mutate({ body: { action: 'deactivate', ids } }))
    },
  })
}

interface Props {
  users: readonly UserRow[]
  selectAll: ReactNode
  onClear: () => void
}

/** Exports the selected inactive users, and activates them. */
export function InactiveSelectionBar({ users, selectAll, onClear }: Props) {
  const Export = use(ExportSlot)
  const activate = useActivate(onClear)
  const ids = users.map(({ id }) => id)
  const tooMany = ids.length > MAX_CHANGED_USERS
  return (
    <SelectionBar
      label="Selected users"
      count={ids.length}
      hint={tooMany ? `Select at most ${MAX_CHANGED_USERS} users.` : undefined}
      selectAll={selectAll}
      onClear={onClear}
    >
      {!tooMany && (
        <Group gap="xs">
          {Export && <Export {...exported} ids={ids} />}
          <Button loading={activate.isPending} onClick={() => activate.mutate({ body: { action: 'activate', ids } })}>
            Activate
          </Button>
        </Group>
      )}
    </SelectionBar>
  )
}
