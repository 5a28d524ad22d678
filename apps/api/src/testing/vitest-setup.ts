/**
 * Vitest global setup: starts one PostgreSQL per run, with a migrated template database that every test file copies. Its data are kept as they
 * are then, for tests that need a PostgreSQL of their own.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { ensureLogin } from '#api/db/migrate.ts'
import { type Cluster, startCluster } from '#api/embedded-postgres/cluster.ts'
import { makeFastFolder } from './fast-folder.ts'
import { CLUSTER_PARTS, prepareCluster, TEMPLATE } from './prepared-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the run's PostgreSQL, for the superuser, the application and the workers. */
    cluster: { ownerUrl: string; appUrl: string; workerUrl: string }
    /** A data folder with the template and nothing else, of a PostgreSQL that is stopped. */
    preparedData: string
  }
}

async function urlsOf(cluster: Cluster): Promise<ProvidedContext['cluster']> {
  const ownerUrl = cluster.urlOf(TEMPLATE)
  const password = () => randomBytes(12).toString('hex')
  const appUrl = await ensureLogin('app', ownerUrl, password())
  return { ownerUrl, appUrl, workerUrl: await ensureLogin('worker', ownerUrl, password()) }
}

/** Copies the data before their PostgreSQL starts. The copy keeps the owner of the files, who may differ from the user of the tests. */
function keepPrepared(folder: string): string {
  const preparedData = path.join(folder, 'prepared')
  mkdirSync(preparedData)
  execFileSync('cp', ['-a', ...CLUSTER_PARTS.map((part) => path.join(folder, part)), preparedData])
  return preparedData
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFastFolder('vialdesk-test')
  chmodSync(folder, 0o711)
  // Tests start the program many times. Half of its start is the compilation of the same files, which the program itself keeps here.
  process.env.NODE_COMPILE_CACHE = path.resolve('node_modules/.cache/compiled')
  let cluster: Cluster | undefined
  const teardown = async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await prepareCluster(folder)
    project.provide('preparedData', keepPrepared(folder))
    cluster = await startCluster({ dataDir: folder, durable: false })
    project.provide('cluster', await urlsOf(cluster))
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}
