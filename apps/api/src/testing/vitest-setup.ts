/** Vitest global setup: starts one PostgreSQL per run, with a migrated template database that every test file copies. */
import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { ensureLogin, migrate } from '#api/db/migrate.ts'
import { type Cluster, startCluster } from '#api/embedded-postgres/cluster.ts'
import { queryOnce } from './database.ts'
import { makeFastFolder } from './fast-folder.ts'

const TEMPLATE = 'vialdesk_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the run's PostgreSQL, for the superuser, the application and the workers. */
    cluster: { ownerUrl: string; appUrl: string; workerUrl: string }
  }
}

/**
 * Tells PostgreSQL that a domain has many rows, as it learns by itself in an installation. Without statistics it takes the domain for as rare
 * as an id, plans look-ups by an index of the domain alone, and rows in thousands take five times as long to insert.
 */
const DOMAINS_ARE_FEW = `
  select pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', 'domain_id', 'inherited', false,
    'null_frac', 0::real, 'avg_width', 8, 'n_distinct', 2::real)
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id'
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`

async function prepareTemplate(cluster: Cluster): Promise<ProvidedContext['cluster']> {
  await queryOnce(cluster.urlOf('postgres'), `create database ${TEMPLATE}`)
  const ownerUrl = cluster.urlOf(TEMPLATE)
  await migrate(ownerUrl)
  await queryOnce(ownerUrl, DOMAINS_ARE_FEW)
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
