/** A failover to a synchronous replica loses nothing only if no limit of a statement ends the wait for it with a success. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOnce, type TestDatabase } from '#api/testing/database.ts'
import { createDomain } from '#api/testing/factories.ts'
import { type OwnCluster, startOwnCluster } from '#api/testing/own-cluster.ts'
import { limitSilence } from './connection/database-silence.ts'
import { openPool } from './connection/pools.ts'
import { inDomain } from './transaction.ts'

let cluster: OwnCluster
let database: TestDatabase
beforeAll(async () => {
  cluster = await startOwnCluster()
  database = cluster.database
}, 60_000)
afterAll(() => cluster.stop(), 60_000)

test('a change is not acknowledged while no synchronous replica has it', async () => {
  const owner = openPool(database.ownerUrl, { max: 1 })
  const domainId = await createDomain(owner)
  await owner.query('alter database vialdesk set synchronous_commit = on')
  await owner.end()
  const pool = openPool(database.ownerUrl, { max: 1, statementTimeoutMs: 300 })
  const change = () =>
    limitSilence(1500, () =>
      inDomain(pool, domainId, (db) => db.rows('update domains set phone = $1 where id = $2', ['1', domainId])),
    )
  await change()
  await queryOnce(database.ownerUrl, `alter system set synchronous_standby_names = 'nobody'`)
  await queryOnce(database.ownerUrl, 'select pg_reload_conf()')
  const names = async () => (await queryOnce(database.ownerUrl, 'show synchronous_standby_names'))[0]
  await expect.poll(names).toEqual({ synchronous_standby_names: 'nobody' })
  await expect(change()).rejects.toThrow('Query read timeout')
  await queryOnce(database.ownerUrl, `alter system reset synchronous_standby_names`)
  await queryOnce(database.ownerUrl, 'select pg_reload_conf()')
  await expect
    .poll(
      () =>
        change().then(
          () => 'done',
          () => 'not yet',
        ),
      { timeout: 20_000 },
    )
    .toBe('done')
  await pool.end()
}, 60_000)
