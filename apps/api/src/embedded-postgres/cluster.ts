/**
 * The embedded PostgreSQL. Its programs come from npm, its data is in the data folder, and it runs as long as this process.
 * It listens on a free port of the loopback address only.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureDataFolder, unwritableFolder } from '#api/platform/config/data-folder.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { findBinaries } from './binaries.ts'
import type { StopTimeouts } from './end-postmaster.ts'
import { ensureCluster, SUPERUSER } from './initialize.ts'
import { claimFolder } from './pid-file.ts'
import { findFreePort, startPostmaster, TransientStartFailure } from './postmaster.ts'
import { findUserToRunAs, prepareInvoker } from './run-unprivileged.ts'
import { settingArguments } from './settings.ts'
import { stopLeftover } from './stop-leftover.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

export interface ClusterOptions {
  /** The portal's data folder; the cluster is in its subfolder `postgres`. */
  dataDir: string
  /** False for temporary data: nothing is flushed to disk. */
  durable?: boolean
  /** The port to listen on. By default a free one. */
  port?: number
  log?: (line: string) => void
  /** How long to wait for PostgreSQL to end, this one or one that a killed portal left. */
  timeouts?: Partial<StopTimeouts>
}

function readOrCreatePassword(dataDir: string, clusterDir: string): string {
  const file = path.join(dataDir, 'postgres-password')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept) return kept
  if (existsSync(clusterDir))
    throw new StartFailure(
      `The file ${file} is missing. Without it, the data in ${clusterDir} cannot be opened. Restore the file from a backup.`,
    )
  const made = randomBytes(24).toString('base64url')
  // A full disk must not leave half a password.
  writeFileSync(`${file}.new`, made, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return made
}

const ATTEMPTS = 25

async function startOnPort(fixed: number | undefined, start: (port: number) => ReturnType<typeof startPostmaster>) {
  for (let attempt = 1; ; attempt++) {
    const port = fixed ?? (await findFreePort())
    try {
      return { port, postmaster: await start(port) }
    } catch (error) {
      if (!(error instanceof TransientStartFailure) || attempt === ATTEMPTS) throw error
      await pause(200)
    }
  }
}

async function startClaimed(
  dataDir: string,
  { durable = true, port: fixed, log = () => {}, timeouts }: Omit<ClusterOptions, 'dataDir'>,
) {
  const clusterDir = path.join(dataDir, 'postgres')
  const binaries = findBinaries()
  const runAs = findUserToRunAs()
  const invoker = prepareInvoker(runAs, [binaries.postgres, clusterDir])
  const password = readOrCreatePassword(dataDir, clusterDir)
  await ensureCluster({ binaries, invoker, runAs, clusterDir, password, durable })
  await stopLeftover(clusterDir, timeouts)
  const args = ['-D', clusterDir, ...settingArguments(durable)]
  const { port, postmaster } = await startOnPort(fixed, (free) =>
    startPostmaster(invoker.wrap(binaries.postgres, [...args, '-p', String(free)], true), log, timeouts),
  )
  return { port, postmaster, password }
}

/** Starts the cluster of a data folder; the first start creates it. Throws StartFailure. */
export async function startCluster({ dataDir: folder, ...options }: ClusterOptions) {
  const dataDir = path.resolve(folder)
  ensureDataFolder(dataDir)
  let release: () => void
  try {
    release = claimFolder(dataDir)
  } catch (error) {
    throw error instanceof StartFailure ? error : unwritableFolder(dataDir, error)
  }
  try {
    const { port, postmaster, password } = await startClaimed(dataDir, options)
    return {
      port,
      /** The superuser's connection URL of this database. */
      urlOf: (database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
      /** Resolves when PostgreSQL has ended for any reason. */
      ended: postmaster.ended,
      /** Fast shutdown: open transactions are rolled back, committed data is on disk. Then releases the data folder. */
      async stop() {
        await postmaster.stop()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
