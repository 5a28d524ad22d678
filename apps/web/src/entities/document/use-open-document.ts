import { useMutation } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** Opens the PDF of a document in a new tab with a link that expires after some minutes. */
export function useOpenDocument() {
  return useMutation({
    meta: { onlyReads: true },
    mutationFn: async ({ id, version = 'signed' }: { id: number; version?: 'signed' | 'original' }) => {
      const { link } = await queryClient.fetchQuery({
        ...apiQuery('GET /api/v1/documents/{id}/pdf-link/', { params: { id }, query: { version } }),
        staleTime: 0,
      })
      window.open(link, '_blank', 'noopener')
    },
  })
}
