/** Sends the unread counts of one user as server-sent events. */
import type { UnreadCounts } from '#api/features/notices/notices.queries.ts'
import type { Subscription } from '#api/platform/events/signals.ts'

/** Milliseconds. Proxies close a connection after a silent minute. A stream outlives its session by at most this time. */
export const HEARTBEAT_MS = 25_000
/** Streams of one account in one process. A user may open several tabs, and staff may be in a center at the same time. */
export const MAX_STREAMS = 12

export const topicOf = (domainId: number, userId: number) => `${domainId}:${userId}`

const unreadEvent = (counts: string) => `event: unread\ndata: ${counts}\n\n`

/** Sends the counts at once and after each change, and a heartbeat otherwise. Ends when `readCounts` returns undefined. */
export async function* unreadEvents(
  subscription: Subscription,
  readCounts: () => Promise<UnreadCounts | undefined>,
  heartbeatMs = HEARTBEAT_MS,
): AsyncGenerator<string, void> {
  try {
    let sent: string | undefined
    for (let event: string = 'signal'; event !== 'over'; event = await subscription.next(heartbeatMs)) {
      const unread = await readCounts()
      if (unread === undefined) return
      const counts = JSON.stringify(unread)
      if (counts !== sent) yield unreadEvent(counts)
      else if (event === 'quiet') yield ': still here\n\n'
      sent = counts
    }
  } finally {
    subscription.end()
  }
}
