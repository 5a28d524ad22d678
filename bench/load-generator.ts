/** The load generator, a child process: sends requests as fast as the server answers and reports the results to the parent. */
import autocannon from 'autocannon'

export interface LoadOrder {
  url: string
  requests: { method?: string; path: string; headers?: Record<string, string>; body?: string }[]
  connections: number
  /** Seconds. */
  seconds: number
}

export interface Measurement {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers with an error status, and requests without an answer. */
  failed: number
}

/** Distance between the first requests of two connections. It has no common factor with the number of requests. */
const START_DISTANCE = 7

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Rotates the requests, so that the connections do not send the same request at the same time. */
const rotate = <T>(list: T[], start: number): T[] => [...list.slice(start % list.length), ...list.slice(0, start % list.length)]

async function measure({ url, requests, connections, seconds }: LoadOrder): Promise<Measurement> {
  // autocannon's own statistics are in whole milliseconds, too coarse for answers of less than three.
  const times: number[] = []
  let started = 0
  const setupClient = (client: { setRequests(requests: LoadOrder['requests']): void }) =>
    client.setRequests(rotate(requests, started++ * START_DISTANCE))
  const running = autocannon({ url, connections, duration: seconds, requests, setupClient })
  running.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) => times.push(milliseconds))
  const began = performance.now()
  const { errors, non2xx } = await running
  const took = performance.now() - began
  // Without any answer, all connections have failed after the whole duration.
  if (times.length === 0) return { perSecond: 0, p50: took, p99: took, failed: connections }
  times.sort((a, b) => a - b)
  return {
    perSecond: (times.length / took) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failed: errors + non2xx,
  }
}

process.on('message', async (order: LoadOrder) => {
  process.send?.(await measure(order))
})
process.on('disconnect', () => process.exit())
