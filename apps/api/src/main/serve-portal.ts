/** Serves the portal: listens, runs the workers, and shuts both down. */
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { type AppOptions, buildApp } from '#api/app.ts'
import { buildVersion } from '#api/features/branding/build-version.queries.ts'
import { frequent, jobs, nightly } from '#api/jobs.ts'
import { isLocalPortal } from '#api/platform/access/local-access.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { type UnfinishedRequests, unfinishedRequests } from '#api/platform/http/unfinished-requests.ts'
import { startWorkers } from '#api/platform/jobs/jobs.ts'
import { createMetrics, type Metrics, serveMetrics } from '#api/platform/logging/metrics.ts'
import { explainPortError } from './check-ports.ts'
import { countJobs } from './count-jobs.ts'
import { finishesWithin } from './finishes-within.ts'
import type { Services } from './services.ts'
import { GRACE_MS } from './shutdown.ts'
import { type FreeJobs, stopWorkers } from './stop-workers.ts'

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Milliseconds for the last answers to leave. */
const LAST_ANSWERS_MS = 1000

/**
 * Closes the app. An idle keep-alive connection is closed as soon as its last response has left. Requests that take too long are answered
 * before their end.
 */
async function closeApp({ app, unfinished }: App, log: FastifyBaseLogger): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  const closing = app.close()
  if (!(await finishesWithin(GRACE_MS, closing))) {
    const requests = unfinished.answerAll()
    if (requests > 0) log.warn({ requests }, 'requests did not end in time; they were answered before their end')
    if (!(await finishesWithin(LAST_ANSWERS_MS, closing))) {
      log.warn('answers or uploads were still under way; their connections were closed')
      app.server.closeAllConnections()
    }
  }
  clearInterval(sweep)
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw explainPortError(error, 'PORT', host, port) ?? error
  }
}

async function listenForMetrics(metrics: Metrics, port: number): Promise<Server | undefined> {
  if (port === 0) return undefined
  try {
    return await serveMetrics(metrics, port)
  } catch (error) {
    throw explainPortError(error, 'METRICS_PORT', '127.0.0.1', port) ?? error
  }
}

function portalMetrics({ worker, pool, auditPool, ports: { exports } }: Services): Metrics {
  const metrics = createMetrics()
  const pools = { worker, app: pool, audit: auditPool, export: exports.pool, report: exports.reportPool }
  for (const [name, each] of Object.entries(pools)) metrics.measurePool(name, each)
  metrics.measureJobs(countJobs(worker))
  return metrics
}

interface App {
  app: FastifyInstance
  unfinished: UnfinishedRequests
}

async function openApp(services: Services, metrics: Metrics, isStopping: () => boolean): Promise<App> {
  const unfinished = unfinishedRequests()
  return { app: await buildApp({ ...appOptions(services, metrics, isStopping), unfinished }), unfinished }
}

function appOptions(services: Services, metrics: Metrics, isStopping: () => boolean): AppOptions {
  const { configuration, pool, auditPool, ports, log } = services
  const { smtpUrl, carrier, corsOrigins, trustProxy, rateLimitFactor } = configuration
  return {
    pool,
    auditPool,
    ports,
    log,
    metrics,
    isStopping,
    limits: rateLimits(pool, rateLimitFactor),
    version: buildVersion(),
    corsOrigins,
    trustProxy,
    ...(existsSync(`${webFolder}/index.html`) && { webFolder }),
    isLocal: isLocalPortal(configuration),
    showsParcels: carrier === 'embedded',
    ...(smtpUrl === undefined && { outbox: embeddedMail(pool, configuration.secretKey) }),
  }
}

export interface Serving {
  /** Takes no new requests or jobs and lets the running ones finish, up to a time limit. Returns how to free the jobs that still run. */
  stop(): Promise<FreeJobs | undefined>
}

/** Listens and starts the workers. Throws StartFailure if a port cannot be used. */
export async function servePortal(services: Services): Promise<Serving> {
  const { configuration, connections, worker, ports, log } = services
  let stopping = false
  const metrics = portalMetrics(services)
  const app = await openApp(services, metrics, () => stopping)
  const metricsServer = await listenForMetrics(metrics, configuration.metricsPort)
  await listen(app.app, configuration.host, configuration.port)
  const workers = configuration.workers
    ? await startWorkers({
        ...{ workerPool: worker, ports, jobs, log },
        nightly: [...nightly, ...frequent],
        queueConnections: connections.shares.queue,
        lockConnections: connections.shares.heartbeat,
      })
    : undefined
  return {
    async stop() {
      stopping = true
      metricsServer?.close()
      const [freeJobs] = await Promise.all([stopWorkers(workers, log), closeApp(app, log)])
      return freeJobs
    },
  }
}
