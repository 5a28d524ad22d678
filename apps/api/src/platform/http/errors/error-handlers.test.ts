import net from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { loggingOptions } from '#api/platform/http/request-log.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { createLog } from '#api/platform/logging/log.ts'
import { addErrorHandlers, errorHandlerOptions } from './error-handlers.ts'

let app: FastifyInstance
let lines: string[]
/** The error that the route /throws/ throws. */
let thrown: unknown

const Body = z.object({
  name: z.string('A name, please.'),
  credit_card: z.object({
    cvc: z.string().refine((value) => value.length === 3, { error: (issue) => `${issue.input} is no code` }),
  }),
})

async function* breakOff() {
  yield 'a beginning'
  throw thrown
}

beforeEach(() => {
  lines = []
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  app = Fastify({ ...loggingOptions(log), ...errorHandlerOptions, bodyLimit: 1000, routerOptions: { ignoreTrailingSlash: true } })
  addErrorHandlers(app)
  app.get('/throws/', () => {
    throw thrown
  })
  app.get('/breaks-off/', () => Readable.from(breakOff()))
  app.get('/things/all/', () => [])
  app.patch('/things/:id/', () => ({}))
  app.get('/*', { config: { isFallback: true } }, (_request, reply) => reply.callNotFound())
  app.post('/echo/', (request) => ({ body: request.body ?? null }))
  app.delete('/things/:id/', (request) => ({ body: request.body ?? null }))
  app.post('/parse/', (request) => Body.parse(request.body))
})
afterEach(() => app.close())

const ask = async (options: InjectOptions) => {
  const { statusCode, headers, body } = await app.inject(options)
  return { status: statusCode, headers, body: JSON.parse(body), text: body }
}
const askAfter = (error: unknown) => {
  thrown = error
  return ask({ url: '/throws/' })
}
const databaseError = (code: string, extras: object = {}) =>
  Object.assign(new pg.DatabaseError('no', 1, 'error'), { code, ...extras })

test('answers a refusal with its code, message and fields', async () => {
  const refused = () => fail('wrong_password', { errors: { password_current: ['Not this one.'] }, headers: { 'x-more': '1' } })
  try {
    refused()
  } catch (error) {
    thrown = error
  }
  const answer = await ask({ url: '/throws/' })
  expect(answer).toMatchObject({ status: 422, headers: { 'x-more': '1', 'content-type': 'application/json; charset=utf-8' } })
  expect(answer.body).toEqual({
    message: 'The current password is not correct.',
    code: 'wrong_password',
    errors: { password_current: ['Not this one.'] },
  })
  expect(lines).toEqual([])
})

test('answers bad input with 422 and messages by dotted field, without repeating a secret code', async () => {
  const answer = await ask({ method: 'POST', url: '/parse/', payload: { credit_card: { cvc: '99887' } } })
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({
    message: 'Please check the marked fields.',
    code: 'invalid',
    errors: { name: ['A name, please.'], 'credit_card.cvc': ['Please check this field.'] },
  })
})

test('never repeats a password or a card in a message', async () => {
  app.post('/careless/', (request) =>
    fail('payment_declined', { message: `Declined: ${(request.body as { text: string }).text}` }),
  )
  const withPassword = await ask({ method: 'POST', url: '/careless/', payload: { password: 'hunter2', text: 'hunter2' } })
  expect(withPassword.body.message).toBe('The card was declined.')
  const withCard = await ask({ method: 'POST', url: '/careless/', payload: { text: '4242 4242 4242 4242' } })
  expect(withCard.body.message).toBe('Declined: [card]')
})

test('names unknown keys as fields, and uses an error of the whole input as the message', async () => {
  expect((await askAfter(z.strictObject({}).safeParse({ extra: 1 }).error)).body.errors).toHaveProperty('extra')
  const whole = z.object({}).refine(() => false, 'The two do not fit.')
  expect((await askAfter(whole.safeParse({}).error)).body).toEqual({ message: 'The two do not fit.', code: 'invalid' })
})

test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
  'names the unknown key %s as a field like any other',
  async (key) => {
    const input = JSON.parse(`{"${key}":"x"}`)
    const answer = await askAfter(z.strictObject({}).safeParse(input).error)
    expect([answer.status, answer.body.code, Object.entries(answer.body.errors)]).toEqual([
      ...[422, 'invalid', [[key, ['There is no such field.']]]],
    ])
    // The same names as codes and constraints of errors are unknown.
    expect(await askAfter(databaseError(key, { constraint: key }))).toMatchObject({ status: 500, body: { code: 'internal' } })
  },
)

test('an error of the error handler is an unexpected failure like any other, and the log has both errors', async () => {
  const issues = { get: () => fail('conflict', { message: 'Broken while it was described.' }) }
  const answer = await askAfter(Object.create(z.strictObject({}).safeParse({ extra: 1 }).error as z.ZodError, { issues }))
  expect(answer.body).toEqual({
    message: 'Something went wrong. Nothing was saved.',
    code: 'internal',
    incident: expect.stringMatching(/^[0-9a-f]{12}$/),
  })
  const [line] = lines.splice(0).map((text) => JSON.parse(text))
  expect(line).toMatchObject({ level: 'error', incident: answer.body.incident, route: '/throws/' })
  expect(line.err.errors).toMatchObject([{ message: 'Broken while it was described.' }, { type: 'ZodError' }])
})

test.each([
  ['a deadlock', databaseError('40001'), 409, 'conflict'],
  ['a deadlock', databaseError('40P01'), 409, 'conflict'],
  [
    'an e-mail address that was taken meanwhile',
    databaseError('23505', { constraint: 'users_email_key' }),
    409,
    'duplicate_email',
  ],
  ['a database that shuts down', databaseError('57P01'), 503, 'unavailable'],
  ['a database without free connections', databaseError('53300'), 503, 'unavailable'],
  ['a statement that took too long', databaseError('57014'), 503, 'unavailable'],
  ['no database', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503, 'unavailable'],
  ['no free connection', new Error('timeout exceeded when trying to connect'), 503, 'unavailable'],
  [
    'a lost connection inside another error',
    new Error('query failed', { cause: new Error('Connection terminated unexpectedly') }),
    503,
    'unavailable',
  ],
  ['another unique constraint', databaseError('23505', { constraint: 'mail_outbox_message_id_key' }), 500, 'internal'],
  ['a row without its parent', databaseError('23503'), 500, 'internal'],
  ['a 4xx of another server', Object.assign(new Error('upstream'), { statusCode: 404 }), 500, 'internal'],
  ['a thrown value that is not an error', 'just words', 500, 'internal'],
  ['nothing', undefined, 500, 'internal'],
])('%s', async (_what, error, status, code) => {
  expect(await askAfter(error)).toMatchObject({ status, body: { code } })
})

test('answers an unexpected failure with an incident id only, and logs all details', async () => {
  const answer = await askAfter(new Error('outer detail', { cause: new TypeError('inner detail') }))
  expect(answer.body).toEqual({
    message: 'Something went wrong. Nothing was saved.',
    code: 'internal',
    incident: expect.stringMatching(/^[0-9a-f]{12}$/),
  })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    level: 'error',
    incident: answer.body.incident,
    req_id: expect.any(String),
    route: '/throws/',
    err: { message: 'outer detail', cause: { type: 'TypeError', message: 'inner detail' } },
  })
})

test('logs why an answer broke off after its beginning, unless its reader left', async () => {
  thrown = new Error('the database failed')
  await expect(app.inject('/breaks-off/')).rejects.toThrow()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', route: '/breaks-off/', req_id: expect.any(String), err: { message: 'the database failed' } },
  ])
  thrown = Object.assign(new Error('the reader left'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  await expect(app.inject('/breaks-off/')).rejects.toThrow()
  expect(lines).toHaveLength(1)
})

const json = { 'content-type': 'application/json' }
test.each<[string, InjectOptions, number, string]>([
  ['invalid JSON', { method: 'POST', url: '/echo/', headers: json, payload: '{"a":' }, 400, 'malformed'],
  [
    'JSON with a __proto__ key',
    { method: 'POST', url: '/echo/', headers: json, payload: '{"__proto__":{"a":1}}' },
    400,
    'malformed',
  ],
  [
    'a body that is too large',
    { method: 'POST', url: '/echo/', headers: json, payload: JSON.stringify('x'.repeat(1000)) },
    413,
    'too_large',
  ],
  [
    'plain text',
    { method: 'POST', url: '/echo/', headers: { 'content-type': 'text/plain' }, payload: 'a' },
    415,
    'unsupported_media',
  ],
  [
    'XML',
    { method: 'POST', url: '/echo/', headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
    415,
    'unsupported_media',
  ],
  ['a URL that cannot be decoded', { url: '/things/%E0%A4%A/' }, 400, 'malformed'],
  ['an unknown path', { url: '/nowhere/' }, 404, 'not_found'],
])('%s', async (_what, options, status, code) => {
  const answer = await ask(options)
  expect(answer).toMatchObject({ status, body: { code } })
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'message'])
})

test.each<[string, InjectOptions]>([
  ['POST', { method: 'POST', url: '/echo/', headers: json, payload: '' }],
  ['DELETE', { method: 'DELETE', url: '/things/5/', headers: json, payload: '' }],
  ['DELETE without a type', { method: 'DELETE', url: '/things/5/' }],
])('treats an empty body as no body: %s', async (_what, options) => {
  expect(await ask(options)).toMatchObject({ status: 200, body: { body: null } })
})

test.each<[string, InjectOptions, string]>([
  ['a method that a path does not accept', { method: 'PUT', url: '/things/5/' }, 'DELETE, PATCH'],
  ['the same without its slash', { method: 'PUT', url: '/things/5' }, 'DELETE, PATCH'],
  ['a GET that only the fallback page would accept', { url: '/echo/' }, 'POST'],
  ['a path that two routes match', { method: 'PUT', url: '/things/all/?a=1' }, 'DELETE, GET, HEAD, PATCH'],
])('%s: 405 with the accepted methods', async (_what, options, allow) => {
  expect(await ask(options)).toMatchObject({ status: 405, headers: { allow }, body: { code: 'method_not_allowed' } })
})

test('answers malformed HTTP and oversized headers in the same shape', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  const say = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let heard = ''
      const socket = net.connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (data) => {
        heard += data
      })
      socket.on('close', () => resolve(heard)).on('error', reject)
    })
  expect(await say('hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"malformed"}$/)
  // Two lengths of one body: a proxy and the portal could disagree where the next request begins.
  expect(
    await say('POST /echo/ HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  ).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"malformed"}$/)
  expect(await say(`GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 [\s\S]*"code":"too_large"}$/,
  )
})
