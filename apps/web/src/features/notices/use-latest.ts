import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '#web/lib/api.ts'
import { keepListening } from '#web/lib/live.ts'

/** So many fit where one only wants to see what is new. */
export const LATEST = 5
/** Milliseconds between two questions where nothing tells. */
const ASK_EVERY = 60_000

const latest = ask('GET /api/v1/notices/', { query: { limit: LATEST } })
/** Every page of the list: they begin with the address. */
export const allNotices = { queryKey: latest.queryKey.slice(0, 1) }

/**
 * Has the notices agree with what the server says is unread. An answer that is on its way already may be older than the server's
 * word, and is not asked for a second time while nothing is known yet: so it is looked at when it has come.
 */
export async function catchUp(client: QueryClient, unread: number): Promise<void> {
  for (let asked = 0; asked < 2 && client.getQueryData(latest.queryKey)?.unread !== unread; asked++)
    await client.invalidateQueries(allNotices)
}

/** The latest notices and how many are unread, kept up to date by the server's word, or by asking where that does not come. */
export function useLatest() {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(
    () =>
      keepListening('GET /api/v1/notices/stream/', {
        live: setLive,
        heard: (name, data) => {
          if (name !== 'unread') return
          const { unread } = JSON.parse(data) as { unread: number }
          void catchUp(client, unread)
        },
      }),
    [client],
  )
  return useQuery({ ...latest, refetchInterval: isLive ? false : ASK_EVERY })
}
