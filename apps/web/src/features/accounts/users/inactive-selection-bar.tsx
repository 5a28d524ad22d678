import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { UserRow } from '@vialdesk/contract/accounts'
import { MAX_CHANGED_USERS } from '@vialdesk/contract/people'
import type { ReactNode } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { showUndo } from '#web/ui/dialogs/show-undo.tsx'
import { ExportChosen } from '#web/ui/table/selection/export-chosen.tsx'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'

function useActivate(onDone: () => void) {
  const undo = useAction('POST /api/v1/users/bulk/')
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
  const activate = useActivate(onClear)
  const ids = users.map(({ id }) => id)
  return (
    <SelectionBar
      label="Selected users"
      count={ids.length}
      most={{ count: MAX_CHANGED_USERS, rows: 'users' }}
      selectAll={selectAll}
      onClear={onClear}
    >
      <Group gap="xs">
        <ExportChosen list="GET /api/v1/users/all/inactive/" rows={['user', 'users']} ids={ids} />
        <Button loading={activate.isPending} onClick={() => activate.mutate({ body: { action: 'activate', ids } })}>
          Activate
        </Button>
      </Group>
    </SelectionBar>
  )
}
