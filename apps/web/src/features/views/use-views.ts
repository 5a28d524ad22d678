import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import type { ViewedList } from '#web/lib/url/use-list-page.ts'

/** The saved views of a list. The menu shows failures itself. */
export function useViews(list: ViewedList) {
  const client = useQueryClient()
  const views = apiQuery('GET /api/v1/saved-views/', { query: { list } })
  const options = { onSuccess: () => client.invalidateQueries({ queryKey: views.queryKey }), meta: { handlesErrors: true } }
  return {
    query: useQuery(views),
    save: useMutation({ ...apiMutation('POST /api/v1/saved-views/'), ...options }),
    change: useMutation({ ...apiMutation('PATCH /api/v1/saved-views/{id}/'), ...options }),
    remove: useMutation({ ...apiMutation('DELETE /api/v1/saved-views/{id}/'), ...options }),
  }
}
