import { useMutation } from '@tanstack/react-query'
import type { BulkChange } from '@vialdesk/contract/people'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { showUndo } from '#web/ui/dialogs/show-undo.tsx'

/** Says what was changed. `opposite` takes the change back; undefined for a change that cannot be taken back. */
export function useShowChange() {
  const undo = useMutation({
    ...apiMutation('POST /api/v1/users/bulk/'),
    onSuccess: ({ message }) => showSuccess(message),
  })
  return (message: string, opposite: BulkChange | undefined) => {
    if (opposite) void showUndo(message, () => undo.mutate({ body: opposite }))
    else showSuccess(message)
  }
}
