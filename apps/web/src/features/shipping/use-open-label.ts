import { useMutation } from '@tanstack/react-query'
import { ask } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** Opens the PDF of a request in a new tab with a link that expires after some minutes. */
export function useOpenLabel() {
  return useMutation({
    meta: { onlyReads: true },
    mutationFn: async (id: number) => {
      const { link } = await queryClient.fetchQuery({
        ...ask('GET /api/v1/fedex-requests/{id}/label-link/', { params: { id } }),
        staleTime: 0,
      })
      window.open(link, '_blank', 'noopener')
    },
  })
}
