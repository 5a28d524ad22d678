import { useMutation } from '@tanstack/react-query'
import type { BulkChange } from '@vialdesk/contract/people/people'
import { apiMutation } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { showDone } from '#web/ui/dialogs/show-done.tsx'

/** Says what was changed. `opposite` takes the change back; undefined for a change that cannot be taken back. */
export function useShowChange() {
  const undo = useAction('POST /api/v1/users/bulk/')
  return (message: string, opposite: BulkChange | undefined) =>
    showDone(message, opposite && (() => undo.mutate({ body: opposite })))
}

/** Activates or deactivates many users. */
export function useSwitchUsers(action: 'activate' | 'deactivate', onDone: () => void) {
  const showChange = useShowChange()
  const { mutate, isPending } = useMutation({
    ...apiMutation('POST /api/v1/users/bulk/'),
    onSuccess: ({ message, changed_ids: ids }) => {
      onDone()
      const opposite = action === 'activate' ? 'deactivate' : 'activate'
      void showChange(message, ids.length > 0 ? { action: opposite, ids } : undefined)
    },
  })
  return { start: (ids: number[]) => mutate({ body: { action, ids } }), isPending }
}
