import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { startCluster } from '#api/embedded-postgres/cluster.ts'
import { createAttempt } from '#api/features/dashboards/dashboards.fixture.ts'
import { sendDocument } from '#api/features/signing/signing.fixture.ts'
import { createMetrics, type Metrics } from '#api/platform/logging/metrics.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { copyPreparedData } from '#api/testing/prepared-data.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { measureInstallation } from './listen-for-metrics.ts'

let portal: TestPortal
const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-figures-'))
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await portal.close()
})

/** Metrics that have read nothing yet. */
function newMetrics(parts: Partial<Pick<TestPortal, 'worker'>> = {}): Metrics {
  const metrics = createMetrics()
  const configuration = { dataDir: folder, filesUrl: 's3://bucket' } as Parameters<typeof measureInstallation>[0]['configuration']
  measureInstallation({ ...portal, auditPool: portal.pool, configuration, metrics, ...parts })
  return metrics
}

const linesOf = async (metrics = newMetrics()) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => !line.startsWith('#'))
const numberOf = (lines: string[], series: string) => Number(lines.find((line) => line.startsWith(`${series} `))?.split(' ')[1])

test('counts what waits for a person in all domains', async () => {
  const lines = await linesOf()
  expect(lines).toContain('payments_to_review{kind="payment"} 0')
  await portal.seed(async (db) => createAttempt(db, await createPatient(db), 'INV-1', 'review'))
  await portal.seed(async (db) => createAttempt(db, await createPatient(db), 'INV-2', 'approved'))
  await portal.seedOther(async (db) => createAttempt(db, await createPatient(db), 'INV-1', 'review'))
  const document = await sendDocument(portal)
  await portal.owner.query(`update documents set step = 'seal_failed' where id = $1`, [document.id])
  const after = await linesOf()
  expect(after).toContain('payments_to_review{kind="payment"} 2')
  expect(after).toContain('payments_to_review{kind="refund"} 0')
  expect(after).toContain('documents_failed{step="seal_failed"} 1')
  expect(after).toContain('documents_failed{step="send_failed"} 0')
})

test('shows how long the oldest job waits that may run', async () => {
  await portal.owner.query('delete from graphile_worker._private_jobs')
  expect(numberOf(await linesOf(), 'jobs_oldest_ready_seconds')).toBe(0)
  await portal.seed((db) => db.enqueue('notices.mail', { notice_id: 1 }))
  await portal.seed((db) => db.enqueue('notices.mail', { notice_id: 2 }))
  const age = (n: number, minutes: number, set = '') =>
    portal.owner.query(
      `update graphile_worker._private_jobs set run_at = now() - make_interval(mins => $2) ${set}
       where (payload -> 'data' ->> 'notice_id')::int = $1`,
      [n, minutes],
    )
  await age(1, 7)
  await age(2, 90, ', attempts = max_attempts')
  const seconds = numberOf(await linesOf(), 'jobs_oldest_ready_seconds')
  expect(seconds).toBeGreaterThanOrEqual(420)
  expect(seconds).toBeLessThan(1000)
  await portal.owner.query('delete from graphile_worker._private_jobs')
})

test('has the times of night work, the size of the database, the disks, the certificate and the version', async () => {
  await portal.owner.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ('notices.sweep', now(), '2026-01-02T00:00:00Z'), ('another', now(), now())`,
  )
  const user = await portal.seed((db) => createUser(db, 'admin'))
  await (await portal.as(user)).get('/api/v1/notices/')
  await expect.poll(async () => numberOf(await linesOf(), 'signals_live')).toBe(1)
  const lines = await linesOf()
  expect(lines).toContain(`night_work_timestamp_seconds{task="notices.sweep"} ${Date.UTC(2026, 0, 2) / 1000}`)
  expect(lines.join()).not.toContain('task="another"')
  expect(numberOf(lines, 'database_size_bytes')).toBeGreaterThan(1_000_000)
  expect(numberOf(lines, 'disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
  expect(numberOf(lines, 'disk_size_bytes{folder="data"}')).toBeGreaterThan(numberOf(lines, 'disk_free_bytes{folder="data"}'))
  // Files in S3 have no disk.
  expect(lines.join()).not.toContain('folder="files"')
  const expiry = numberOf(lines, 'seal_certificate_expiry_timestamp_seconds')
  expect(expiry).toBe(portal.ports.seal.certificate.validTo.getTime() / 1000)
  expect(lines.some((line) => /^build_info\{version="\d+\.\d+\.\d+-\w+"\} 1$/.test(line))).toBe(true)
  expect(lines).toContain('database_replicas 0')
  expect(lines).toContain('database_answers 1')
  // This database archives nothing.
  expect(lines.join()).not.toContain('database_archive_fails')
})

test('says whether the database can archive its changes', async () => {
  const { dataDir, remove } = copyPreparedData('vialdesk-archiving')
  appendFileSync(path.join(dataDir, 'postgres/postgresql.auto.conf'), `archive_mode = on\narchive_command = '/bin/false'\n`)
  const cluster = await startCluster({ dataDir, durable: false })
  const superuser = openPool(cluster.urlOf('vialdesk'), { max: 1 })
  const worker = openPool(cluster.urlOf('vialdesk'), { max: 1 })
  try {
    const fails = async () => numberOf(await linesOf(newMetrics({ worker })), 'database_archive_fails')
    const archive = async () => void (await superuser.query('create table more (); drop table more; select pg_switch_wal()'))
    await archive()
    await expect.poll(fails).toBe(1)
    await superuser.query(`alter system set archive_command = '/bin/true'`)
    await superuser.query('select pg_reload_conf()')
    await archive()
    await expect.poll(fails).toBe(0)
  } finally {
    await Promise.all([superuser.end(), worker.end()])
    await cluster.stop()
    remove()
  }
})

test('without a database, says so and leaves out what it does not know', async () => {
  const gone = openPool('postgres://nobody@127.0.0.1:1/nothing', { max: 1 })
  const lines = await linesOf(newMetrics({ worker: gone }))
  await gone.end()
  expect(lines).toContain('database_answers 0')
  expect(lines.join('\n')).not.toMatch(
    /^(payments_to_review|documents_failed|jobs_oldest|database_size|database_replicas|jobs\{)/m,
  )
  expect(numberOf(lines, 'disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
})

test('reads the database once for requests that follow each other', async () => {
  const metrics = newMetrics()
  const before = await linesOf(metrics)
  await portal.seed((db) => db.enqueue('notices.mail', { notice_id: 3 }))
  await portal.owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`)
  expect(numberOf(await linesOf(metrics), 'jobs_oldest_ready_seconds')).toBe(numberOf(before, 'jobs_oldest_ready_seconds'))
  await portal.owner.query('delete from graphile_worker._private_jobs')
})
