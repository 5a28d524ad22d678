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

/** Between two connections' first requests; it shares no factor with the number of requests. */
const FAR = 7

const at = (sorted: number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Each connection begins somewhere else, so that they do not all ask for the same thing at the same time. */
const from = <T>(list: T[], start: number): T[] => [...list.slice(start % list.length), ...list.slice(0, start % list.length)]

async function measure({ url, requests, connections, seconds }: Order): Promise<Measured> {
  // The library keeps whole milliseconds only; most answers here take less than three.
  const times: number[] = []
  let started = 0
  const setupClient = (client: { setRequests(requests: Order['requests']): void }) =>
    client.setRequests(from(requests, started++ * FAR))
  const running = autocannon({ url, connections, duration: seconds, requests, setupClient })
  running.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) => times.push(milliseconds))
  const began = performance.now()
  const { errors, non2xx } = await running
  const took = performance.now() - began
  // Where nothing is answered, what would have been the first answer took the whole time, and failed.
  if (times.length === 0) return { perSecond: 0, p50: took, p99: took, failed: connections }
  times.sort((a, b) => a - b)
  return { perSecond: (times.length / took) * 1000, p50: at(times, 0.5), p99: at(times, 0.99), failed: errors + non2xx }
}

process.on('message', async (order: Order) => {
  process.send?.(await measure(order))
})
process.on('disconnect', () => process.exit())
