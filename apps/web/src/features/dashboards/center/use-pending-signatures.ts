import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'

/** How many documents of the center's patients are pending; 0 while loading. */
export function usePendingSignatures(): number {
  const id = useSession()?.user.id ?? 0
  const query = apiQuery('GET /api/v1/harvest-centers/{id}/documentList/', {
    params: { id },
    query: { status: 'Pending', limit: 1 },
  })
  return useQuery({ ...query, enabled: id > 0 }).data?.count ?? 0
}
