/** A child process that starts a job and never ends it. It sends `begun` to the parent and waits to be killed. */
import { pino } from 'pino'
import { z } from 'zod'
import { openPool } from '#api/db/connection/pools.ts'
import { job, startWorkers } from '#api/platform/jobs/jobs.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

const [workerUrl = '', appUrl = '', task = ''] = process.argv.slice(2)
const hang = job(task, z.object({}), () => {
  process.send?.('begun')
  return new Promise<never>(() => {})
})
await startWorkers({
  workerPool: openPool(workerUrl),
  // The job needs no other port.
  ports: { pool: openPool(appUrl) } as Ports,
  jobs: [hang],
  nightly: [],
  log: pino({ level: 'silent' }),
})
