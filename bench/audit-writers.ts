/** Measures small changes of one domain that are audited at the same time: on connections to the database, and through the portal. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPool } from '../apps/api/src/db/connection/pools.ts'
import { withClient } from '../apps/api/src/db/connection/with-client.ts'
import { migrate } from '../apps/api/src/db/migrate.ts'
import { inDomain } from '../apps/api/src/db/transaction.ts'
import { startCluster } from '../apps/api/src/embedded-postgres/cluster.ts'
import type { Measurement } from './load-generator.ts'
import { startPortal } from './processes.ts'
import { logIn } from './sample.ts'
import { seedScale } from './seed/scale.ts'
import { startLoader } from './start-load-generator.ts'

export const AUDIT_WRITERS = 'audit writers'
const WRITERS = 50
const WARM_UP_SECONDS = 2

interface Writing {
  domainId: number
  /** Patients. Each writer changes its own ones, so the writers share nothing but the audit. */
  ids: number[]
}

const changeOf = (id: number, city: string) => ({
  type: 'account.changed',
  actor_id: 1,
  impersonator_id: null,
  subject_id: id,
  patient_id: id,
  before: { city: '' },
  after: { city },
  ip: '192.0.2.1',
  request_id: `bench-${id}`,
})

/** One statement and its audit entry in one transaction, by as many connections as there are writers. */
async function measureDatabase(appUrl: string, { domainId, ids }: Writing, seconds: number): Promise<Measurement> {
  const pool = openPool(appUrl, { max: WRITERS, planOnce: true, pipelines: true })
  const times: number[] = []
  const text = 'update users set city = $3 where domain_id = $1 and id = $2'
  const write = async (writer: number, until: number) => {
    for (let n = 0; performance.now() < until; n += 1) {
      const began = performance.now()
      const id = ids[writer] as number
      await inDomain(pool, domainId, async (db) => {
        await db.rows(text, [domainId, id, `City ${n % 7}`])
        db.auditEntries.push(changeOf(id, `City ${n % 7}`))
      })
      times.push(performance.now() - began)
    }
  }
  const writeAll = (length: number) => {
    const until = performance.now() + length * 1000
    return Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, until)))
  }
  try {
    await writeAll(WARM_UP_SECONDS)
    times.length = 0
    const began = performance.now()
    await writeAll(seconds)
    const took = performance.now() - began
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    return { perSecond: (times.length / took) * 1000, p50: at(0.5), p99: at(0.99), failed: 0 }
  } finally {
    await pool.end()
  }
}

/** The same change as an admin makes it, by as many HTTP connections. */
async function measurePortal(ownerUrl: string, { ids }: Writing, seconds: number): Promise<Measurement> {
  const portal = await startPortal(ownerUrl)
  const loader = startLoader()
  try {
    const token = await logIn(portal.url, 'admin@scale.example')
    const requests = ids.map((id, n) => ({
      method: 'PATCH',
      path: `/api/v1/users/${id}/`,
      headers: { domain: 'scale', authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ city: `City ${n % 7}` }),
    }))
    // Every second turn changes the city back, so that each request changes something.
    const both = [...requests, ...requests.map((each, n) => ({ ...each, body: JSON.stringify({ city: `Town ${n % 7}` }) }))]
    const order = { url: portal.url, requests: both, connections: WRITERS }
    await loader.measure({ ...order, seconds: WARM_UP_SECONDS })
    return await loader.measure({ ...order, seconds })
  } finally {
    loader.stop()
    await portal.stop()
  }
}

/** A role like that of the portal, under row-level security. */
async function loginOf(ownerUrl: string): Promise<string> {
  const role =
    "create role bench_app login in role vialdesk_app password 'bench'; grant connect on database bench_audit to bench_app"
  await withClient(ownerUrl, (client) => client.query(role))
  const url = new URL(ownerUrl)
  url.username = 'bench_app'
  url.password = 'bench'
  return url.href
}

/** A domain of its own, with data on disk as in production. */
export async function measureAuditWriters(seconds: number): Promise<Record<'database' | 'portal', Measurement>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-bench-audit-'))
  const cluster = await startCluster({ dataDir: folder })
  const ownerUrl = cluster.urlOf('bench_audit')
  try {
    await withClient(cluster.urlOf('postgres'), (client) => client.query('create database bench_audit'))
    await migrate(ownerUrl)
    const owner = openPool(ownerUrl, { max: 2, statementTimeoutMs: 0 })
    await seedScale(owner, { users: 1000, transactions: 1000 })
    await owner.end()
    const writing = await withClient(ownerUrl, async (client) => {
      const text = 'select id::int, domain_id::int from users where subscription = 2 order by id limit 199'
      const { rows } = await client.query<{ id: number; domain_id: number }>(text)
      return { domainId: rows[0]?.domain_id ?? 0, ids: rows.map(({ id }) => id) }
    })
    return {
      database: await measureDatabase(await loginOf(ownerUrl), writing, seconds),
      portal: await measurePortal(ownerUrl, writing, seconds),
    }
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const auditWritersLine = (way: string, { perSecond, p50, p99, failed }: Measurement) =>
  `${AUDIT_WRITERS}, ${WRITERS} at once, ${way}: ${perSecond.toFixed(0)} changes/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${
    failed > 0 ? `, ${failed} failed` : ''
  }`
