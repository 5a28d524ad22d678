import { useQuery, useQueryClient } from '@tanstack/react-query'
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
          if (client.getQueryData(latest.queryKey)?.unread !== unread) void client.invalidateQueries(allNotices)
        },
      }),
    [client],
  )
  return useQuery({ ...latest, refetchInterval: isLive ? false : ASK_EVERY })
}
