/** Vitest global setup: starts one PostgreSQL per run, with a migrated template database that every test file copies. */
import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { ensureLogin, migrate } from '#api/db/migrate.ts'
import { type Cluster, startCluster } from '#api/embedded-postgres/cluster.ts'
import { makeFastFolder } from './fast-folder.ts'

const TEMPLATE = 'vialdesk_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the run's PostgreSQL, for the superuser, the application and the workers. */
    cluster: { ownerUrl: string; appUrl: string; workerUrl: string }
  }
}

async function prepareTemplate(cluster: Cluster): Promise<ProvidedContext['cluster']> {
  const client = new Client({ connectionString: cluster.urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const ownerUrl = cluster.urlOf(TEMPLATE)
  await migrate(ownerUrl)
  const password = () => randomBytes(12).toString('hex')
  const appUrl = await ensureLogin('app', ownerUrl, password())
  return { ownerUrl, appUrl, workerUrl: await ensureLogin('worker', ownerUrl, password()) }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFastFolder('vialdesk-test')
  chmodSync(folder, 0o711)
  // Tests start the program many times. Half of its start is the compilation of the same files.
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled')
  let cluster: Cluster | undefined
  const teardown = async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    cluster = await startCluster({ dataDir: folder, durable: false })
    project.provide('cluster', await prepareTemplate(cluster))
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}
