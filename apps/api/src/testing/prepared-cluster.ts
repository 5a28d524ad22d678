/**
 * A PostgreSQL with the migrated template, kept between runs: to make it takes longer than most runs of one test file. Its name is a digest
 * of all that it is made from, so a changed migration finds no kept one.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '#api/db/migrate.ts'
import { startCluster } from '#api/embedded-postgres/cluster.ts'
import { findProcess } from '#api/embedded-postgres/processes.ts'
import { queryOnce } from './database.ts'

/** The database that tests copy. That of an installation has this name, so a copy of the data is an installation. */
export const TEMPLATE = 'vialdesk'

const root = path.resolve(import.meta.dirname, '../../../..')
const kept = path.join(root, 'node_modules/.cache/clusters')
/** Packages, with their versions; what makes the cluster and its tables. */
const SOURCES = [
  'package-lock.json',
  'apps/api/src/{db,embedded-postgres}/**/*.{ts,sql}',
  'apps/api/src/testing/prepared-cluster.ts',
]
/** In the data folder of `startCluster`. */
export const CLUSTER_PARTS = ['postgres', 'postgres-password']

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

/** The files belong to the user that PostgreSQL runs as. */
function digest(): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`)
  for (const file of globSync(SOURCES, { cwd: root }).sort())
    if (!file.endsWith('.test.ts')) hash.update(`\n${file}\n`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

async function make(dataDir: string): Promise<void> {
  const cluster = await startCluster({ dataDir, durable: false })
  try {
    // Statistics of one run would change the plans of another.
    await queryOnce(cluster.urlOf('postgres'), 'alter system set autovacuum = off')
    await queryOnce(cluster.urlOf('postgres'), `create database ${TEMPLATE}`)
    await migrate(cluster.urlOf(TEMPLATE))
    await queryOnce(cluster.urlOf(TEMPLATE), DOMAINS_ARE_FEW)
  } finally {
    await cluster.stop()
  }
}

/** True after success. The copy keeps the owner of the files. */
function copy(from: string, to: string): boolean {
  mkdirSync(to, { recursive: true })
  if (spawnSync('cp', ['-a', ...CLUSTER_PARTS.map((part) => path.join(from, part)), to], { stdio: 'ignore' }).status === 0)
    return true
  for (const part of CLUSTER_PARTS) rmSync(path.join(to, part), { recursive: true, force: true })
  return false
}

/** Keeps it for the next runs, in place of older ones. Another run may do the same at the same time. */
function keep(dataDir: string, name: string): void {
  const half = `${name}.${process.pid}`
  try {
    if (copy(dataDir, path.join(kept, half))) renameSync(path.join(kept, half), path.join(kept, name))
  } catch {
    // The other run was faster.
  }
  for (const found of readdirSync(kept)) {
    const [digest, pid] = found.split('.')
    const isOfOtherRun = digest === name && found !== half && (pid === undefined || findProcess(Number(pid)) !== undefined)
    if (!isOfOtherRun) rmSync(path.join(kept, found), { recursive: true, force: true })
  }
}

/** Fills the empty data folder of a cluster that is not running. */
export async function prepareCluster(dataDir: string): Promise<void> {
  mkdirSync(kept, { recursive: true })
  const name = digest()
  if (copy(path.join(kept, name), dataDir)) return
  await make(dataDir)
  keep(dataDir, name)
}
