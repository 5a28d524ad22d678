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

const CONVERSATIONS = /^GET .*\/conversations\/(\{id\}\/messages\/)?$/

/** Another number of unread messages: their conversations have changed. */
function takeUnreadMessages(client: QueryClient, unread: number): void {
  const { queryKey } = apiQuery('GET /api/v1/conversations/unread/')
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, { unread })
  if (before && before.unread === unread) return
  void client.invalidateQueries({ predicate: (query) => CONVERSATIONS.test(String(query.queryKey[0])) })
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
          const { unread, conversations } = JSON.parse(data) as { unread: number; conversations: number }
          void refetchUntilUnreadIs(client, unread)
          takeUnreadMessages(client, conversations)
        },
      }),
    [client],
  )
  return useQuery({ ...latest, refetchInterval: isLive ? false : POLL_MS })
}
