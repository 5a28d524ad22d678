import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Notice } from '@vialdesk/contract/people/notices'
import { apiMutation } from '#web/lib/api/api.ts'
import { safePath } from '#web/lib/session/redirect.ts'
import { allNotices } from './use-latest-notices.ts'

/** Marking as read changes notices only, so it refetches notices only. */
export function useMarkAsRead() {
  const client = useQueryClient()
  const router = useRouter()
  const { mutate, isPending } = useMutation({
    ...apiMutation('POST /api/v1/notices/read/', { keepsScreen: true }),
    onSuccess: () => client.invalidateQueries(allNotices),
  })
  return {
    isPending,
    readAll: () => mutate({ body: {} }),
    /** Marks the notice as read and opens its screen. */
    open: ({ id, path, read_at }: Notice) => {
      if (read_at === null) mutate({ body: { ids: [id] } })
      const target = safePath(path ?? undefined)
      if (target) router.history.push(target)
    },
  }
}
