/** The databases to measure on: a PostgreSQL of its own with the small and the large domain in a database each. */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '../apps/api/src/db/migrate.ts'
import { openPool } from '../apps/api/src/db/pools.ts'
import { startCluster } from '../apps/api/src/platform/cluster.ts'
import { seedScale } from '../apps/api/src/testing/seed/scale.ts'
import type { Options, Size } from './options.ts'

export interface Databases {
  small: string
  large: string
  folder: string
  /** Stops PostgreSQL, and removes what is not to be kept. */
  close(): Promise<void>
}

const api = fileURLToPath(new URL('../apps/api/src/', import.meta.url))

/** Differs when the schema or the seed does: databases of another build are made anew. */
function fingerprint(sizes: Size[]): string {
  const files = ['db/migrations/*.sql', 'testing/seed/{names,scale*}.ts', 'testing/vials.ts']
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
  let told = began
  const log = (line: string) => {
    if (performance.now() - told < 10_000) return
    told = performance.now()
    console.log(`  ${line}`)
  }
  await seedScale(owner, { ...size, log })
  await owner.end()
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(
    `  ${size.users.toLocaleString('en')} users and ${size.transactions.toLocaleString('en')} transactions in ${seconds} s`,
  )
}

export async function openDatabases({ data, keep, small, large }: Options): Promise<Databases> {
  const folder = data === undefined ? mkdtempSync(path.join(tmpdir(), 'vialdesk-bench-')) : path.resolve(data)
  mkdirSync(folder, { recursive: true })
  // PostgreSQL refuses to run as root; as another user it has to get through to its own folder.
  chmodSync(folder, 0o711)
  const stays = keep || data !== undefined
  const remove = () => stays || rmSync(folder, { recursive: true, force: true })
  const cluster = await startCluster({ dataDir: folder })
  const close = async () => {
    await cluster.stop()
    if (stays) console.log(`The databases stay in ${folder}`)
    remove()
  }
  try {
    const marker = path.join(folder, 'bench-fingerprint')
    const wanted = fingerprint([small, large])
    if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
      console.log('Making the databases')
      rmSync(marker, { force: true })
      await makeDatabase(cluster.urlOf, 'bench_small', small)
      await makeDatabase(cluster.urlOf, 'bench_large', large)
      writeFileSync(marker, wanted)
    }
    return { small: cluster.urlOf('bench_small'), large: cluster.urlOf('bench_large'), folder, close }
  } catch (error) {
    await close()
    throw error
  }
}
