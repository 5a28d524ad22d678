/**
 * Signals between processes: a signal says that something of a topic has changed, never what. Subscribers then read the
 * data. A signal may be lost, so subscribers also read the data again after a while.
 */
import type { FastifyBaseLogger } from 'fastify'
import { type Channel, hearChannel } from './channel.ts'

/** `signal`: read the data again. `quiet`: no signal in the given time. `over`: the subscription has ended. */
export type Woken = 'signal' | 'quiet' | 'over'

export interface Subscription {
  /** Waits for a signal. A signal since the last call counts at once. */
  next(milliseconds: number): Promise<Woken>
  end(): void
}

export interface Signals {
  subscribe(topic: string): Subscription
  /** The number of subscriptions to a topic in this process. */
  count(topic: string): number
  /** Ends every subscription and stops listening. */
  close(): Promise<void>
}

interface Waiting extends Subscription {
  wake(): void
}

function waiting(leave: (self: Waiting) => void): Waiting {
  let signalled = false
  let over = false
  let resume: (() => void) | undefined
  const self: Waiting = {
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
export function signalsOf(url: string, channelName: string, log: Pick<FastifyBaseLogger, 'warn'>): Signals {
  const topics = new Map<string, Set<Waiting>>()
  let channel: Channel | undefined
  let closed = false
  const everyone = () => [...topics.values()].flatMap((topic) => [...topic])
  const said = (topic: string) => {
    for (const each of topics.get(topic) ?? []) each.wake()
  }
  const listening = () => {
    for (const each of everyone()) each.wake()
  }
  const leave = (topic: string) => (self: Waiting) => {
    const present = topics.get(topic)
    present?.delete(self)
    if (present?.size === 0) topics.delete(topic)
  }
  return {
    subscribe(topic) {
      const self = waiting(leave(topic))
      if (closed) {
        self.end()
        return self
      }
      topics.set(topic, (topics.get(topic) ?? new Set()).add(self))
      channel ??= hearChannel(url, channelName, { said, listening, log })
      return self
    },
    count: (topic) => topics.get(topic)?.size ?? 0,
    async close() {
      closed = true
      for (const each of everyone()) each.end()
      await channel?.close()
    },
  }
}
