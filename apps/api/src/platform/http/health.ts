/** Tells monitoring whether the portal is alive and whether it can take requests. The responses reveal nothing else. */
import type { FastifyInstance } from 'fastify'
import { fail } from '#api/platform/kernel/fail.ts'

export interface HealthOptions {
  /** Conditions for taking requests, by a name for the log. Each returns false or throws if it does not hold. */
  checks: Record<string, () => Promise<boolean>>
  /** True during shutdown: no new requests should come. */
  isStopping(): boolean
  /** Milliseconds that a check may take. */
  timeoutMs?: number
}

/** Adds GET /healthz and GET /readyz. */
export function addHealth(app: FastifyInstance, { checks, isStopping, timeoutMs = 2000 }: HealthOptions): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async (request) => {
    if (isStopping()) fail('unavailable', { headers: { 'retry-after': '2' } })
    const failed = await Promise.all(
      Object.entries(checks).map(async ([check, run]) => ({ check, reason: await failureReason(run, timeoutMs) })),
    )
    for (const { check, reason } of failed) if (reason) request.log.warn({ check, err: reason }, 'not ready')
    if (failed.some(({ reason }) => reason)) fail('unavailable', { headers: { 'retry-after': '2' } })
    return { status: 'ready' }
  })
}

async function failureReason(run: () => Promise<boolean>, timeoutMs: number): Promise<Error | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<Error>()
  const timer = setTimeout(() => resolve(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([late, run().then((holds) => (holds ? undefined : new Error('check failed')))])
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    clearTimeout(timer)
  }
}
