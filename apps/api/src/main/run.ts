/** Starts the portal, waits for a reason to stop, and shuts down in order. */
import { type Configuration, readConfiguration } from '#api/platform/configuration.ts'
import { openDataFolder } from '#api/platform/data-folder.ts'
import { describeDatabase } from './databases.ts'
import { ensureDemo } from './demo.ts'
import { greetingOf } from './greeting.ts'
import { surviveClosedTerminal, surviveLostConnections, untilToldToStop } from './lifetime.ts'
import { pretensesOf } from './not-for-real.ts'
import { openParts } from './parts.ts'
import { expectFreePort } from './ports-free.ts'
import { reportFailure } from './report.ts'

async function prepare(): Promise<Configuration> {
  const configuration = readConfiguration(process.env)
  const { host, port, metricsPort, dataDir } = configuration
  await expectFreePort('PORT', host, port)
  if (metricsPort > 0) await expectFreePort('METRICS_PORT', '127.0.0.1', metricsPort)
  openDataFolder(dataDir)
  return configuration
}

async function serveUntilTold(): Promise<void> {
  const told = untilToldToStop()
  const configuration = await prepare()
  // Loads most of the code while the database starts.
  const [{ servePortal }, parts] = await Promise.all([import('./serve.ts'), openParts(configuration)])
  surviveLostConnections(parts.log)
  // In production the log collector expects JSON only.
  const say = (line: string) => (configuration.mode === 'production' ? parts.log.info(line) : console.log(line))
  try {
    const demo = await ensureDemo(parts.owner, parts.ports, configuration)
    const serving = await servePortal(parts)
    say(`Database: ${describeDatabase(configuration)}`)
    say(greetingOf(configuration, demo !== 'none', performance.now()))
    for (const pretense of pretensesOf(configuration)) parts.log.warn(pretense)
    const reason = await Promise.race([told, parts.databases.ended])
    if (reason === undefined) parts.log.error('PostgreSQL has stopped unexpectedly; shutting down')
    else say('Stopping')
    await serving.stop()
    if (reason === undefined) process.exitCode = 1
  } finally {
    await parts.close()
  }
}

/** Runs the portal until it stops. Reports a failure in one sentence and sets the exit code. */
export async function run(): Promise<void> {
  surviveClosedTerminal()
  try {
    await serveUntilTold()
  } catch (error) {
    reportFailure(error)
  }
}
