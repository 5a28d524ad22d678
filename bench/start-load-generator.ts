import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadOrder, Measurement } from './load-generator.ts'

export type Loader = ReturnType<typeof startLoader>

/** Starts the load generator: one process for all measurements, one at a time. */
export function startLoader() {
  const child = fork(fileURLToPath(new URL('./load-generator.ts', import.meta.url)))
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The load generator exited with code ${code}`)
  })
  exited.catch(() => {})
  return {
    async measure(order: LoadOrder): Promise<Measurement> {
      child.send(order)
      const [measured] = (await Promise.race([once(child, 'message'), exited])) as [Measurement]
      return measured
    },
    stop: () => void child.kill(),
  }
}
