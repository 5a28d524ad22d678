/** Traces, where the settings name a collector. */
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '#api/platform/config/configuration.ts'
import type { ObserveCall } from '#api/platform/ports/observe-ports.ts'
import { tracingCalls } from '#api/platform/tracing/trace-requests.ts'
import { openTracer, type Tracer } from '#api/platform/tracing/tracer.ts'

interface Traces {
  tracer: Tracer | undefined
  /** Adds a span to each request to a provider. */
  watch(inner: ObserveCall): ObserveCall
  close(): Promise<void>
}

export async function openTraces({ traces }: Pick<Configuration, 'traces'>, log: FastifyBaseLogger): Promise<Traces> {
  if (traces === undefined) return { tracer: undefined, watch: (inner) => inner, close: async () => {} }
  const tracer = openTracer(traces, (spans) => log.warn({ spans }, 'traces were lost: the collector does not take them'))
  return { tracer, watch: (inner) => tracingCalls(tracer, inner), close: tracer.close }
}
