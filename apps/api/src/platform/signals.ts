/**
 * A nudge from any process of the installation to whoever waits in this one: 'something of this topic has changed, look again'.
 * What has changed is never in it. A lost nudge is made up for by looking again after a while, so nobody waits for ever.
 */
import type { FastifyBaseLogger } from 'fastify'
import { type Channel, hearChannel } from './channel.ts'

/** `signal`: look again. `quiet`: nothing came in the time given. `over`: there will be nothing more. */
export type Woken = 'signal' | 'quiet' | 'over'

export interface Subscription {
  /** One signal that came since the last call counts at once. */
  next(milliseconds: number): Promise<Woken>
  end(): void
}

export interface Signals {
  subscribe(topic: string): Subscription
  /** How many wait for a topic in this process. */
  count(topic: string): number
  /** Ends every subscription and hears nothing more. */
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

/** Hears the channel of `url` from the first subscription on. */
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
