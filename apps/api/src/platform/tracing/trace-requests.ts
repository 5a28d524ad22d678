/** The spans of requests, jobs and requests to providers. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Origin, origin } from '#api/db/origin.ts'
import { type ObserveCall, resultOf, resultOfError } from '#api/platform/ports/observe-ports.ts'
import { type Span, SpanKind, type Tracer } from './tracer.ts'

interface Owner {
  domainId?: number | undefined
}

/** Only a trusted proxy may continue a trace: with TRUST_PROXY, the addresses of a forwarded request are several. */
const parentOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers.traceparent
  return (request.ips?.length ?? 0) > 1 && typeof header === 'string' ? header : undefined
}

/** Adds a span to each request. Returns the origin of a request. */
export function tracedRequests(app: FastifyInstance, tracer: Tracer, ownerOf: (request: FastifyRequest) => Owner) {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const span = spans.get(request)
    span?.rename(`${request.method} ${route}`)
    span?.set({
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'vialdesk.domain_id': ownerOf(request).domainId,
    })
    span?.end(reply.statusCode >= 500)
    done()
  })
  return (request: FastifyRequest): Origin => {
    const span =
      spans.get(request) ??
      tracer.begin(request.method, SpanKind.server, { 'http.request.method': request.method }, parentOf(request))
    spans.set(request, span)
    return { requestId: request.id, traceId: span.traceId, traceparent: span.traceparent }
  }
}

interface TracedJob {
  task: string
  attempt: number
  domain_id: number
  request_id?: string | null | undefined
  traceparent?: string | null | undefined
}

/** Runs a job in a span of the trace that queued it. */
export async function traceJob<T>(tracer: Tracer, job: TracedJob, work: () => Promise<T>): Promise<T> {
  const attributes = {
    'messaging.operation.name': job.task,
    'vialdesk.domain_id': job.domain_id,
    'vialdesk.attempt': job.attempt,
  }
  const span = tracer.begin(job.task, SpanKind.consumer, attributes, job.traceparent ?? undefined)
  const { traceId, traceparent } = span
  try {
    const result = await origin.run({ requestId: job.request_id ?? '', traceId, traceparent }, work)
    span.end(false)
    return result
  } catch (error) {
    span.end(true)
    throw error
  }
}

/** A span for each request to a provider, while a request or job is traced. Nothing of the trace leaves the installation. */
export const tracingCalls =
  (tracer: Tracer, inner: ObserveCall): ObserveCall =>
  (call, work) => {
    const current = origin.getStore()
    if (current?.traceparent === undefined) return inner(call, work)
    const names = { 'vialdesk.provider': call.provider, 'vialdesk.operation': call.operation }
    const span = tracer.begin(`${call.provider} ${call.operation}`, SpanKind.client, names, current.traceparent)
    const end = (result: string) => {
      span.set({ 'vialdesk.result': result })
      span.end(result === 'failed' || result === 'unknown')
    }
    const answer = inner(call, work)
    if (!(answer instanceof Promise)) return answer
    answer.then(
      (value) => end(resultOf(value)),
      (error) => end(resultOfError(error)),
    )
    return answer
  }
