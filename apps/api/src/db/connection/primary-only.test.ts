/**
 * After a failover, a name or a proxy may lead to a server that is no primary. A failover to a synchronous replica loses nothing only if no limit
 * of a statement ends the wait for it with a success.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { toApiError } from '#api/platform/http/errors/to-api-error.ts'
import { queryOnce, type TestDatabase } from '#api/testing/database.ts'
import { createDomain } from '#api/testing/factories.ts'
import { type OwnCluster, startOwnCluster } from '#api/testing/own-cluster.ts'
import { type OwnReplica, startReplicaOf } from '#api/testing/own-replica.ts'
import { limitSilence } from './database-silence.ts'
import { openPool } from './pools.ts'

let cluster: OwnCluster
let database: TestDatabase
let copy: OwnReplica
let domainId: number

beforeAll(async () => {
  cluster = await startOwnCluster()
  database = cluster.database
  const owner = openPool(database.ownerUrl, { max: 1 })
  domainId = await createDomain(owner)
  await owner.end()
  copy = await startReplicaOf(cluster)
})
afterAll(async () => {
  await copy.remove()
  await cluster.stop()
})

test('a connection to a replica is refused until the replica is promoted', async () => {
  const pool = openPool(copy.urlOf(database.ownerUrl), { max: 2 })
  const refusal = await pool.query('select 1').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: '25006' })
  expect(toApiError(refusal)?.code).toBe('unavailable')
  expect(pool.totalCount).toBe(0)
  await queryOnce(copy.urlOf(database.ownerUrl), 'select pg_promote()')
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await pool.end()
})

test('a connection on which a change was refused is closed, because the server is no primary any more', async () => {
  const pool = openPool(database.ownerUrl, { max: 1 })
  const change = () => inDomain(pool, domainId, (db) => db.rows('update domains set phone = $1 where id = $2', ['1', domainId]))
  await inDomain(pool, domainId, (db) => db.rows('set session characteristics as transaction read only', []))
  expect(pool.totalCount).toBe(1)
  const refusal = await change().catch((error: unknown) => error)
  expect(toApiError(refusal)?.code).toBe('unavailable')
  expect(pool.totalCount).toBe(0)
  await change()
  await pool.end()
})

test('a change is not acknowledged while no synchronous replica has it', async () => {
  await queryOnce(database.ownerUrl, 'alter database vialdesk set synchronous_commit = on')
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
    .poll(() =>
      change().then(
        () => 'done',
        () => 'not yet',
      ),
    )
    .toBe('done')
  await pool.end()
})
