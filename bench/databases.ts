/** Starts a separate PostgreSQL with two databases, one with the small domain and one with the large domain. */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openPool } from '../apps/api/src/db/connection/pools.ts'
import { migrate } from '../apps/api/src/db/migrate.ts'
import { startCluster } from '../apps/api/src/embedded-postgres/cluster.ts'
import type { Options, Size } from './options.ts'
import { seedScale } from './seed/scale.ts'

export type Databases = Awaited<ReturnType<typeof openDatabases>>

const api = fileURLToPath(new URL('../apps/api/src/', import.meta.url))

/** A hash of schema and seed. When it differs, kept databases are created again. */
function fingerprint(sizes: Size[]): string {
  const files = ['db/migrations/*.sql', 'demo/values/names.ts', 'demo/care/missing-vials.ts', '../../../bench/seed/*.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: api }))
    .sort()
  const hash = createHash('sha256').update(JSON.stringify(sizes))
  for (const file of files) hash.update(readFileSync(path.join(api, file)))
  return hash.digest('hex')
}

async function makeDatabase(urlOf: (database: string) => string, name: string, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  await migrate(urlOf(name))
  const owner = openPool(urlOf(name), { max: 2, statementTimeoutMs: 0 })
  const began = performance.now()
  let lastLog = began
  const log = (line: string) => {
    if (performance.now() - lastLog < 10_000) return
    lastLog = performance.now()
    console.log(`  ${line}`)
  }
  await seedScale(owner, { ...size, log })
  await owner.end()
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(
    `  ${size.users.toLocaleString('en')} users and ${size.transactions.toLocaleString('en')} transactions in ${seconds} s`,
  )
}

export async function openDatabases({ data, keep, small, large }: Options) {
  const folder = data === undefined ? mkdtempSync(path.join(tmpdir(), 'vialdesk-bench-')) : path.resolve(data)
  mkdirSync(folder, { recursive: true })
  // PostgreSQL does not run as root. Its own user needs access to the folder.
  chmodSync(folder, 0o711)
  const isKept = keep || data !== undefined
  const remove = () => isKept || rmSync(folder, { recursive: true, force: true })
  const cluster = await startCluster({ dataDir: folder })
  /** Stops PostgreSQL and removes the folder, unless it is kept. */
  const close = async () => {
    await cluster.stop()
    if (isKept) console.log(`Databases kept in ${folder}`)
    remove()
  }
  try {
    const marker = path.join(folder, 'bench-fingerprint')
    const current = fingerprint([small, large])
    if (!existsSync(marker) || readFileSync(marker, 'utf8') !== current) {
      console.log('Creating the databases')
      rmSync(marker, { force: true })
      await makeDatabase(cluster.urlOf, 'bench_small', small)
      await makeDatabase(cluster.urlOf, 'bench_large', large)
      writeFileSync(marker, current)
    }
    return { small: cluster.urlOf('bench_small'), large: cluster.urlOf('bench_large'), close }
  } catch (error) {
    await close()
    throw error
  }
}
