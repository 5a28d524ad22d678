import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOnce, type TestDatabase } from '#api/testing/database.ts'
import { type OwnCluster, startOwnCluster } from '#api/testing/own-cluster.ts'
import { type OwnReplica, startReplicaOf } from '#api/testing/own-replica.ts'
import { checkReplica } from './check-replica.ts'

let cluster: OwnCluster
let database: TestDatabase
let copy: OwnReplica

beforeAll(async () => {
  cluster = await startOwnCluster()
  database = cluster.database
  copy = await startReplicaOf(cluster)
}, 120_000)
afterAll(async () => {
  await copy.remove()
  await cluster.stop()
}, 60_000)

const check = (url = copy.urlOf(database.appUrl)) => checkReplica(database.appUrl, url)
const onCopy = (text: string) => queryOnce(copy.urlOf(cluster.urlOf('postgres')), text)

test('doctor finds a replica that breaks off exports, is late, is gone, or is none', async () => {
  expect(await check()).toMatchObject([{ severity: 'warning', finding: expect.stringContaining('hot_standby_feedback') }])
  await onCopy('alter system set hot_standby_feedback = on')
  await onCopy('select pg_reload_conf()')
  await expect.poll(() => check(), { timeout: 20_000 }).toMatchObject([{ severity: 'ok' }])
  await copy.pauseReplay()
  await queryOnce(database.ownerUrl, `create table filler as select repeat('x', 500) as text from generate_series(1, 60000)`)
  expect(await check()).toMatchObject([{ severity: 'warning', finding: expect.stringMatching(/has [2-9]\d MB of changes/) }])
  await copy.resumeReplay()
  await copy.stop()
  expect(await check()).toMatchObject([
    { severity: 'error', finding: expect.stringContaining('cannot be reached (ECONNREFUSED)') },
  ])
  expect(await check(database.appUrl)).toMatchObject([
    { severity: 'error', finding: expect.stringContaining('is not a replica of the primary') },
  ])
}, 60_000)
