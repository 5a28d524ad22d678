/** The real portal on a real database for a test file: two domains, and a way to make calls as anyone. */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { embeddedGateway } from '#api/adapters/payments/embedded.ts'
import { buildApp } from '#api/app.ts'
import type { Db } from '#api/db/db.ts'
import { openPool } from '#api/db/pools.ts'
import { inDomain } from '#api/db/transaction.ts'
import { openSession } from '#api/features/sessions/sessions.commands.ts'
import { jobs } from '#api/jobs.ts'
import { findDomainById } from '#api/platform/domains.ts'
import { taskList } from '#api/platform/jobs.ts'
import type { Ports } from '#api/platform/ports.ts'
import { testDatabase } from './database.ts'
import { aDomain, fillDomain } from './factories.ts'

export type Answer = LightMyRequestResponse & { body: string }
type Body = Record<string, unknown>

export interface Caller {
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(path: string, body?: Body): Promise<LightMyRequestResponse>
  patch(path: string, body: Body): Promise<LightMyRequestResponse>
  put(path: string, body: Body): Promise<LightMyRequestResponse>
  delete(path: string): Promise<LightMyRequestResponse>
}

export async function testPortal(overrides: Partial<Ports> = {}) {
  const { ownerUrl, appUrl } = await testDatabase()
  const owner = openPool(ownerUrl, { max: 3 })
  const pool = openPool(appUrl, { max: 20 })
  const recordPool = openPool(appUrl, { max: 2 })
  const log = pino({ level: 'silent' })
  const ports: Ports = {
    pool,
    payments: embeddedGateway({ pool }),
    gatewayName: 'embedded',
    mail: embeddedMail(pool),
    files: embeddedFiles(`/tmp/vialdesk-test-files-${process.pid}`),
    publicUrl: 'http://portal.test',
    secretKey: 'a secret key that only tests have',
    ...overrides,
  }
  const app = await buildApp({ pool, recordPool, ports, takeAttempt: async () => {}, log, checkAnswers: true })
  const domainId = await aDomain(owner, { identifier: 'acme', name: 'Acme Cells' })
  const otherId = await aDomain(owner, { identifier: 'globex', name: 'Globex Cells' })

  /** Arranges rows in the first domain, as the owner. */
  const arrange = <T>(work: (db: Db) => Promise<T>) => inDomain(owner, domainId, work)
  const arrangeOther = <T>(work: (db: Db) => Promise<T>) => inDomain(owner, otherId, work)
  await arrange(fillDomain)
  await arrangeOther(fillDomain)

  const inject = (options: InjectOptions, identifier: string, token?: string) =>
    app.inject({ ...options, headers: { domain: identifier, ...(token && { authorization: `Token ${token}` }), ...options.headers } })

  const caller = (identifier: string, token?: string): Caller => ({
    get: (url, headers = {}) => inject({ method: 'GET', url, headers }, identifier, token),
    post: (url, payload = {}) => inject({ method: 'POST', url, payload }, identifier, token),
    patch: (url, payload) => inject({ method: 'PATCH', url, payload }, identifier, token),
    put: (url, payload) => inject({ method: 'PUT', url, payload }, identifier, token),
    delete: (url) => inject({ method: 'DELETE', url }, identifier, token),
  })

  const tokenOf = async (userId: number, inOther = false) => {
    const domain = await findDomainById(owner, inOther ? otherId : domainId)
    return inDomain(owner, domain.id, (db) => openSession(db, domain, { address: null, requestId: null }, { userId }))
  }

  return {
    app,
    owner,
    pool,
    ports,
    domainId,
    otherId,
    arrange,
    arrangeOther,
    /** Calls as a user of the first domain. */
    as: async (userId: number) => caller('acme', await tokenOf(userId)),
    /** Calls as a user of the other domain. */
    asOther: async (userId: number) => caller('globex', await tokenOf(userId, true)),
    anyone: caller('acme'),
    caller,
    tokenOf,
    /** Does the jobs that are due now, as the workers would; answers how many. */
    runJobs: () => runDueJobs(owner, ports, log),
    close: async () => {
      await app.close()
      await Promise.all([owner.end(), pool.end(), recordPool.end()])
    },
  }
}

export type TestPortal = Awaited<ReturnType<typeof testPortal>>

async function runDueJobs(owner: pg.Pool, ports: Ports, log: Parameters<typeof taskList>[0]['log']): Promise<void> {
  const { runOnce } = await import('graphile-worker')
  await runOnce({ pgPool: owner, taskList: taskList({ ports, jobs, log }), noHandleSignals: true })
}
