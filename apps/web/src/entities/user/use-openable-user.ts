/**
 * Whether the reader may open a named user. A record may name a user that its reader may not see, or no longer: the server says
 * which names become links. The names of a screen are collected for a moment and asked for in one request.
 */
import { useQuery } from '@tanstack/react-query'
import { mayOpenScreen } from '@vialdesk/contract/screens'
import { scopeOfCall } from '#web/lib/account/use-may-call.ts'
import type { Answer } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'
import { useSession } from '#web/lib/session/session.ts'

const OPENABLE = 'GET /api/v1/users/openable/'
/** The server's limit of ids in one request. */
const MOST_IDS = 200

interface Batch {
  ids: Set<number>
  openable: Promise<Set<number>>
}

let batch: Batch | undefined

async function requestBatch(ids: Set<number>): Promise<Set<number>> {
  await new Promise((resolve) => setTimeout(resolve))
  batch = undefined
  const answer = await request<Answer<typeof OPENABLE>>(OPENABLE, { query: { ids: [...ids].join(',') } })
  return new Set(answer)
}

async function isOpenable(id: number): Promise<boolean> {
  if (!batch || batch.ids.size >= MOST_IDS) {
    const ids = new Set<number>()
    batch = { ids, openable: requestBatch(ids) }
  }
  batch.ids.add(id)
  return (await batch.openable).has(id)
}

export function useOpenableUser(id: number | null | undefined): boolean {
  const role = useSession()?.role
  const mayAsk = mayOpenScreen('/users/{id}', role) && scopeOfCall(OPENABLE, role) !== undefined
  const { data } = useQuery({
    queryKey: [OPENABLE, id],
    queryFn: () => isOpenable(id ?? 0),
    enabled: mayAsk && id != null,
    staleTime: 60_000,
    retry: false,
  })
  return data === true
}
