/** Serves the portal: listens, runs the workers, and shuts both down. */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { type AppOptions, buildApp } from '#api/app/app.ts'
import { frequent, jobs, nightly } from '#api/app/jobs.ts'
import { buildVersion } from '#api/features/branding/build-version.queries.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { unfinishedRequests } from '#api/platform/http/unfinished-requests.ts'
import { startWorkers } from '#api/platform/jobs/jobs.ts'
import { isLocalPortal } from '#api/platform/kernel/local-access.ts'
import { finishesWithin } from '#api/platform/kernel/with-timeout.ts'
import { explainPortError } from './check-ports.ts'
import { listenForMetrics } from './listen-for-metrics.ts'
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
async function closeApp({ app, unfinished }: Awaited<ReturnType<typeof openApp>>, log: FastifyBaseLogger): Promise<void> {
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

async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  try {
    await app.listen({ host, port })
    return (app.server.address() as AddressInfo).port
  } catch (error) {
    throw explainPortError(error, 'PORT', host, port) ?? error
  }
}

async function openApp(services: Services, isStopping: () => boolean) {
  const unfinished = unfinishedRequests()
  return { app: await buildApp({ ...appOptions(services, isStopping), unfinished }), unfinished }
}

function appOptions(services: Services, isStopping: () => boolean): AppOptions {
  const { configuration, metrics, pool, auditPool, ports, log } = services
  const { smtpUrl, carrier, corsOrigins, trustProxy, rateLimitFactor } = configuration
  return {
    pool,
    auditPool,
    replica: services.replica,
    ports,
    log,
    metrics,
    tracer: services.tracer,
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

/** Listens and starts the workers. Throws StartFailure if a port cannot be used. */
export async function servePortal(services: Services) {
  const { configuration, connections, worker, ports, log, metrics } = services
  let stopping = false
  const app = await openApp(services, () => stopping)
  const metricsServer = await listenForMetrics(services)
  const port = await listen(app.app, configuration.host, configuration.port)
  const workers = configuration.workers
    ? await startWorkers({
        ...{ workerPool: worker, ports, jobs, log, onRun: metrics.countRun, tracer: services.tracer },
        nightly: [...nightly, ...frequent],
        queueConnections: connections.shares.queue,
        lockConnections: connections.shares.heartbeat,
      })
    : undefined
  return {
    port,
    /** Takes no new requests or jobs and lets the running ones finish, up to a time limit. Returns how to free the jobs that still run. */
    async stop(): Promise<FreeJobs | undefined> {
      stopping = true
      metricsServer?.close()
      const [freeJobs] = await Promise.all([stopWorkers(workers, log), closeApp(app, log)])
      return freeJobs
    },
  }
}
