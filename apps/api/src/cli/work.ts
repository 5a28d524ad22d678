/** Workers in a process of their own, beside portals with WORKERS=off. */
import { jobs, nightly } from '#api/jobs.ts'
import { surviveClosedTerminal, surviveLostConnections, untilToldToStop } from '#api/main/lifetime.ts'
import { openParts } from '#api/main/parts.ts'
import { startWorkers } from '#api/platform/jobs.ts'
import { type Command, readArguments, readForConsole } from './command.ts'

export const command: Command = async (args, usage) => {
  readArguments(args, usage, {})
  surviveClosedTerminal()
  const told = untilToldToStop()
  const parts = await openParts(readForConsole(), { beside: true })
  surviveLostConnections(parts.log)
  try {
    const workers = await startWorkers({ ownerPool: parts.owner, ports: parts.ports, jobs, nightly, log: parts.log })
    console.log('Working; Ctrl-C stops')
    await Promise.race([told, parts.databases.ended])
    console.log('Stopping')
    await workers.stop()
  } finally {
    await parts.close()
  }
}
