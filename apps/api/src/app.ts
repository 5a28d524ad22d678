/** Builds the server from its parts; `main.ts` and the tests use the same one. It does not listen. */
import { contract } from '@vialdesk/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Outbox } from './adapters/mail/embedded.ts'
import { isMigrated } from './db/migrate.ts'
import { addLogoFiles } from './features/accounts/logo.router.ts'
import { pageConfigOf } from './features/branding/branding.queries.ts'
import { addBrandFiles } from './features/branding/branding.router.ts'
import { addLabelFiles } from './features/shipping/label-files.router.ts'
import { addApiPages } from './platform/api-pages.ts'
import { addDevMail } from './platform/dev-mail.ts'
import { addDevPages } from './platform/dev-page.ts'
import { addDevParcels } from './platform/dev-parcels.ts'
import { domainFinder } from './platform/domains.ts'
import { answerFailures, failureOptions } from './platform/failures.ts'
import { addHealth } from './platform/health.ts'
import { listLimits } from './platform/list-limits.ts'
import { type IncomingRequest, isLocalRequest } from './platform/local-access.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Ports } from './platform/ports.ts'
import type { ForgiveAttempts, TakeAttempt } from './platform/rate-limits.ts'
import { loggingOptions, logRequests } from './platform/request-log.ts'
import { addRoutes, type Router } from './platform/routes.ts'
import { limitOptions, secure } from './platform/security.ts'
import { watchReads } from './platform/watch.ts'
import { serveWeb } from './platform/web-files.ts'
import { router } from './router.ts'

export interface AppParts {
  /** The application's pool: all that serves people, under row-level security. */
  pool: pg.Pool
  /** A small pool of its own for the record of reads, so that a waiting answer never waits for itself. */
  recordPool: pg.Pool
  ports: Ports
  limits: { takeAttempt: TakeAttempt; forgiveAttempts: ForgiveAttempts }
  /** Milliseconds that a statement of a list may take; five seconds unless said otherwise. */
  listTimeoutMs?: number
  log: FastifyBaseLogger
  /** The running build's. */
  version: string
  /** Other sites whose pages may call the api. */
  corsOrigins?: readonly string[]
  trustProxy?: false | string
  metrics?: Metrics
  /** The folder of the built web; without it only the api is served. */
  webFolder?: string
  /** The settings keep the portal to this machine: its requests reach the demo and the pages under /dev. */
  isLocal?: boolean
  /** Shown at /dev/mail. */
  outbox?: Outbox
  /** Simulated parcels have pages under /dev. */
  showsParcels?: boolean
  isStopping?: () => boolean
  /** Parses every answer by the contract, so that a wrong one fails the test that got it. */
  checkAnswers?: boolean
}

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { pool, ports, log, version } = parts
  const app = Fastify({
    ...loggingOptions(log),
    ...limitOptions,
    ...failureOptions,
    trustProxy: parts.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  const isLocal = (request: IncomingRequest) => parts.isLocal === true && isLocalRequest(request)
  const findDomain = domainFinder(pool, isLocal)
  const watch = watchReads(parts.recordPool)
  logRequests(app, ({ domain, actor }) => ({ domainId: domain?.id, userId: actor?.id }))
  parts.metrics?.watchRequests(app)
  secure(app, { publicUrl: ports.publicUrl, corsOrigins: parts.corsOrigins ?? [] })
  answerFailures(app)
  addHealth(app, { checks: { migrated: () => isMigrated(pool) }, isStopping: parts.isStopping ?? (() => false) })
  addRoutes(app, router as unknown as Router, {
    pool,
    ports,
    findDomain,
    watch,
    limits: parts.limits,
    lists: listLimits(pool, parts.listTimeoutMs),
    checkAnswers: parts.checkAnswers ?? false,
  })
  // Live answers would keep the server from stopping.
  app.addHook('preClose', () => ports.signals.close())
  addBrandFiles(app, findDomain, ports.files)
  addLogoFiles(app, findDomain, ports.files)
  addLabelFiles(app, { pool, watch, findDomain, files: ports.files, secretKey: ports.secretKey })
  await addApiPages(app, contract, version)
  await addDevPages(app, isLocal, (dev) => {
    if (parts.outbox) addDevMail(dev, findDomain, parts.outbox)
    if (parts.showsParcels) addDevParcels(dev, findDomain, ports.carrier)
  })
  if (parts.webFolder) {
    await serveWeb(app, {
      folder: parts.webFolder,
      configOf: async (request) => {
        const domain = await findDomain(request)
        return domain && pageConfigOf(domain, version)
      },
    })
  }
  return app
}
