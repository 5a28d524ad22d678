/** Serves the metrics of a process that serves or runs jobs. */
import type { Server } from 'node:http'
import { buildVersion } from '#api/features/branding/build-version.queries.ts'
import { type Metrics, serveMetrics } from '#api/platform/logging/metrics.ts'
import { explainPortError } from './check-ports.ts'
import { countJobs } from './count-jobs.ts'
import { figureReader } from './read-figures.ts'
import type { Services } from './services.ts'

/** Adds what is measured of the whole process and of the installation. */
export function measureInstallation(
  services: Pick<Services, 'metrics' | 'worker' | 'pool' | 'auditPool' | 'ports' | 'configuration'> &
    Partial<Pick<Services, 'replica'>>,
) {
  const { metrics, worker, pool, auditPool, replica, ports } = services
  const pools = { worker, app: pool, audit: auditPool, export: ports.exports.pool, report: ports.exports.reportPool }
  for (const [name, each] of Object.entries(pools)) metrics.measurePool(name, each)
  for (const [name, each] of Object.entries(replica?.pools ?? {})) metrics.measurePool(`replica_${name}`, each)
  metrics.measureJobs(countJobs(worker))
  metrics.measureFigures(figureReader({ ...services, version: buildVersion() }))
}

async function listen(metrics: Metrics, port: number, host: string): Promise<Server> {
  try {
    return await serveMetrics(metrics, port, host)
  } catch (error) {
    throw explainPortError(error, 'METRICS_PORT', host, port) ?? error
  }
}

/** Undefined if no port is set. Throws StartFailure if the port cannot be used. */
export async function listenForMetrics(services: Services): Promise<Server | undefined> {
  const { metricsPort, metricsHost } = services.configuration
  measureInstallation(services)
  return metricsPort === 0 ? undefined : listen(services.metrics, metricsPort, metricsHost)
}
