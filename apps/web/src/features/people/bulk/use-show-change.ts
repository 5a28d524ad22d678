import type { BulkChange } from '@vialdesk/contract/people/people'
import { useAction } from '#web/lib/api/use-call.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { showUndo } from '#web/ui/dialogs/show-undo.tsx'

/** Says what was changed. `opposite` takes the change back; undefined for a change that cannot be taken back. */
export function useShowChange() {
  const undo = useAction('POST /api/v1/users/bulk/')
  return (message: string, opposite: BulkChange | undefined) => {
    if (opposite) void showUndo(message, () => undo.mutate({ body: opposite }))
    else showSuccess(message)
  }
}
