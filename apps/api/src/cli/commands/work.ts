/** Runs the job workers in a separate process, for portals with WORKERS=off. */

import { frequent, jobs, nightly } from '#api/app/jobs.ts'
import { type Command, readArguments, readConsoleConfiguration } from '#api/cli/command.ts'
import { listenForMetrics } from '#api/main/listen-for-metrics.ts'
import { describeConnections, runUntilStopped } from '#api/main/run-until-stopped.ts'
import { openServices } from '#api/main/services.ts'
import { surviveClosedTerminal, surviveLostConnections, waitForShutdown } from '#api/main/shutdown.ts'
import { type FreeJobs, stopWorkers } from '#api/main/stop-workers.ts'
import { startWorkers } from '#api/platform/jobs/jobs.ts'

export const command: Command = async (args, usage) => {
  readArguments(args, usage, {})
  surviveClosedTerminal()
  const shutdown = waitForShutdown()
  const services = await openServices(readConsoleConfiguration(), { shared: true, serves: false, runsJobs: true })
  surviveLostConnections(services.log)
  let freeJobs: FreeJobs | undefined
  try {
    await listenForMetrics(services)
    const workers = await startWorkers({
      workerPool: services.worker,
      ports: services.ports,
      jobs,
      nightly: [...nightly, ...frequent],
      log: services.log,
      onRun: services.metrics.countRun,
      tracer: services.tracer,
      queueConnections: services.connections.shares.queue,
      lockConnections: services.connections.shares.heartbeat,
    })
    describeConnections(services, console.error)
    console.log('Running jobs. Press Ctrl-C to stop.')
    freeJobs = await runUntilStopped(services, shutdown, console.log, () => stopWorkers(workers, services.log))
  } finally {
    await services.close(freeJobs)
  }
}
