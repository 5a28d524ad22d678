/** Sends the unread count of one user as server-sent events. */
import type { Subscription } from '#api/platform/events/signals.ts'

/** Milliseconds. Proxies close a connection after a silent minute. A stream outlives its session by at most this time. */
export const HEARTBEAT_MS = 25_000
/** Streams of one account in one process. A user may open several tabs, and staff may be in a center at the same time. */
export const MAX_STREAMS = 12

export const topicOf = (domainId: number, userId: number) => `${domainId}:${userId}`

const unreadEvent = (unread: number) => `event: unread\ndata: ${JSON.stringify({ unread })}\n\n`

/** Sends the count at once and after each change, and a heartbeat otherwise. Ends when `readCount` returns undefined. */
export async function* unreadEvents(
  subscription: Subscription,
  readCount: () => Promise<number | undefined>,
  heartbeatMs = HEARTBEAT_MS,
): AsyncGenerator<string, void> {
  try {
    let sent: number | undefined
    for (let event: string = 'signal'; event !== 'over'; event = await subscription.next(heartbeatMs)) {
      const unread = await readCount()
      if (unread === undefined) return
      if (unread !== sent) yield unreadEvent(unread)
      else if (event === 'quiet') yield ': still here\n\n'
      sent = unread
    }
  } finally {
    subscription.end()
  }
}
