import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '#api/platform/logging/log.ts'
import { addErrorHandlers } from './errors/error-handlers.ts'
import { addHealth } from './health.ts'
import { loggingOptions } from './request-log.ts'

let app: FastifyInstance
let lines: string[]
let database: () => Promise<boolean>
let stopping: boolean

beforeEach(() => {
  lines = []
  database = async () => true
  stopping = false
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  app = Fastify(loggingOptions(log))
  addErrorHandlers(app)
  const checks = { database: () => database(), migrations: async () => true }
  addHealth(app, { checks, isStopping: () => stopping, timeoutMs: 20 })
})
afterEach(() => app.close())

const ask = async (url: string) => {
  const { statusCode, body } = await app.inject({ url })
  return { status: statusCode, body: JSON.parse(body) }
}
const unready = { status: 503, body: { message: expect.any(String), code: 'unavailable' } }

test('is alive and ready', async () => {
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
  expect(lines).toEqual([])
})

test.each<[string, () => Promise<boolean>, string]>([
  ['throws', () => Promise.reject(new Error('connection of postgres refused')), 'connection of postgres refused'],
  ['fails', async () => false, 'check failed'],
  ['never answers', () => new Promise<never>(() => {}), 'no answer in 20 ms'],
])('a check that %s: is alive but not ready, and only the log has the reason', async (_how, check, reason) => {
  database = check
  expect(await ask('/readyz')).toEqual(unready)
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
  const first = JSON.parse(lines[0] as string)
  expect(first).toMatchObject({ level: 'warn', check: 'database', err: { message: reason } })
})

test('is alive but not ready during shutdown', async () => {
  stopping = true
  expect(await ask('/readyz')).toEqual(unready)
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
})
