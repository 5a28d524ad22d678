/** The request that work follows from, also the work of its jobs. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Origin {
  requestId: string
  /** Of the trace, where traces are on. */
  traceId?: string
  /** The span that is open, for the spans below it. */
  traceparent?: string
}

/** Undefined in night work, at a start and on the console. */
export const origin = new AsyncLocalStorage<Origin>()

/** The values of the settings `app.request_id` and `app.traceparent`, which the functions that queue jobs read. */
export const originOfJobs = (): [requestId: string, traceparent: string] => {
  const { requestId = '', traceparent = '' } = origin.getStore() ?? {}
  return [requestId, traceparent]
}
