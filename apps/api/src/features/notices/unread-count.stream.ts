/** The unread count of one user, live, as server-sent events. */
import type { Subscription } from '#api/platform/events/signals.ts'

/** Milliseconds: proxies end what is silent for a minute; and nobody's session outlives its end by more. */
export const HEARTBEAT_MS = 25_000
/** Of one account in one process: several tabs, and a center whose staff work in it at the same time. */
export const MAX_STREAMS = 12

export const topicOf = (domainId: number, userId: number) => `${domainId}:${userId}`

const unreadEvent = (unread: number) => `event: unread\ndata: ${JSON.stringify({ unread })}\n\n`

/**
 * Says the count at once and when it has changed, else that it is still there. `look` answers undefined when the session is
 * over: then the stream is, too.
 */
export async function* unreadEvents(
  news: Subscription,
  look: () => Promise<number | undefined>,
  heartbeatMs = HEARTBEAT_MS,
): AsyncGenerator<string, void> {
  try {
    let said: number | undefined
    for (let woken: string = 'signal'; woken !== 'over'; woken = await news.next(heartbeatMs)) {
      const unread = await look()
      if (unread === undefined) return
      if (unread !== said) yield unreadEvent(unread)
      else if (woken === 'quiet') yield ': still here\n\n'
      said = unread
    }
  } finally {
    news.end()
  }
}
