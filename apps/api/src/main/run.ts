/** Starts the portal, waits for a reason to stop, and shuts down in order. */
import { flushCompileCache } from 'node:module'
import { outdatedPostgresWarnings } from '#api/embedded-postgres/newest-minor.ts'
import { type Configuration, readConfiguration } from '#api/platform/config/configuration.ts'
import { ensureDataFolder } from '#api/platform/config/data-folder.ts'
import { assertFreePort } from './check-ports.ts'
import { describeDatabase } from './database/databases.ts'
import { ensureDemo } from './demo.ts'
import { watchExpiry } from './open-seal.ts'
import { plainConnectionWarnings } from './plain-connection-warnings.ts'
import { reportFailure } from './report-failure.ts'
import { describeConnections, runUntilStopped } from './run-until-stopped.ts'
import { openServices } from './services.ts'
import { surviveClosedTerminal, surviveLostConnections, waitForShutdown } from './shutdown.ts'
import { simulationWarnings } from './simulation-warnings.ts'
import { startupBanner } from './startup-banner.ts'
import type { FreeJobs } from './stop-workers.ts'

async function prepare(): Promise<Configuration> {
  const configuration = readConfiguration(process.env)
  const { host, port, metricsPort, metricsHost, dataDir } = configuration
  await assertFreePort('PORT', host, port)
  if (metricsPort > 0) await assertFreePort('METRICS_PORT', metricsHost, metricsPort)
  ensureDataFolder(dataDir)
  return configuration
}

async function serveUntilStopped(): Promise<void> {
  const shutdown = waitForShutdown()
  const configuration = await prepare()
  // Loads most of the code while the database starts.
  const [{ servePortal }, services] = await Promise.all([import('./serve-portal.ts'), openServices(configuration)])
  surviveLostConnections(services.log)
  // In production the log collector expects JSON only.
  const say = (line: string) => (configuration.mode === 'production' ? services.log.info(line) : console.log(line))
  let freeJobs: FreeJobs | undefined
  try {
    const demo = await ensureDemo(services, configuration)
    const serving = await servePortal(services)
    say(`Database: ${describeDatabase(configuration.databaseUrl, configuration.dataDir)}`)
    describeConnections(services, say)
    say(startupBanner(configuration, demo !== 'none', performance.now()))
    // A killed process does not write its cache, and would start slowly each time.
    flushCompileCache()
    for (const warningsOf of [simulationWarnings, plainConnectionWarnings, outdatedPostgresWarnings])
      for (const warning of warningsOf(configuration)) services.log.warn(warning)
    watchExpiry(services.ports.seal.certificate, (sentence) => services.log.warn(sentence))
    freeJobs = await runUntilStopped(services, shutdown, say, serving.stop)
  } finally {
    await services.close(freeJobs)
  }
}

/** Runs the portal until it stops. Reports a failure in one sentence and sets the exit code. */
export async function run(): Promise<void> {
  surviveClosedTerminal()
  try {
    await serveUntilStopped()
  } catch (error) {
    reportFailure(error)
  }
}
