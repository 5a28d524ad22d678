/**
 * Traces in the format of OpenTelemetry, for a collector that takes OTLP over HTTP as JSON. A span holds times, a name from the code and
 * the attributes of an allow-list: never a URL, a body, a text of a person or a value of a statement.
 */
import { randomBytes } from 'node:crypto'
import { origin } from '#api/db/origin.ts'
import type { TraceSettings } from '#api/platform/config/trace-settings.ts'

/** Every attribute that a span may have. The type leaves no other one, and values are words and numbers of the program. */
export interface SpanAttributes {
  'http.request.method'?: string
  'http.route'?: string
  'http.response.status_code'?: number
  'messaging.operation.name'?: string
  'vialdesk.domain_id'?: number
  'vialdesk.provider'?: string
  'vialdesk.operation'?: string
  'vialdesk.result'?: string
  'vialdesk.attempt'?: number
}

/** As in OpenTelemetry: the numbers of span.kind. */
export const SpanKind = { server: 2, client: 3, consumer: 5 } as const

export interface Span {
  /** For a header or the queue: `00-<trace>-<span>-01`. */
  traceparent: string
  traceId: string
  rename(name: string): void
  set(attributes: SpanAttributes): void
  end(failed: boolean): void
}

export interface Tracer {
  /** A new span. `parent` is a `traceparent`; without it a new trace begins. */
  begin(name: string, kind: number, attributes: SpanAttributes, parent?: string | undefined): Span
  /** Sends what is left. */
  close(): Promise<void>
}

interface FinishedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue: string } | { intValue: string } }[]
  status: { code?: number }
}

/** Spans in memory. While the collector does not answer, further ones are dropped. */
const MAX_SPANS = 2048
const MAX_BATCH = 512
const SEND_EVERY_MS = 5000
const SEND_TIMEOUT_MS = 10_000

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Undefined for anything but a valid `traceparent` of version 00. */
export function readTraceparent(header: unknown): { traceId: string; spanId: string; isSampled: boolean } | undefined {
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(typeof header === 'string' ? header : '') ?? []
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const nanoseconds = () => String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)))

const otlpValue = (value: string | number) => (typeof value === 'number' ? { intValue: String(value) } : { stringValue: value })
const attributesOf = (given: SpanAttributes) =>
  Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: otlpValue(value) }]))

/** A trace is kept or not by its id, so that all nodes decide alike. */
const isChosen = (traceId: string, ratio: number) => Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32

function bodyOf(spans: FinishedSpan[], { serviceName }: TraceSettings): string {
  const resource = { attributes: attributesOf({ 'service.name': serviceName } as SpanAttributes) }
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'vialdesk' }, spans }] }] })
}

/** Keeps finished spans for a while, and sends them together. */
function openSender(settings: TraceSettings, onLost: (spans: number) => void) {
  const waiting: FinishedSpan[] = []
  let dropped = 0
  let sending: Promise<void> | undefined

  const post = async (spans: FinishedSpan[]) => {
    const headers = { 'content-type': 'application/json', ...settings.headers }
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
    const answer = await fetch(settings.url, {
      method: 'POST',
      headers,
      body: bodyOf(spans, settings),
      signal,
      redirect: 'error',
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The collector answered ${answer.status}`)
  }
  const sendAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH)
      await post(batch).catch(() => {
        dropped += batch.length
      })
    }
    if (dropped > 0) onLost(dropped)
    dropped = 0
  }
  const send = () => {
    // A sending serves many requests, so it belongs to none of them.
    sending ??= origin.exit(sendAll).finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(() => void send(), SEND_EVERY_MS)
  timer.unref()
  return {
    add(span: FinishedSpan) {
      if (waiting.length >= MAX_SPANS) dropped += 1
      else waiting.push(span)
      if (waiting.length >= MAX_BATCH) void send()
    },
    async close() {
      clearInterval(timer)
      // Spans may have ended while others were sent.
      await send()
      await send()
    },
  }
}

export function openTracer(settings: TraceSettings, onLost: (spans: number) => void): Tracer {
  const { add, close } = openSender(settings, onLost)
  return {
    begin(name, kind, attributes, parent) {
      const above = readTraceparent(parent)
      const traceId = above?.traceId ?? randomBytes(16).toString('hex')
      const spanId = randomBytes(8).toString('hex')
      const isSampled = above ? above.isSampled : isChosen(traceId, settings.ratio)
      const startTimeUnixNano = nanoseconds()
      let current = { name, attributes }
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
        rename: (better) => {
          current = { ...current, name: better }
        },
        set: (more) => {
          current = { ...current, attributes: { ...current.attributes, ...more } }
        },
        end(failed) {
          if (!isSampled) return
          const times = { startTimeUnixNano, endTimeUnixNano: nanoseconds() }
          const link = { traceId, spanId, ...(above && { parentSpanId: above.spanId }) }
          const { name: last, attributes: values } = current
          add({ ...link, name: last, kind, ...times, attributes: attributesOf(values), status: failed ? { code: 2 } : {} })
        },
      }
    },
    close,
  }
}
