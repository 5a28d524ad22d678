/** Calls a server as fast as it answers, in a process of its own, and says how it went. Told what to do by its parent. */
import autocannon from 'autocannon'

export interface Order {
  url: string
  requests: { method?: string; path: string; headers?: Record<string, string>; body?: string }[]
  connections: number
  /** Seconds. */
  seconds: number
}

export interface Measured {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers that were no success, and calls that got none. */
  failed: number
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

async function measure({ url, requests, connections, seconds }: Order): Promise<Measured> {
  // The library keeps whole milliseconds only; most answers here take less than three.
  const times: number[] = []
  const running = autocannon({ url, connections, duration: seconds, requests })
  running.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) => times.push(milliseconds))
  const began = performance.now()
  const { errors, non2xx } = await running
  const took = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return { perSecond: times.length / took, p50: at(times, 0.5), p99: at(times, 0.99), failed: errors + non2xx }
}

process.on('message', async (order: Order) => {
  process.send?.(await measure(order))
})
process.on('disconnect', () => process.exit())
