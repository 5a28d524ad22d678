import { useMutation } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** Opens the PDF of a request in a new tab with a link that expires after some minutes. */
export function useOpenLabel() {
  return useMutation({
    meta: { onlyReads: true },
    mutationFn: async (id: number) => {
      const { link } = await queryClient.fetchQuery({
        ...apiQuery('GET /api/v1/fedex-requests/{id}/label-link/', { params: { id } }),
        staleTime: 0,
      })
      window.open(link, '_blank', 'noopener')
    },
  })
}
