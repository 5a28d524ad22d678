import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { listenToServerEvents } from '#web/lib/api/server-events.ts'

/** Number of notices in the bell's menu. */
export const LATEST_COUNT = 5
/** Milliseconds between two requests without a live stream. */
const POLL_MS = 60_000

const latest = apiQuery('GET /api/v1/notices/', { query: { limit: LATEST_COUNT } })
/** Matches every page of the list. */
export const allNotices = { queryKey: latest.queryKey.slice(0, 1) }

/**
 * Keeps the notices in step with the unread count of the server. A running request may hold older data, and the first
 * request is not repeated, so its answer is compared with the count when it arrives.
 */
export async function refetchUntilUnreadIs(client: QueryClient, unread: number): Promise<void> {
  for (let attempt = 0; attempt < 2 && client.getQueryData(latest.queryKey)?.unread !== unread; attempt++)
    await client.invalidateQueries(allNotices)
}

/** The latest notices and the unread count, kept up to date by the live stream or by polling. */
export function useLatestNotices() {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(
    () =>
      listenToServerEvents('GET /api/v1/notices/stream/', {
        onLive: setLive,
        onEvent: (name, data) => {
          if (name !== 'unread') return
          const { unread } = JSON.parse(data) as { unread: number }
          void refetchUntilUnreadIs(client, unread)
        },
      }),
    [client],
  )
  return useQuery({ ...latest, refetchInterval: isLive ? false : POLL_MS })
}
