/** When the process ends: signals, the end of npm, and unhandled failures. */
import type { FastifyBaseLogger } from 'fastify'
import { isConnectionLoss } from '#api/platform/http/errors/to-api-error.ts'

/** Milliseconds that running requests and jobs get to finish at a shutdown. */
export const GRACE_MS = 10_000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ctrl-C reaches the process twice, from the terminal and through npm. Only a later signal forces the end. */
const SAME_SIGNAL_MS = 1000
const PARENT_CHECK_MS = 1000

/**
 * Resolves with the reason when the process must stop. A second signal after that ends it at once with code 1. If npm
 * started the process, it also stops when npm has ended, because a killed npm sends no signal.
 */
export function waitForShutdown(): Promise<string> {
  return new Promise((resolve) => {
    let stoppedAt: number | undefined
    const stop = (reason: string) => {
      if (stoppedAt !== undefined && performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(1)
      stoppedAt ??= performance.now()
      resolve(reason)
    }
    for (const signal of SIGNALS) process.on(signal, stop)
    if (process.env.npm_lifecycle_event === undefined) return
    const parent = process.ppid
    const parentCheck = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(parentCheck)
      stop('npm has ended')
    }, PARENT_CHECK_MS)
    parentCheck.unref()
  })
}

/** Writing to a closed terminal must not fail the shutdown. */
export function surviveClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * The last resort for promises that a library leaves unhandled. After a lost connection nothing is half done, because
 * PostgreSQL rolls back, so the process goes on. After any other failure the state is unknown: the process ends, and its
 * supervisor starts it again.
 */
export function surviveLostConnections(log: FastifyBaseLogger): void {
  process.on('unhandledRejection', (reason) => {
    if (isConnectionLoss(reason)) return log.error({ err: reason }, 'lost a database connection; the process continues')
    log.fatal({ err: reason }, 'unhandled failure; the process exits')
    process.exit(1)
  })
}
