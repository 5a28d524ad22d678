/** Types of the used parts of autocannon. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
  }
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests: readonly Request[]
    setupClient?(client: { setRequests(requests: Request[]): void }): void
  }
  interface Result {
    errors: number
    timeouts: number
    non2xx: number
    throughput: { total: number }
  }
  /** Emits `response` with (client, status, bytes, milliseconds) for each answer. */
  interface Running extends EventEmitter, PromiseLike<Result> {}
  export default function autocannon(options: Options): Running
}
