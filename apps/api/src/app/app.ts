/** Builds the server. `main.ts` and the tests use the same function. The server does not listen yet. */
import { contract } from '@vialdesk/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { DATABASE_SILENCE_MS, limitSilence } from '#api/db/connection/database-silence.ts'
import type { Db } from '#api/db/db.ts'
import { isMigrated } from '#api/db/migration-state.ts'
import type { Replica } from '#api/db/replica.ts'
import { inDomain } from '#api/db/transaction.ts'
import { addLogoFiles } from '#api/features/accounts/accounts.routes.ts'
import { pageConfigOf } from '#api/features/branding/branding.queries.ts'
import { addBrandFiles } from '#api/features/branding/branding.routes.ts'
import { findPaymentSources } from '#api/features/payments/payment-settings.queries.ts'
import { addPaymentWebhooks } from '#api/features/payments/webhook/apply-notice.commands.ts'
import { addAssetFiles } from '#api/features/resources/resources.routes.ts'
import { notifyManyFailedLogins } from '#api/features/sessions/passwords/notify-security-change.commands.ts'
import { addLabelFiles } from '#api/features/shipping/requests/label-requests.routes.ts'
import { findFrameSources } from '#api/features/signing/settings/signing-settings.queries.ts'
import { addDocumentFiles } from '#api/features/signing/signing.routes.ts'
import { addSigningWebhooks } from '#api/features/signing/webhook/receive-notice.commands.ts'
import { addTemplateFiles } from '#api/features/templates/templates.routes.ts'
import { domainFinder } from '#api/platform/access/domains.ts'
import { rememberedSessions } from '#api/platform/access/remembered-sessions.ts'
import { batchReadAudits } from '#api/platform/audit/batch-read-audits.ts'
import { addDevMail } from '#api/platform/dev/dev-mail.ts'
import { addDevPages } from '#api/platform/dev/dev-pages.ts'
import { addDevParcels } from '#api/platform/dev/dev-parcels.ts'
import { addErrorHandlers, errorHandlerOptions } from '#api/platform/http/errors/error-handlers.ts'
import type { FileServices } from '#api/platform/http/files/signed-files.ts'
import { addHealth } from '#api/platform/http/health.ts'
import { callerFinder } from '#api/platform/http/limits/callers.ts'
import { listLimits } from '#api/platform/http/limits/list-limits.ts'
import type { RateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { endSlowBodies } from '#api/platform/http/limits/slow-bodies.ts'
import { refuseSecondHost } from '#api/platform/http/one-host.ts'
import { addApiDocs } from '#api/platform/http/pages/api-docs.ts'
import { serveWeb } from '#api/platform/http/pages/web-files.ts'
import { loggingOptions, logRequests } from '#api/platform/http/request-log.ts'
import { addRoutes } from '#api/platform/http/routes.ts'
import { addSecurityHeaders, requestLimits } from '#api/platform/http/security-headers.ts'
import type { UnfinishedRequests } from '#api/platform/http/unfinished-requests.ts'
import { type IncomingRequest, isLocalRequest } from '#api/platform/kernel/local-access.ts'
import type { Metrics } from '#api/platform/logging/metrics.ts'
import { warnOfUnknownProxy } from '#api/platform/logging/proxy-warning.ts'
import type { Outbox } from '#api/platform/ports/mail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import type { PageSources } from '#api/platform/ports/provider.ts'
import type { Tracer } from '#api/platform/tracing/tracer.ts'
import { endpoints } from './router.ts'

export interface AppOptions {
  /** The application's pool, under row-level security. */
  pool: pg.Pool
  /**
   * A separate small pool for audit entries of reads: a response that waits for its entry must not hold the connection that
   * writes it.
   */
  auditPool: pg.Pool
  /** For reports and searches. */
  replica?: Replica | undefined
  ports: Ports
  limits: RateLimits
  /** Milliseconds that a statement of a list may take; 5000 by default. */
  listTimeoutMs?: number
  log: FastifyBaseLogger
  /** The version of the running build. */
  version: string
  /** Origins of other sites whose pages may call the API. */
  corsOrigins?: readonly string[]
  trustProxy?: false | string
  metrics?: Metrics
  /** Undefined: no traces. */
  tracer?: Tracer | undefined
  /** The folder of the built web app. Without it, only the API is served. */
  webFolder?: string
  /**
   * True if the configuration limits the portal to this machine. Only then local requests reach the demo and the pages under
   * /dev.
   */
  isLocal?: boolean
  /** Its mails are shown at /dev/mail. */
  outbox?: Outbox
  /** Adds pages for simulated parcels under /dev. */
  showsParcels?: boolean
  isStopping?: () => boolean
  unfinished?: UnfinishedRequests
  /** For tests: parses every answer with its schema, and fails the call if the answer does not fit. */
  checkAnswers?: boolean
}

/** The origins of the signing provider and the card gateway that the domain uses. */
const findPageSources =
  ({ signing, payments }: Ports) =>
  async (db: Db): Promise<PageSources> => {
    const { scripts = [], connections = [], frames = [] }: Partial<PageSources> = await findPaymentSources(payments)(db)
    return { scripts, connections, frames: [...frames, ...(await findFrameSources(signing)(db))] }
  }

function addFiles(app: FastifyInstance, routes: FileServices): void {
  addBrandFiles(app, routes.findDomain, routes.files)
  addLogoFiles(app, routes.findDomain, routes.files)
  addDocumentFiles(app, routes)
  addLabelFiles(app, routes)
  addTemplateFiles(app, routes)
  addAssetFiles(app, routes)
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { pool, ports, log, version } = options
  const app = Fastify({
    ...loggingOptions(log),
    ...requestLimits,
    ...errorHandlerOptions,
    trustProxy: options.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  const isLocal = (request: IncomingRequest) => options.isLocal === true && isLocalRequest(request)
  const findDomain = domainFinder(pool, isLocal, ports.signals)
  const readAudits = batchReadAudits(options.auditPool)
  logRequests(app, ({ domain, actor }) => ({ domainId: domain?.id, userId: actor?.id }), options.tracer)
  if (!options.trustProxy) warnOfUnknownProxy(app)
  options.metrics?.measureRequests(app)
  options.unfinished?.watch(app)
  addSecurityHeaders(app, { publicUrl: ports.publicUrl, corsOrigins: options.corsOrigins ?? [] })
  addErrorHandlers(app)
  refuseSecondHost(app)
  endSlowBodies(app)
  app.addHook('preHandler', (_request, _reply, done) => limitSilence(DATABASE_SILENCE_MS, done))
  addHealth(app, { checks: { migrated: () => isMigrated(pool) }, isStopping: options.isStopping ?? (() => false) })
  addRoutes(app, endpoints, {
    pool,
    replica: options.replica,
    ports,
    findDomain,
    sessions: rememberedSessions(),
    readAudits,
    limits: options.limits,
    lists: listLimits(pool, ports.exports.reportPool, options.listTimeoutMs),
    findCaller: callerFinder(pool),
    onSparedLogin: notifyManyFailedLogins,
    checkAnswers: options.checkAnswers ?? false,
  })
  // Open event streams would keep the server from closing.
  app.addHook('preClose', () => ports.signals.close())
  addFiles(app, { pool, readAudits, findDomain, files: ports.files, secretKey: ports.secretKey })
  addPaymentWebhooks(app, { pool, findDomain }, ports.payments)
  addSigningWebhooks(app, { pool, findDomain, secretKey: ports.secretKey, signing: ports.signing })
  await addApiDocs(app, contract, { version, sendsCalls: options.isLocal === true })
  await addDevPages(app, isLocal, (dev) => {
    if (options.outbox) addDevMail(dev, findDomain, options.outbox)
    if (options.showsParcels) addDevParcels(dev, findDomain, ports.carrier)
  })
  if (options.webFolder) {
    await serveWeb(app, {
      folder: options.webFolder,
      configOf: async (request) => {
        const domain = await findDomain(request)
        if (!domain) return undefined
        return { ...pageConfigOf(domain, version), sources: await inDomain(pool, domain.id, findPageSources(ports)) }
      },
    })
  }
  return app
}
