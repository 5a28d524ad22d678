/** Runs the job workers in a separate process, for portals with WORKERS=off. */
import { jobs, nightly } from '#api/jobs.ts'
import { GRACE_MS, surviveClosedTerminal, surviveLostConnections, untilToldToStop } from '#api/main/lifetime.ts'
import { openParts } from '#api/main/parts.ts'
import { startWorkers } from '#api/platform/jobs.ts'
import { within } from '#api/platform/within.ts'
import { type Command, readArguments, readForConsole } from './command.ts'

export const command: Command = async (args, usage) => {
  readArguments(args, usage, {})
  surviveClosedTerminal()
  const told = untilToldToStop()
  const parts = await openParts(readForConsole(), { beside: true })
  surviveLostConnections(parts.log)
  try {
    const workers = await startWorkers({ ownerPool: parts.owner, ports: parts.ports, jobs, nightly, log: parts.log })
    console.log('Running jobs. Press Ctrl-C to stop.')
    const reason = await Promise.race([told, parts.databases.ended])
    if (reason === undefined) {
      process.exitCode = 1
      parts.log.error('PostgreSQL has stopped unexpectedly; shutting down')
    } else console.log('Stopping')
    await within(GRACE_MS, workers.stop())
  } finally {
    await parts.close()
  }
}
