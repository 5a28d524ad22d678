/** Metrics for Prometheus: requests, process, database connections, jobs and calls of providers. Served on a separate port. */
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { refusedConnectionCount, sizeOf } from '#api/db/connection/refused-connections.ts'
import type { ReplicaResult } from '#api/db/replica.ts'
import { addFigures, type Figures } from './figures.ts'
import { lostLineCount } from './log-output.ts'

/** Counts the jobs by state on each request for metrics. */
export type CountJobs = () => Promise<Record<'ready' | 'scheduled' | 'running' | 'dead', number>>

export type Metrics = ReturnType<typeof createMetrics>

/** `refused`: the mail server refused the mail, and the job is not repeated. */
export type RunResult = 'done' | 'failed' | 'refused'

/** `refused`: the provider answered and did not do it. `unknown`: it may have done it. `failed`: it could not be reached, or had a fault. */
export type ProviderResult = 'ok' | 'refused' | 'unknown' | 'failed'

export interface ProviderCall {
  /** The port, or the provider of a port that has several: `mail`, `payments.authorizenet`. */
  provider: string
  operation: string
}

/** Seconds, from a prepared read to a slow provider. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type MeasuredPool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers: [registry],
  })
  const pools = new Map<string, MeasuredPool>()
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
  addCounters(registry)
  const replicaReads = new Counter({
    name: 'replica_reads_total',
    help: 'Reports, exports and searches that may read on the replica, by result. Where it was not used, the primary answered.',
    labelNames: ['result'] as const,
    registers: [registry],
  })
  return {
    registry,
    /** Measures every request by method, route pattern and status. Call it before any route is added. */
    measureRequests: (app: FastifyInstance) => {
      app.addHook('onResponse', (request, reply, done) => {
        const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
        requests.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    /** Measures a pool's connections: busy, idle, and requests that wait for one; and the most that it opens. */
    measurePool(name: string, pool: MeasuredPool) {
      pools.set(name, pool)
      sizes.set({ pool: name }, sizeOf(pool))
    },
    measureJobs: (count: CountJobs) => addJobGauge(registry, count),
    /** Gauges whose values are read from the database and the machine, at most once in some seconds. */
    measureFigures: (read: () => Promise<Figures>) => addFigures(registry, read),
    /** One read that may go to the replica. */
    countReplicaRead: (result: ReplicaResult) => replicaReads.inc({ result }),
    ...addRunHistograms(registry),
  }
}

/** Counts that the process keeps elsewhere. */
function addCounters(registry: Registry): void {
  new Counter({
    name: 'log_lines_lost_total',
    help: 'Lines of the log that could not be written.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(lostLineCount())
    },
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
}

function addRunHistograms(registry: Registry) {
  const runs = new Histogram({
    name: 'job_duration_seconds',
    help: 'How long the runs of jobs took, by task and result. A failed job is repeated until it is dead.',
    labelNames: ['task', 'result'] as const,
    buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'provider_request_duration_seconds',
    help: 'How long requests to providers took, by provider, operation and result.',
    labelNames: ['provider', 'operation', 'result'] as const,
    buckets: [0.01, 0.1, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  return {
    /** One run of a job of the queue or of night work. */
    countRun: (task: string, result: RunResult, seconds: number) => runs.observe({ task, result }, seconds),
    /** One request to a provider. */
    countProviderCall: (call: ProviderCall, result: ProviderResult, seconds: number) =>
      calls.observe({ ...call, result }, seconds),
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

/** Serves GET /metrics on 127.0.0.1, or on another IP address of the machine; port 0 takes any free port. Rejects if the port is in use. */
export async function serveMetrics({ registry }: Metrics, port: number, host = '127.0.0.1'): Promise<Server> {
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
  server.once('error', reject).listen(port, host, resolve)
  await promise
  return server
}
