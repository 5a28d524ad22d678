import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Measured, Order } from './load.ts'

export interface Loader {
  measure(order: Order): Promise<Measured>
  stop(): void
}

/** The caller of the servers: one process for all measurements, one at a time. */
export function startLoader(): Loader {
  const child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)))
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that makes the calls ended with code ${code}`)
  })
  gone.catch(() => {})
  return {
    async measure(order) {
      child.send(order)
      const [measured] = (await Promise.race([once(child, 'message'), gone])) as [Measured]
      return measured
    },
    stop: () => void child.kill(),
  }
}
