/** Vitest global setup: starts one PostgreSQL per run, with a migrated template database that every test file copies. */
import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { ensureLogin } from '#api/db/migrate.ts'
import { type Cluster, startCluster } from '#api/embedded-postgres/cluster.ts'
import { makeFastFolder } from './fast-folder.ts'
import { prepareCluster, TEMPLATE } from './prepared-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the run's PostgreSQL, for the superuser, the application and the workers. */
    cluster: { ownerUrl: string; appUrl: string; workerUrl: string }
  }
}

async function createLogins(cluster: Cluster): Promise<ProvidedContext['cluster']> {
  const ownerUrl = cluster.urlOf(TEMPLATE)
  const password = () => randomBytes(12).toString('hex')
  const appUrl = await ensureLogin('app', ownerUrl, password())
  return { ownerUrl, appUrl, workerUrl: await ensureLogin('worker', ownerUrl, password()) }
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
    cluster = await startCluster({ dataDir: folder, durable: false })
    project.provide('cluster', await createLogins(cluster))
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}
