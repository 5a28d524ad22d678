/** Runs the portal as its own process, with the settings of production. */
import { setTimeout as pause } from 'node:timers/promises'
import { findLastingPort } from '../../apps/api/src/testing/lasting-port.ts'
import { type PortalProcess, startPortalProcess } from '../../apps/api/src/testing/portal-process.ts'
import type { Resources } from './resources.ts'
import { EXIT_MS, within } from './until.ts'

export type DrillPortal = Awaited<ReturnType<typeof startPortalWith>>

/** A portal with a PostgreSQL of its own, as `startDatabase` makes it. */
interface Installation {
  appUrl: string
  ownerUrl: string
  secretKey: string
  folder: string
}

/** The settings of the portal and of the console. The limits of attempts are too high to matter. */
export const productionSettings = ({ appUrl, ownerUrl, secretKey, folder }: Installation): Record<string, string> => ({
  NODE_ENV: 'production',
  ALLOW_SIMULATION: 'payments,carrier,signing',
  HOST: '127.0.0.1',
  DATABASE_URL: appUrl,
  OWNER_DATABASE_URL: ownerUrl,
  SECRET_KEY: secretKey,
  DATA_DIR: `${folder}/portal`,
  RATE_LIMIT_FACTOR: '1000000',
})

const READY_MS = 120_000

const hasEnded = ({ child }: PortalProcess) => child.exitCode !== null || child.signalCode !== null

async function waitUntilReady(url: string, portal: PortalProcess): Promise<void> {
  const { child, output } = portal
  const until = performance.now() + READY_MS
  for (;;) {
    if (hasEnded(portal)) throw new Error(`The portal ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    if (answer?.ok) return
    if (performance.now() > until) throw new Error(`The portal is not ready after ${READY_MS / 1000} s:\n${output()}`)
    await pause(20)
  }
}

/** Starts the portal on the embedded PostgreSQL: give DATA_DIR in `settings`. */
export async function startPortalWith(resources: Resources, settings: Record<string, string>) {
  const [port, metricsPort] = [await findLastingPort(), await findLastingPort()]
  const url = `http://127.0.0.1:${port}`
  const processes: PortalProcess[] = []
  /** The process that was started last. */
  const current = () => processes.at(-1) as PortalProcess
  /** Waits until the process ends, and returns its exit code (null after SIGKILL). */
  const waitForEnd = () => within(`The portal has not ended after ${EXIT_MS / 1000} s`, EXIT_MS, current().exitCode)
  const portal = {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    current,
    /** The output of all processes: the log and, outside production, the terminal. */
    output: () => processes.map(({ output }) => output()).join(''),
    /** Starts the process again with the same settings. Does not wait until it is ready. */
    start() {
      resources.assertOpen()
      processes.push(startPortalProcess({ ...settings, PORT: String(port), METRICS_PORT: String(metricsPort) }))
    },
    /** Waits until the process can take requests. Rejects when it ends before. */
    waitUntilReady: () => waitUntilReady(url, current()),
    hasEnded: () => hasEnded(current()),
    waitForEnd,
    /** Sends the signal and waits for the end. */
    stop(signal: NodeJS.Signals) {
      current().child.kill(signal)
      return waitForEnd()
    },
  }
  resources.add(() => Promise.all(processes.map(({ stop }) => stop('SIGKILL'))))
  portal.start()
  await portal.waitUntilReady()
  return portal
}

/** Starts the portal of an installation with a PostgreSQL of its own (`startDatabase`). `settings`: more of them, or other values. */
export const startPortal = (resources: Resources, database: Installation, settings: Record<string, string> = {}) =>
  startPortalWith(resources, { ...ownSettings(database), ...settings })

/** The service has no owner's URL, as docs/operate/install.md says. */
function ownSettings(database: Installation): Record<string, string> {
  const { OWNER_DATABASE_URL: _, ...settings } = productionSettings(database)
  return settings
}
