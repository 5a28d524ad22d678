/** How long the process lives: until it is told to stop, or until what started it has gone. */
import type { FastifyBaseLogger } from 'fastify'
import { isConnectionLoss } from '#api/platform/refusal-of.ts'

/** Milliseconds that requests and jobs may still take after the process was told to stop. */
export const GRACE_MS = 10_000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ctrl-C reaches the process twice, from the terminal and through npm; only a later signal is impatience. */
const SAME_SIGNAL_MS = 1000
const WATCH_MS = 1000

/**
 * Resolves with the reason when the process is told to stop. A second signal, later, ends it at once with code 1.
 * Started by npm, it also stops when npm has gone: a killed npm tells nobody.
 */
export function untilToldToStop(): Promise<string> {
  return new Promise((resolve) => {
    let toldAt: number | undefined
    const told = (reason: string) => {
      if (toldAt !== undefined && performance.now() - toldAt > SAME_SIGNAL_MS) process.exit(1)
      toldAt ??= performance.now()
      resolve(reason)
    }
    for (const signal of SIGNALS) process.on(signal, told)
    if (process.env.npm_lifecycle_event === undefined) return
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      told('npm has ended')
    }, WATCH_MS)
    watch.unref()
  })
}

/** A terminal that was closed takes no more lines; that is no reason to fail on the way out. */
export function surviveClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * A last net below the libraries. One of them may leave a promise to itself that a lost connection rejects: nothing is half done then,
 * because PostgreSQL rolls back, and the process lives on. Any other failure that nobody handles is a fault of the program, after which
 * nobody knows its state: the process ends, and its keeper starts it again.
 */
export function surviveLostConnections(log: FastifyBaseLogger): void {
  process.on('unhandledRejection', (reason) => {
    if (isConnectionLoss(reason)) return log.error({ err: reason }, 'nobody handled the loss of a connection')
    log.fatal({ err: reason }, 'nobody handled a failure; the process ends')
    process.exit(1)
  })
}
