/**
 * Signals between processes: a signal says that something of a topic has changed, never what. Subscribers then read the
 * data. A signal may be lost, so subscribers also read the data again after a while.
 */
import type { FastifyBaseLogger } from 'fastify'
import { listenToChannel } from './postgres-channel.ts'

/** `signal`: read the data again. `quiet`: no signal in the given time. `over`: the subscription has ended. */
export type WakeReason = 'signal' | 'quiet' | 'over'

export interface Subscription {
  /** Waits for a signal. A signal since the last call counts at once. */
  next(milliseconds: number): Promise<WakeReason>
  end(): void
}

interface WaitingSubscription extends Subscription {
  wake(): void
}

function createSubscription(leave: (self: WaitingSubscription) => void): WaitingSubscription {
  let signalled = false
  let over = false
  let resume: (() => void) | undefined
  const self: WaitingSubscription = {
    async next(milliseconds) {
      if (!over && !signalled) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, milliseconds)
        resume = resolve
        await promise
        clearTimeout(timer)
        resume = undefined
      }
      if (over) return 'over'
      const woken = signalled ? 'signal' : 'quiet'
      signalled = false
      return woken
    },
    wake() {
      signalled = true
      resume?.()
    },
    end() {
      over = true
      leave(self)
      resume?.()
    },
  }
  return self
}

/** Listens on the database of `url` from the first subscription on. */
export function openSignals(url: string, channelName: string, log: Pick<FastifyBaseLogger, 'warn'>) {
  const topics = new Map<string, Set<WaitingSubscription>>()
  let channel: ReturnType<typeof listenToChannel> | undefined
  let closed = false
  let live = false
  const allSubscriptions = () => [...topics.values()].flatMap((topic) => [...topic])
  const onMessage = (topic: string) => {
    for (const each of topics.get(topic) ?? []) each.wake()
  }
  const onListening = () => {
    live = true
    for (const each of allSubscriptions()) each.wake()
  }
  const onLost = () => {
    live = false
  }
  const leave = (topic: string) => (self: WaitingSubscription) => {
    const present = topics.get(topic)
    present?.delete(self)
    if (present?.size === 0) topics.delete(topic)
  }
  return {
    subscribe(topic: string): Subscription {
      const self = createSubscription(leave(topic))
      if (closed) {
        self.end()
        return self
      }
      topics.set(topic, (topics.get(topic) ?? new Set()).add(self))
      channel ??= listenToChannel(url, channelName, { onMessage, onListening, onLost, log })
      return self
    },
    /** Whether signals arrive at once. After a loss of the connection, subscribers are woken when it is back. */
    areLive: () => live,
    /** The number of subscriptions to a topic in this process. */
    count: (topic: string) => topics.get(topic)?.size ?? 0,
    /** Ends every subscription and stops listening. */
    async close() {
      closed = true
      live = false
      for (const each of allSubscriptions()) each.end()
      await channel?.close()
    },
  }
}
export type Signals = ReturnType<typeof openSignals>
