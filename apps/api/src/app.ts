/** Builds the server from its parts; `main.ts` and the tests use the same one. It does not listen. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { domainFinder } from './platform/domains.ts'
import type { Ports } from './platform/ports.ts'
import type { TakeAttempt } from './platform/rate-limits.ts'
import { addRoutes, type Router } from './platform/routes.ts'
import { watchReads } from './platform/watch.ts'
import { router } from './router.ts'

export interface AppParts {
  /** The application's pool: all that serves people, under row-level security. */
  pool: pg.Pool
  /** A small pool of its own for the record of reads, so that a waiting answer never waits for itself. */
  recordPool: pg.Pool
  ports: Ports
  takeAttempt: TakeAttempt
  log: FastifyBaseLogger
  checkAnswers?: boolean
}

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({ loggerInstance: parts.log, routerOptions: { ignoreTrailingSlash: true }, bodyLimit: 1024 * 1024 })
  addRoutes(app, router as unknown as Router, {
    pool: parts.pool,
    ports: parts.ports,
    findDomain: domainFinder(parts.pool),
    watch: watchReads(parts.recordPool),
    takeAttempt: parts.takeAttempt,
    checkAnswers: parts.checkAnswers ?? false,
  })
  return app
}
