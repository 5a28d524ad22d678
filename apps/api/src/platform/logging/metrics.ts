/** Metrics for Prometheus: requests, process, database connections and jobs. Served on a separate port. */
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { refusedConnectionCount, sizeOf } from '#api/db/connection/refused-connections.ts'
import { lostLineCount } from './log-output.ts'

/** Counts the jobs by state on each request for metrics. */
export type CountJobs = () => Promise<Record<'ready' | 'scheduled' | 'running' | 'dead', number>>

export interface Metrics {
  registry: Registry
  /** Measures every request by method, route pattern and status. Call it before any route is added. */
  measureRequests(app: FastifyInstance): void
  /** Measures a pool's connections: busy, idle, and requests that wait for one; and the most that it opens. */
  measurePool(name: string, pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>): void
  measureJobs(count: CountJobs): void
}

/** Seconds, from a prepared read to a slow provider. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers: [registry],
  })
  new Counter({
    name: 'log_lines_lost_total',
    help: 'Lines of the log that could not be written.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(lostLineCount())
    },
  })
  const pools = new Map<string, Parameters<Metrics['measurePool']>[1]>()
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of each pool to the database, and requests that wait for one.',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  const sizes = new Gauge({
    name: 'db_pool_size',
    help: 'The most connections that each pool opens.',
    labelNames: ['pool'] as const,
    registers: [registry],
  })
  new Counter({
    name: 'db_connections_refused_total',
    help: 'Connections that the database refused because it had too many. The callers waited.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(refusedConnectionCount())
    },
  })
  return {
    registry,
    measureRequests: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
        requests.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    measurePool(name, pool) {
      pools.set(name, pool)
      sizes.set({ pool: name }, sizeOf(pool))
    },
    measureJobs: (count) => addJobGauge(registry, count),
  }
}

function addJobGauge(registry: Registry, count: CountJobs): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs in the queue by state; dead ones have used up their attempts.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      try {
        for (const [state, jobs] of Object.entries(await count())) this.set({ state }, jobs)
      } catch {
        // If the database does not answer, the other metrics must still be served: the job counts are left out.
        this.reset()
      }
    },
  })
}

/** Serves GET /metrics on a port of 127.0.0.1 only; 0 takes any free port. Rejects if the port is in use. */
export async function serveMetrics({ registry }: Metrics, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      const figures = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(figures)
    } catch {
      response.writeHead(500).end()
    }
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, '127.0.0.1', resolve)
  await promise
  return server
}
