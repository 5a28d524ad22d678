/** A connection is dead for everybody when `kill` resolves: only calls that begin later show that the portal serves again. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { openPool } from '../../apps/api/src/db/connection/pools.ts'
import { startCluster } from '../../apps/api/src/embedded-postgres/cluster.ts'
import { Resources } from '../harness/resources.ts'
import { until } from '../harness/until.ts'
import { kill, pickBackend } from './backends.ts'

const resources = new Resources(60_000)

async function connect(url: string, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(statement)
  return client
}

test('prefers a connection in a transaction, and ends it in order or by a crash that ends all', async () => {
  try {
    const cluster = await startCluster({ dataDir: resources.makeFolder(), durable: false })
    resources.add(() => cluster.stop())
    const superuser = openPool(cluster.urlOf('postgres'), { max: 4 })
    resources.add(() => superuser.end())
    // Connections of the superuser itself are not picked.
    await superuser.query(`create role reader login password 'reader'`)
    const { href: readerUrl } = Object.assign(new URL(cluster.urlOf('postgres')), { username: 'reader', password: 'reader' })
    const idle = await connect(readerUrl, 'select')
    const first = await connect(readerUrl, 'begin')
    const picked = await pickBackend(superuser, true)
    expect(picked.isBusy).toBe(true)
    await kill(superuser, picked, true)
    await expect(first.query('select')).rejects.toThrow()
    await expect(idle.query('select')).resolves.toBeDefined()

    await connect(readerUrl, 'begin')
    await kill(superuser, await pickBackend(superuser, true), false)
    await expect(idle.query('select')).rejects.toThrow()
    const isRecovered = () => superuser.query('select').then(Boolean, () => false)
    await until('PostgreSQL has recovered', 20_000, isRecovered)
  } finally {
    expect(await resources.close()).toEqual([])
  }
})
