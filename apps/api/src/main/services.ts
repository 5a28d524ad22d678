/** The services of a process, whether it serves requests, runs jobs or is the console. */
import type pg from 'pg'
import { embeddedCarrier } from '#api/adapters/carrier/embedded.ts'
import { fedexCarrier } from '#api/adapters/carrier/fedex.ts'
import { systemDns } from '#api/adapters/dns/system.ts'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { paymentGateways } from '#api/adapters/payments/gateways.ts'
import { signatureProviders } from '#api/adapters/signing/providers.ts'
import { httpsWebhooks } from '#api/adapters/webhooks/https.ts'
import type { ProcessWork } from '#api/db/connection/connection-shares.ts'
import { inDomain } from '#api/db/transaction.ts'
import { paymentSettings } from '#api/features/payments/payment-settings.queries.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { DEV_PARCELS } from '#api/platform/dev/dev-parcels.ts'
import { openSignals, type Signals } from '#api/platform/events/signals.ts'
import type { Exports } from '#api/platform/export/exports.ts'
import { isLocalPortal } from '#api/platform/kernel/local-access.ts'
import { finishesWithin } from '#api/platform/kernel/with-timeout.ts'
import { createLog } from '#api/platform/logging/log.ts'
import { createMetrics } from '#api/platform/logging/metrics.ts'
import { createSeal, type Seal } from '#api/platform/pdf/seal/seal.ts'
import type { SealKey } from '#api/platform/pdf/seal/seal-certificate.ts'
import { measuringCalls, observePorts } from '#api/platform/ports/observe-ports.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { connectAdapters } from './connect-adapters.ts'
import { readConnectionPlan } from './database/connection-plan.ts'
import { type Databases, openDatabases } from './database/databases.ts'
import { openPools } from './database/open-pools.ts'
import { ownSealKey, readSealFile } from './open-seal.ts'
import { openTraces } from './open-traces.ts'
import type { FreeJobs } from './stop-workers.ts'

/** Milliseconds that connections get to close. A statement without an answer would keep its connection open for longer. */
const CLOSE_MS = 5000
/** Milliseconds for the last traces to leave. */
const TRACES_MS = 2000

export type Services = Awaited<ReturnType<typeof openServices>>

interface Opened {
  pool: pg.Pool
  exports: Exports
  signals: Signals
  seal: Seal
}

function portsOf(
  configuration: Configuration,
  { files, smtp }: Awaited<ReturnType<typeof connectAdapters>>,
  { pool, exports, signals, seal }: Opened,
): Ports {
  const { carrier: chosen, publicUrl, secretKey, mailServer, operatorEmail } = configuration
  const mail = smtp ?? embeddedMail(pool, secretKey)
  const trackingUrl = isLocalPortal(configuration) ? `${publicUrl}${DEV_PARCELS}` : undefined
  const carrier = chosen === 'embedded' ? embeddedCarrier({ pool, trackingUrl }) : fedexCarrier(chosen)
  return {
    ...{ pool, exports, carrier, mail, mailServer, operatorEmail, signals, seal, files, publicUrl, secretKey },
    dns: systemDns(configuration.dns),
    payments: paymentGateways({
      pool,
      settingsOf: (domainId) => inDomain(pool, domainId, (db) => paymentSettings.read(db, secretKey)),
      simulates: configuration.payments === 'embedded',
    }),
    signing: signatureProviders({ pool, files, publicUrl }),
    webhooks: httpsWebhooks(),
  }
}

const openSeal = async ({ workerUrl }: Databases, configuration: Configuration, file: SealKey | undefined): Promise<Seal> =>
  createSeal(file ?? (await ownSealKey(workerUrl, configuration)), configuration.tsaUrl)

/** Stops the database if the start cannot go on. */
async function orStop<T>({ stop }: Databases, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await stop()
    throw error
  }
}

const OWNER_SERVES =
  'DATABASE_URL is that of the owner of the tables, who may change and delete everything. Serve with the role of the application: see docs/operate/install.md.'

interface ServiceOptions extends Partial<ProcessWork> {
  /** Uses the database of a running portal. */
  shared?: boolean
}

/** Opens the database first, then everything else. Throws StartFailure. */
export async function openServices(
  configuration: Configuration,
  { shared = false, serves = true, runsJobs = configuration.workers }: ServiceOptions = {},
) {
  const log = createLog({
    level: configuration.logLevel,
    readable: configuration.mode !== 'production',
    traces: configuration.traces !== undefined,
  })
  const outside = await connectAdapters(configuration)
  const sealFile = await readSealFile(configuration)
  const databases = await openDatabases(configuration, { shared })
  if (configuration.databaseUrl !== undefined && databases.ownerUrl !== undefined) log.warn(OWNER_SERVES)
  const seal = await orStop(databases, openSeal(databases, configuration, sealFile))
  const connections = await orStop(databases, readConnectionPlan(databases, configuration, { serves, runsJobs }))
  const metrics = createMetrics()
  const pools = openPools(databases, { shares: connections.shares, log, metrics })
  const { worker, pool, auditPool, exports, replica } = pools
  const signals = openSignals(databases.appUrl, 'notices', log)
  const tracer = await openTraces(configuration, log)
  const ports = portsOf(configuration, outside, { pool, exports, seal, signals })
  return {
    configuration,
    databases,
    connections,
    log,
    metrics,
    /** Undefined: no traces. */
    tracer: tracer.tracer,
    ...{ worker, pool, auditPool, replica },
    ports: observePorts(ports, tracer.watch(measuringCalls(metrics.countProviderCall))),
    /**
     * Closes the connections, then the database. With `freeJobs`, jobs are still running and use their connections until the process
     * ends. It must end at once then, because others may start these jobs.
     */
    async close(freeJobs?: FreeJobs) {
      await finishesWithin(TRACES_MS, tracer.close())
      if (freeJobs) await freeJobs()
      else await finishesWithin(CLOSE_MS, pools.close())
      await databases.stop()
    },
  }
}
