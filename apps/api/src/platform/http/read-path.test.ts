/** Reports, exports and searches on a real replica: it answers, and no reader notices when it is late or gone. `portal doctor` tells the operator. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { openReplica, POSITION, type Position, type Replica, type ReplicaResult } from '#api/db/replica.ts'
import { checkReplica } from '#api/main/doctor/check-replica.ts'
import { queryOnce, type TestDatabase } from '#api/testing/database.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { type OwnCluster, startOwnCluster } from '#api/testing/own-cluster.ts'
import { type OwnReplica, startReplicaOf } from '#api/testing/own-replica.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let cluster: OwnCluster
let database: TestDatabase
let copy: OwnReplica
let replica: Replica
let portal: TestPortal
let admin: TestClient
let patientId: number

const results: ReplicaResult[] = []
/** Happens between the beginning of a read on the replica and its first statement. */
let interrupt: ((db: Db) => Promise<unknown>) | undefined

const open = (url: string) => openReplica(url, { read: 4, exports: 2, restMs: 0, onResult: (result) => results.push(result) })

/** The replica of the portal, with a place for harm. */
const withInterruptions = (inner: Replica): Replica => ({
  ...inner,
  async begin(...given) {
    const transaction = await inner.begin(...given)
    if (transaction) await interrupt?.(transaction.db)
    return transaction
  },
})

beforeAll(async () => {
  cluster = await startOwnCluster()
  database = cluster.database
  // The PostgreSQL of tests does not wait for the disk, and a replica gets only what was flushed.
  await queryOnce(database.ownerUrl, 'alter database vialdesk set synchronous_commit = on')
  copy = await startReplicaOf(cluster)
  replica = open(copy.urlOf(database.appUrl))
  portal = await startTestPortal({}, { database, replica: withInterruptions(replica) })
  patientId = await portal.seed((db) => createPatient(db, { last_name: 'Hale' }))
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
beforeEach(() => {
  results.length = 0
})
afterEach(() => {
  interrupt = undefined
})
afterAll(async () => {
  await portal.close()
  await replica.close()
  await copy.remove()
  await cluster.stop()
})

const DASHBOARD = '/api/v1/dashboards/admin/'
const find = async (name: string): Promise<string[]> => {
  const answer = await admin.get(`/api/v1/search/?search=${name}`)
  expect(answer.statusCode).toBe(200)
  return answer.json().results.map(({ title }: { title: string }) => title)
}
const rename = async (last_name: string) =>
  expect((await admin.patch(`/api/v1/users/${patientId}/`, { last_name })).statusCode).toBe(200)
const onCopy = (text: string) => queryOnce(copy.urlOf(cluster.urlOf('postgres')), text)
const backendOf = async (db: Db) => (await db.rows<{ pid: number }>('select pg_backend_pid() as pid', []))[0]?.pid ?? 0
/** Waits until a search is answered by the replica again. */
const usesReplica = () =>
  expect
    .poll(async () => {
      await find('Hale')
      return results.at(-1)
    })
    .toBe('used')

test('the replica answers reports, and the audit of a search is written on the primary', async () => {
  await usesReplica()
  const before = copy.statements().length
  expect((await admin.get(DASHBOARD)).statusCode).toBe(200)
  expect(results.at(-1)).toBe('used')
  const statements = () => copy.statements().slice(before)
  await expect.poll(() => statements().includes('transaction_months')).toBe(true)
  expect(statements().includes('resolve_session')).toBe(false)
  const listed = `select 1 from audit_log where type = 'patients.listed'`
  expect(await queryOnce(database.ownerUrl, listed)).not.toEqual([])
})

test('the replica answers exports in one snapshot; a comparison stays on the primary', async () => {
  const portOf = async (onPrimary: boolean) => {
    const run = await portal.ports.exports.begin(portal.domainId, { onPrimary })
    const [row] = await run.db.rows<{ port: number; level: string }>(
      `select inet_server_port() as port, current_setting('transaction_isolation') as level`,
      [],
    )
    await run.end()
    return row
  }
  await usesReplica()
  expect(await portOf(false)).toEqual({ port: copy.port, level: 'repeatable read' })
  expect(await portOf(true)).toEqual({ port: Number(new URL(database.appUrl).port), level: 'repeatable read' })
})

test('a short call stays on the primary', async () => {
  expect((await admin.get(`/api/v1/users/${patientId}/`)).statusCode).toBe(200)
  expect((await admin.get('/api/v1/users/patient/list/')).statusCode).toBe(200)
  expect(results).toEqual([])
})

test('a change is found at once, also while the replica replays nothing', async () => {
  await usesReplica()
  await copy.pauseReplay()
  try {
    await rename('Before')
    expect((await find('Before')).length).toBe(1)
    expect(results.at(-1)).toBe('behind')
    await rename('Afterwards')
    expect((await find('Afterwards')).length).toBe(1)
    expect(await find('Before')).toEqual([])
  } finally {
    await copy.resumeReplay()
  }
  await usesReplica()
  expect((await find('Afterwards')).length).toBe(1)
  await rename('Hale')
})

test('an ended session is refused, although the replica has not replayed its end', async () => {
  const leaver = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  await copy.pauseReplay()
  try {
    expect((await leaver.post('/auth/logout/')).statusCode).toBeLessThan(300)
    expect((await leaver.get(DASHBOARD)).statusCode).toBe(401)
  } finally {
    await copy.resumeReplay()
  }
})

test('the primary answers while the replica is stopped, and the replica afterwards', async () => {
  await usesReplica()
  await copy.stop()
  const answers = await Promise.all(Array.from({ length: 6 }, () => admin.get(DASHBOARD)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
  expect(new Set(results.slice(-6))).toEqual(new Set(['unavailable']))
  await copy.start()
  await usesReplica()
})

test('the primary ends a read that the replica broke off', async () => {
  await usesReplica()
  interrupt = async (db) => onCopy(`select pg_terminate_backend(${await backendOf(db)}, 5000)`)
  expect((await admin.get(DASHBOARD)).statusCode).toBe(200)
  expect(results.slice(-2)).toEqual(['used', 'failed'])
})

test('the primary ends a read that replaying its log broke off', async () => {
  await usesReplica()
  interrupt = async (db) => {
    const backend = await backendOf(db)
    await db.rows('select id from transactions', [])
    await queryOnce(database.ownerUrl, 'begin; lock table transactions in access exclusive mode; commit')
    const lives = async () => (await onCopy(`select 1 from pg_stat_activity where pid = ${backend}`)).length
    await expect.poll(lives).toBe(0)
  }
  expect((await admin.get(DASHBOARD)).statusCode).toBe(200)
  expect(results.slice(-2)).toEqual(['used', 'failed'])
})

test('a server that is not a replica of the primary is not used', async () => {
  await usesReplica()
  const { rows } = await portal.pool.query<Position>(POSITION)
  const here = rows[0] as Position
  const begin = async (server: Replica, position: Position) => {
    const transaction = await server.begin('read', portal.domainId, position)
    await transaction?.rollback()
    return transaction !== undefined
  }
  expect(await begin(replica, here)).toBe(true)
  expect(await begin(replica, { ...here, system: '1' })).toBe(false)
  expect(await begin(replica, { ...here, timeline: here.timeline + 1 })).toBe(false)
  const primary = open(database.appUrl)
  expect(await begin(primary, here)).toBe(false)
  await primary.close()
  expect(results.slice(-3)).toEqual(['unavailable', 'unavailable', 'unavailable'])
})

test('doctor finds a replica that breaks off exports, is late, is gone, or is none', async () => {
  await usesReplica()
  const check = (url = copy.urlOf(database.appUrl)) => checkReplica(database.appUrl, url)
  expect(await check()).toMatchObject([{ severity: 'warning', finding: expect.stringContaining('hot_standby_feedback') }])
  await onCopy('alter system set hot_standby_feedback = on')
  await onCopy('select pg_reload_conf()')
  await expect.poll(() => check()).toMatchObject([{ severity: 'ok' }])
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
})
