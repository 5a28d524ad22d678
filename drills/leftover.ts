/**
 * The portal is killed, and its embedded PostgreSQL remains and hangs. The next start ends it and serves, with all data. Two kinds of
 * hanging: the first process of PostgreSQL was suspended, or another one blocks the shutdown.
 */
import path from 'node:path'
import pg from 'pg'
import { findRunningCluster } from '../apps/api/src/embedded-postgres/find-running-cluster.ts'
import { findProcess } from '../apps/api/src/embedded-postgres/processes.ts'
import { stopLeftover } from '../apps/api/src/embedded-postgres/stop-leftover.ts'
import type { Drill } from './drill.ts'
import { PortalClient } from './harness/client.ts'
import { postmasterOf } from './harness/database.ts'
import { startPortalWith } from './harness/portal.ts'
import { until } from './harness/until.ts'

/** Milliseconds from the start to the first answer: a suspended PostgreSQL shuts down in order. */
const SUSPENDED_LIMIT_MS = 10_000
/** A blocked one gets 10 s for that, and then 5 s to end its processes by force. */
const BLOCKED_LIMIT_MS = 25_000
const READY_MS = 120_000
const DEMO = { identifier: 'demo', password: 'demo-portal' }

/** Opens a connection of its own and stops its process, which then ignores every shutdown but a kill. */
async function blockShutdown(dataDir: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: findRunningCluster(dataDir)?.('vialdesk') })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid as number
  process.kill(pid, 'SIGSTOP')
  return [pid]
}

function suspend(dataDir: string): number[] {
  const postmaster = postmasterOf(dataDir)
  process.kill(postmaster, 'SIGSTOP')
  return [postmaster]
}

export const leftover: Drill = {
  name: 'leftover',
  title: 'kill the portal and let its PostgreSQL hang; the next start ends it and serves',
  async run({ count: wanted = 4, say, resources }) {
    // Each of the two kinds is tried.
    const count = Math.max(2, wanted)
    const dataDir = path.join(resources.makeFolder(), 'data')
    resources.add(() => stopLeftover(path.join(dataDir, 'postgres'), { fastMs: 1000 }))
    const portal = await startPortalWith(resources, { DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000000' })
    const failures: string[] = []
    const slowest = { suspended: 0, blocked: 0 }
    let lost = 0
    for (let round = 1; round <= count; round++) {
      const kind = round % 2 === 1 ? 'suspended' : 'blocked'
      const admin = await PortalClient.logIn(portal.url, DEMO, 'admin@demo.example')
      await until('PostgreSQL says that it is ready', READY_MS, () => findRunningCluster(dataDir))
      const postmaster = postmasterOf(dataDir)
      const message = `Round ${round} of the drill`
      const { status } = await admin.call('POST', '/api/v1/contact/', { name: 'Ada', email: 'ada@mail.example', message })
      if (status !== 200) throw new Error(`A question was answered with ${status}`)
      const hanging = kind === 'suspended' ? suspend(dataDir) : await blockShutdown(dataDir)
      await portal.stop('SIGKILL')
      if (!findProcess(postmaster)) failures.push(`Round ${round}: PostgreSQL did not remain, so nothing was tried`)
      const began = performance.now()
      portal.start()
      await portal.waitUntilReady()
      await PortalClient.logIn(portal.url, DEMO, 'admin@demo.example')
      const tookMs = performance.now() - began
      slowest[kind] = Math.max(slowest[kind], tookMs)
      say(`Round ${round}: serves ${(tookMs / 1000).toFixed(1)} s after the start (${kind})`)
      if (hanging.some((pid) => findProcess(pid))) failures.push(`Round ${round}: a process of the old PostgreSQL still runs`)
      if ((await countQuestions(dataDir, message)) !== 1) lost++
    }
    for (const [kind, limitMs] of [['suspended', SUSPENDED_LIMIT_MS] as const, ['blocked', BLOCKED_LIMIT_MS] as const])
      if (slowest[kind] > limitMs)
        failures.push(`A start took ${(slowest[kind] / 1000).toFixed(1)} s (${kind}): the limit is ${limitMs / 1000} s`)
    if (lost > 0) failures.push(`${lost} acknowledged questions are missing`)
    return { count, lost, doubled: 0, serveAgainMs: Math.max(...Object.values(slowest)), notes: [], failures }
  },
}

async function countQuestions(dataDir: string, message: string): Promise<number> {
  const { answer: urlOf } = await until('PostgreSQL says that it is ready', READY_MS, () => findRunningCluster(dataDir))
  const client = new pg.Client({ connectionString: urlOf('vialdesk') })
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from questions where message = $1', [message])
  await client.end()
  return rows[0]?.n ?? 0
}
