import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts'

let app: FastifyInstance
let metrics: Metrics
let server: Server

beforeEach(async () => {
  app = Fastify()
  metrics = createMetrics()
  metrics.measureRequests(app)
  app.get('/things/:id/', () => ({}))
  server = await serveMetrics(metrics, 0)
})
afterEach(async () => {
  await app.close()
  await new Promise((resolve) => server.close(resolve))
})

const addressOf = () => server.address() as AddressInfo
const ask = (path = '/metrics', init?: RequestInit) => fetch(`http://127.0.0.1:${addressOf().port}${path}`, init)
const figures = async () => (await ask()).text()

test('measures requests by route pattern, never by URL', async () => {
  await app.inject({ url: '/things/marchbanks/?search=penelope' })
  await app.inject({ url: '/things/quimby/' })
  await app.inject({ url: '/nowhere/qmby' })
  const text = await figures()
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/things/:id/",status="200"} 2')
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1')
  expect(text).not.toMatch(/marchbanks|quimby|qmby|penelope/)
})

test('shows the current state of process, pools and jobs', async () => {
  const pool = { totalCount: 5, idleCount: 2, waitingCount: 1, options: { max: 7 } as pg.Pool['options'] }
  metrics.measurePool('app', pool)
  metrics.measureJobs(async () => ({ ready: 4, scheduled: 3, running: 1, dead: 2 }))
  const text = await figures()
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).toContain('db_pool_connections{pool="app",state="busy"} 3')
  expect(text).toContain('db_pool_connections{pool="app",state="idle"} 2')
  expect(text).toContain('db_pool_connections{pool="app",state="waiting"} 1')
  expect(text).toContain('db_pool_size{pool="app"} 7')
  expect(text).toMatch(/^db_connections_refused_total \d+$/m)
  expect(text).toContain('jobs{state="dead"} 2')
  pool.waitingCount = 0
  expect(await figures()).toContain('db_pool_connections{pool="app",state="waiting"} 0')
})

test('serves the other metrics without a database, and no outdated job counts', async () => {
  let answers = true
  metrics.measureJobs(async () => {
    if (!answers) throw new Error('no database')
    return { ready: 4, scheduled: 0, running: 0, dead: 0 }
  })
  expect(await figures()).toContain('jobs{state="ready"} 4')
  answers = false
  const text = await figures()
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('jobs{state="ready"} 4')
})

test('serves metrics to this machine only, and nothing else', async () => {
  expect(addressOf().address).toBe('127.0.0.1')
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', { method: 'POST' })).status).toBe(404)
  expect((await ask()).headers.get('content-type')).toMatch(/^text\/plain; version=/)
})

test('rejects at once if the port is in use', async () => {
  await expect(serveMetrics(metrics, addressOf().port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
