/** Runs the job workers in a separate process, for portals with WORKERS=off. */

import { type Command, readArguments, readConsoleConfiguration } from '#api/cli/command.ts'
import { frequent, jobs, nightly } from '#api/jobs.ts'
import { openServices } from '#api/main/services.ts'
import { surviveClosedTerminal, surviveLostConnections, waitForShutdown } from '#api/main/shutdown.ts'
import { stopWorkers } from '#api/main/stop-workers.ts'
import { startWorkers } from '#api/platform/jobs/jobs.ts'

export const command: Command = async (args, usage) => {
  readArguments(args, usage, {})
  surviveClosedTerminal()
  const shutdown = waitForShutdown()
  const services = await openServices(readConsoleConfiguration(), { shared: true, serves: false, runsJobs: true })
  surviveLostConnections(services.log)
  try {
    const workers = await startWorkers({
      workerPool: services.worker,
      ports: services.ports,
      jobs,
      nightly: [...nightly, ...frequent],
      log: services.log,
      queueConnections: services.connections.shares.queue,
      lockConnections: services.connections.shares.heartbeat,
    })
    console.error(services.connections.sentence)
    if (services.connections.warning) services.log.warn(services.connections.warning)
    console.log('Running jobs. Press Ctrl-C to stop.')
    const reason = await Promise.race([shutdown, services.databases.ended])
    if (reason === undefined) {
      process.exitCode = 1
      services.log.error('PostgreSQL has stopped unexpectedly; shutting down')
    } else console.log('Stopping')
    await stopWorkers(workers)
  } finally {
    await services.close()
  }
}
