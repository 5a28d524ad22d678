/** Starts the portal, keeps it until it is told to stop, and stops it in good order. */
import { ensureDemo } from './main/demo.ts'
import { greetingOf } from './main/greeting.ts'
import { surviveClosedTerminal, untilToldToStop } from './main/lifetime.ts'
import { openParts } from './main/parts.ts'
import { expectFreePort } from './main/ports-free.ts'
import { reportFailure } from './main/report.ts'
import { servePortal } from './main/serve.ts'
import { readConfiguration } from './platform/configuration.ts'
import { openDataFolder } from './platform/data-folder.ts'

async function run(): Promise<void> {
  const told = untilToldToStop()
  const configuration = readConfiguration(process.env)
  await expectFreePort('PORT', configuration.host, configuration.port)
  if (configuration.metricsPort) await expectFreePort('METRICS_PORT', '127.0.0.1', configuration.metricsPort)
  openDataFolder(configuration.dataDir)
  const parts = await openParts(configuration)
  try {
    const demo = await ensureDemo(parts.owner, parts.ports, configuration)
    const serving = await servePortal(parts)
    console.log(greetingOf(configuration, demo !== 'none', performance.now()))
    const reason = await Promise.race([told, parts.databases.ended])
    if (reason === undefined) parts.log.error('PostgreSQL has ended by itself; stopping')
    else console.log('Stopping')
    await serving.stop()
    if (reason === undefined) process.exitCode = 1
  } finally {
    await parts.close()
  }
}

// What the portal writes is its own: no other user of the machine reads or lists it.
process.umask(0o066)
surviveClosedTerminal()
try {
  await run()
} catch (error) {
  reportFailure(error)
}
process.exit()
