/** For whoever keeps the portal running: is it alive, may it be sent requests. Says no more than that to anyone. */
import type { FastifyInstance } from 'fastify'
import { fail } from './fail.ts'

export interface HealthOptions {
  /** What must hold to take requests, by name (for the log): each answers false or throws when it does not. */
  checks: Record<string, () => Promise<boolean>>
  /** Whether the portal is on its way out; then no new requests should come. */
  isStopping(): boolean
  /** Milliseconds that a check may take. */
  patienceMs?: number
}

/** Adds GET /healthz and GET /readyz. */
export function addHealth(app: FastifyInstance, { checks, isStopping, patienceMs = 2000 }: HealthOptions): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async (request) => {
    if (isStopping()) fail('unavailable', { headers: { 'retry-after': '2' } })
    const failed = await Promise.all(
      Object.entries(checks).map(async ([check, run]) => ({ check, reason: await whyNot(run, patienceMs) })),
    )
    for (const { check, reason } of failed) if (reason) request.log.warn({ check, err: reason }, 'not ready')
    if (failed.some(({ reason }) => reason)) fail('unavailable', { headers: { 'retry-after': '2' } })
    return { status: 'ready' }
  })
}

async function whyNot(run: () => Promise<boolean>, patienceMs: number): Promise<Error | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<Error>()
  const timer = setTimeout(() => resolve(new Error(`no answer in ${patienceMs} ms`)), patienceMs)
  try {
    return await Promise.race([late, run().then((holds) => (holds ? undefined : new Error('does not hold')))])
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    clearTimeout(timer)
  }
}
