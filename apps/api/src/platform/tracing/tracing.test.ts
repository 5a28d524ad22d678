/** Traces reach a collector, join request, job and provider, and hold nothing of people. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTraces } from '#api/main/open-traces.ts'
import { readConfiguration } from '#api/platform/config/configuration.ts'
import { createLog } from '#api/platform/logging/log.ts'
import { redactLine } from '#api/platform/logging/redact.ts'
import type { Mailer } from '#api/platform/ports/mail.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { tracingCalls } from './trace-requests.ts'
import { openTracer, readTraceparent, type Tracer } from './tracer.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

const ALLOWED = [
  ...['http.request.method', 'http.route', 'http.response.status_code', 'messaging.operation.name'],
  ...['vialdesk.domain_id', 'vialdesk.provider', 'vialdesk.operation', 'vialdesk.result', 'vialdesk.attempt'],
]

let portal: TestPortal
let collector: Server
let tracer: Tracer
let token: string
const bodies: string[] = []
const lines: Record<string, unknown>[] = []
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A provider that says nothing, in a span. */
const tracedMail = (): Mailer => ({
  send: async (mail) => {
    await tracingCalls(tracer, (_call, work) => work())({ provider: 'mail', operation: 'send' }, async () => void mail)
  },
})

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const settings = { url: `${urlOf(collector)}/v1/traces`, headers: {}, serviceName: 'vialdesk', ratio: 1 }
  tracer = openTracer(settings, () => {})
  const log = createLog({ level: 'info', traces: true, destination: { write: (line) => void lines.push(JSON.parse(line)) } })
  portal = await startTestPortal(
    { mail: { send: (...mail) => tracedMail().send(...mail) } },
    { log, tracer, trustProxy: '127.0.0.1' },
  )
  token = await portal.tokenOf(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(async () => {
  await tracer.close()
  await new Promise((resolve) => collector.close(resolve))
  await portal.close()
})
beforeEach(async () => {
  await portal.owner.query('delete from graphile_worker._private_jobs')
  await sentSpans()
  lines.length = 0
})

/** The spans since the last call. `close` sends what is left, and the tracer goes on. */
async function sentSpans(): Promise<SentSpan[]> {
  await tracer.close()
  return bodies.splice(0).flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans)
}

const ask = (headers: Record<string, string> = {}, message = 'Where is it?') =>
  portal.app.inject({
    method: 'POST',
    url: '/api/v1/contact/',
    headers: { domain: 'acme', authorization: `Token ${token}`, ...headers },
    payload: { name: 'Marchbanks', email: 'penelope@mail.example', message },
  })

test('one trace has the request, the job that it queued, and the request to the provider', async () => {
  expect((await ask()).statusCode).toBe(200)
  await portal.runJobs()
  const spans = await sentSpans()
  const named = (name: string) => spans.find((span) => span.name === name) as SentSpan
  const [request, job, mail] = [named('POST /api/v1/contact/'), named('notices.send_question'), named('mail send')]
  expect([request.kind, job.kind, mail.kind]).toEqual([2, 5, 3])
  expect(new Set([request.traceId, job.traceId, mail.traceId]).size).toBe(1)
  expect([request.parentSpanId, job.parentSpanId, mail.parentSpanId]).toEqual([undefined, request.spanId, job.spanId])
  for (const { startTimeUnixNano: from, endTimeUnixNano: to } of spans) expect(BigInt(to) >= BigInt(from)).toBe(true)
  const [line] = lines.filter(({ route }) => route === '/api/v1/contact/')
  expect(line).toMatchObject({ trace_id: request.traceId, status: 200 })
})

test('spans have allowed attributes only, and nothing of a person, a query or a body', async () => {
  await ask({ 'x-request-id': 'penelope-quimby-1961' }, 'My name is Featherstone')
  await portal.guest.get('/api/v1/users/all/?search=Marchbanks&email=penelope%40mail.example')
  await portal.guest.get('/nowhere/quimby')
  await portal.guest.post('/api/v1/auth/login/', { username: 'penelope@mail.example', password: 'winter sun' })
  await portal.runJobs()
  await tracer.close()
  const all = bodies.join()
  expect(all).toContain('/api/v1/users/all/')
  expect(all).not.toMatch(/marchbanks|penelope|quimby|featherstone|winter sun|select |mail\.example/i)
  expect(all).not.toContain(token)
  const keys = new Set((await sentSpans()).flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...keys].filter((key) => !ALLOWED.includes(key))).toEqual([])
})

const parent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`

test('a trusted proxy continues its trace, and nobody else', async () => {
  await ask({ traceparent: parent, 'x-forwarded-for': '192.0.2.1' })
  expect(await sentSpans()).toContainEqual(expect.objectContaining({ traceId: 'a1'.repeat(16), parentSpanId: 'b2'.repeat(8) }))
  await ask({ traceparent: parent })
  await portal.app.inject({
    url: '/auth/build-version/',
    remoteAddress: '192.0.2.9',
    headers: { traceparent: parent, 'x-forwarded-for': '192.0.2.1' },
  })
  const own = await sentSpans()
  expect(own.length).toBeGreaterThan(1)
  for (const { traceId, parentSpanId } of own) expect([traceId === 'a1'.repeat(16), parentSpanId]).toEqual([false, undefined])
})

test('a proxy that does not want a trace gets none, and malformed headers are ignored', async () => {
  await ask({ traceparent: parent.replace(/01$/, '00'), 'x-forwarded-for': '192.0.2.1' })
  expect(await sentSpans()).toEqual([])
  const wrong = [
    '',
    'x',
    parent.toUpperCase(),
    parent.replace('00-', 'ff-'),
    `00-${'0'.repeat(32)}-${'b2'.repeat(8)}-01`,
    `${parent}-x`,
    undefined,
  ]
  for (const header of wrong) expect(readTraceparent(header)).toBeUndefined()
})

test('answers as before while the collector does not, and counts what is lost', async () => {
  let lost = 0
  const gone = openTracer({ url: 'http://127.0.0.1:1/v1/traces', headers: {}, serviceName: 'x', ratio: 1 }, (spans) => {
    lost += spans
  })
  for (let n = 0; n < 3000; n++) gone.begin('GET /', 2, {}).end(false)
  await gone.close()
  expect(lost).toBe(3000)
})

test('keeps a part of the traces', async () => {
  const some = openTracer({ url: `${urlOf(collector)}/v1/traces`, headers: {}, serviceName: 'x', ratio: 0 }, () => {})
  some.begin('GET /', 2, {}).end(false)
  await some.close()
  expect(bodies).toEqual([])
})

test('is off without a collector, and reads the standard variables', async () => {
  const read = (env: Record<string, string>) => readConfiguration({ SECRET_KEY: 'k'.repeat(32), ...env }).traces
  expect(read({})).toBeUndefined()
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  expect((await openTraces({ traces: undefined }, portal.log)).tracer).toBeUndefined()
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b' }
  expect(read(given)).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: { 'x-key': 'a b' },
    serviceName: 'vialdesk',
    ratio: 1,
  })
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'hunter2' })).toThrow(
    /^OTEL_EXPORTER_OTLP_ENDPOINT must be a URL(?!.*hunter2)/,
  )
})

test('the id of a trace stays whole in the log, also with the digits of a card', () => {
  const line = `${JSON.stringify({ level: 'info', msg: 'x', trace_id: '4242424242424242aaaaaaaaaaaaaaaa', other: '4242424242424242' })}\n`
  expect(JSON.parse(redactLine(line))).toMatchObject({ trace_id: '4242424242424242aaaaaaaaaaaaaaaa', other: '[card]' })
})
