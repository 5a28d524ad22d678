/** The real app on a real database for one test file: two domains, and clients for any user. */
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { Logger, runOnce } from 'graphile-worker'
import { pino } from 'pino'
import { embeddedCarrier } from '#api/adapters/carrier/embedded.ts'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { paymentGateways } from '#api/adapters/payments/gateways.ts'
import { signatureProviders } from '#api/adapters/signing/providers.ts'
import { httpsWebhooks } from '#api/adapters/webhooks/https.ts'
import { type AppOptions, buildApp } from '#api/app/app.ts'
import { jobs } from '#api/app/jobs.ts'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { paymentSettings } from '#api/features/payments/payment-settings.queries.ts'
import { openSession } from '#api/features/sessions/open-session.commands.ts'
import { findDomainById } from '#api/platform/access/domains.ts'
import { openSignals } from '#api/platform/events/signals.ts'
import { taskList } from '#api/platform/jobs/jobs.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { type DatabaseParts, openPortalDatabase } from './portal-database.ts'
import { borrowDatabase } from './reused-database.ts'
import { testMailServer } from './test-mail-server.ts'
import { testSeal } from './test-seal.ts'

type Body = Record<string, unknown>

export interface TestClient {
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(path: string, body?: Body): Promise<LightMyRequestResponse>
  patch(path: string, body: Body): Promise<LightMyRequestResponse>
  put(path: string, body: Body): Promise<LightMyRequestResponse>
  delete(path: string): Promise<LightMyRequestResponse>
}

interface TestParts
  extends DatabaseParts,
    Pick<AppOptions, 'listTimeoutMs' | 'isLocal' | 'unfinished' | 'tracer' | 'trustProxy'> {
  log?: FastifyBaseLogger
}

async function openApp(overrides: Partial<Ports>, { log = pino({ level: 'silent' }), ...given }: TestParts) {
  const { database, connections, poolerUrl, withEqualIds, ...parts } = given
  const isUsual = [database, connections, poolerUrl, withEqualIds, parts.replica].every((part) => part === undefined)
  const { queue, isIdle: _, close: closeDatabase, ...open } = await (isUsual ? borrowDatabase() : openPortalDatabase(given))
  const { pool, auditPool, exports } = open
  const { connectionString: appUrl = '' } = exports.pool.options
  const files = overrides.files ?? embeddedFiles(path.join(tmpdir(), `vialdesk-test-files-${process.pid}`))
  const publicUrl = 'http://portal.test'
  const secretKey = 'a secret key that only tests have'
  const ports: Ports = {
    pool,
    exports,
    payments: paymentGateways({
      pool,
      settingsOf: (domainId) => inDomain(pool, domainId, (db) => paymentSettings.read(db, secretKey)),
      simulates: true,
    }),
    mail: embeddedMail(pool, secretKey),
    ...testMailServer,
    carrier: embeddedCarrier({ pool }),
    signals: openSignals(appUrl, 'notices', log),
    files,
    publicUrl,
    signing: signatureProviders({ pool, files, publicUrl }),
    webhooks: httpsWebhooks(),
    seal: testSeal(),
    secretKey,
    ...overrides,
  }
  const unlimited = async () => {}
  const limits = { takeAttempt: unlimited, forgiveAttempts: unlimited, isExhausted: async () => false }
  const app = await buildApp({
    ...{ pool, auditPool, ports, limits, log, version: 'test', checkAnswers: true, isLocal: true },
    // Lists are slow on a busy machine.
    listTimeoutMs: 60_000,
    ...parts,
  })
  return {
    ...open,
    ...{ app, ports, log },
    async close() {
      await app.close()
      await queue.written()
      await closeDatabase()
    },
    /** Runs all due jobs, as the workers would. */
    async runJobs() {
      const tasks = taskList({ ports, jobs, log, tracer: parts.tracer })
      try {
        await runOnce({ pgPool: queue.pool, taskList: tasks, noHandleSignals: true, logger: quiet })
      } finally {
        // The queue library does not wait until the end of every job is written.
        await queue.written()
      }
    },
  }
}

const quiet = new Logger(() => () => {})

const clientOf = (app: FastifyInstance, identifier: string, token?: string): TestClient => {
  const inject = (options: InjectOptions) =>
    app.inject({
      ...options,
      headers: { domain: identifier, ...(token && { authorization: `Token ${token}` }), ...options.headers },
    })
  return {
    get: (url, headers = {}) => inject({ method: 'GET', url, headers }),
    post: (url, payload = {}) => inject({ method: 'POST', url, payload }),
    patch: (url, payload) => inject({ method: 'PATCH', url, payload }),
    put: (url, payload) => inject({ method: 'PUT', url, payload }),
    delete: (url) => inject({ method: 'DELETE', url }),
  }
}

/** Starts the app with two domains, acme and globex. `overrides` replaces ports, for example a gateway with pauses. */
export async function startTestPortal(overrides: Partial<Ports> = {}, parts: TestParts = {}) {
  const background = await openApp(overrides, parts)
  const { app, owner, domainId, otherDomainId } = background
  /** Creates rows in the first domain as the table owner; `seedOther` does so in the second domain. */
  const seed = <T>(work: (db: Db) => Promise<T>) => inDomain(owner, domainId, work)
  const seedOther = <T>(work: (db: Db) => Promise<T>) => inDomain(owner, otherDomainId, work)
  const tokenOf = async (userId: number, inOther = false) => {
    const domain = await findDomainById(owner, inOther ? otherDomainId : domainId)
    return inDomain(owner, domain.id, (db) => openSession(db, domain, { userId }))
  }
  /** Opens a child session in the account of `userId`, from an own session of the impersonator. */
  const childTokenOf = async (userId: number, impersonatorId: number, kind: 'impersonation' | 'staff' = 'impersonation') => {
    await tokenOf(impersonatorId)
    const domain = await findDomainById(owner, domainId)
    return seed(async (db) => {
      const parents = db
        .selectFrom('sessions')
        .select('id')
        .where('domain_id', '=', domainId)
        .where('user_id', '=', impersonatorId)
      const parent = await parents.orderBy('id', 'desc').executeTakeFirstOrThrow()
      const child = { userId, kind, impersonatorId, parentId: parent.id }
      return openSession(db, domain, child)
    })
  }
  return {
    ...background,
    ...{ seed, seedOther },
    tokenOf,
    childTokenOf,
    /** Client of a child session in the first domain. A staff session is valid while the staff user works for the center. */
    asImpersonator: async (...child: Parameters<typeof childTokenOf>) => clientOf(app, 'acme', await childTokenOf(...child)),
    /** Client of a user of the first domain; `asOther` of the second domain. */
    as: async (userId: number) => clientOf(app, 'acme', await tokenOf(userId)),
    asOther: async (userId: number) => clientOf(app, 'globex', await tokenOf(userId, true)),
    guest: clientOf(app, 'acme'),
    clientFor: (identifier: string, token?: string) => clientOf(app, identifier, token),
  }
}

export type TestPortal = Awaited<ReturnType<typeof startTestPortal>>
