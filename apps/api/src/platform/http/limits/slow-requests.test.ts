/** Requests that never end (slow loris) lose their connection. */
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addErrorHandlers, errorHandlerOptions } from '#api/platform/http/errors/error-handlers.ts'
import { requestLimits } from '#api/platform/http/security-headers.ts'
import { leaveFormsUnread } from '#api/platform/http/uploads.ts'
import { BODY_MS, endSlowBodies } from './slow-bodies.ts'

const LIMIT_MS = 300

let app: FastifyInstance
let port: number
beforeAll(async () => {
  // The interval of the checks is the portal's own. The time limit is shorter.
  app = Fastify({ ...requestLimits, http: { ...requestLimits.http, headersTimeout: LIMIT_MS }, ...errorHandlerOptions })
  addErrorHandlers(app)
  endSlowBodies(app, LIMIT_MS)
  app.post('/calls/', ({ body }) => ({ body }))
  app.register((forms, _options, done) => {
    leaveFormsUnread(forms)
    forms.post('/files/', async ({ raw }) => ({ length: (await text(raw)).length }))
    done()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** Sends the text and resolves with everything that the server sent until it closed the connection. */
async function answerTo(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  const answer = await text(socket)
  socket.destroy()
  return answer
}

const head = (more = '') =>
  `POST /calls/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 20\r\n${more}`

test('gives headers and bodies 15 seconds, and whole requests with files five minutes', () => {
  const { server } = Fastify(requestLimits)
  expect([server.headersTimeout, BODY_MS, server.requestTimeout]).toEqual([15_000, 15_000, 300_000])
})

test.each([
  ['nothing at all', ''],
  ['half of its headers', head()],
  ['half of its body', `${head()}\r\n{"a":`],
  ['half of a body in chunks', `${head().replace('content-length: 20', 'transfer-encoding: chunked')}\r\n3\r\n{"a\r\n`],
])(
  'ends a connection that sent %s',
  async (_, request) => {
    const answer = await answerTo(request)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"code":"malformed"')
  },
  5000,
)

test('answers a body that comes in parts, but in time', async () => {
  const socket = connect(port, '127.0.0.1')
  const body = '{"a":"12345678901"}\n'
  socket.write(`${head('connection: close\r\n')}\r\n${body.slice(0, 5)}`)
  socket.write(body.slice(5))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

test('ends nothing after the answer to a body that was refused unread', async () => {
  const refused = await app.inject({ method: 'POST', url: '/calls/', payload: { text: 'x'.repeat(2 * 1024 * 1024) } })
  expect(refused.statusCode).toBe(413)
  // This connection is ended at the limit. A timer of the request above would have failed before.
  expect(await answerTo(`${head()}\r\n{"a":`)).toMatch(/^HTTP\/1\.1 408 /)
})

test('leaves forms with files more time', async () => {
  const socket = connect(port, '127.0.0.1')
  const form = head('connection: close\r\n').replace('/calls/', '/files/').replace('application/json', 'multipart/form-data')
  socket.write(`${form}\r\n1234567890`)
  // This connection is ended at the limit, so the form above has waited longer.
  expect(await answerTo(`${head()}\r\n{"a":`)).toMatch(/^HTTP\/1\.1 408 /)
  socket.write('1234567890')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toContain('"length":20')
})
