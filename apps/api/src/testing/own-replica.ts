/** A streaming replica of a test's own PostgreSQL, made from a copy of its data while it runs. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, copyFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withClient } from '#api/db/connection/with-client.ts'
import { type Cluster, startCluster } from '#api/embedded-postgres/cluster.ts'
import { findFreePort } from '#api/embedded-postgres/postmaster.ts'
import { queryOnce } from './database.ts'
import { makeFastFolder } from './fast-folder.ts'
import type { OwnCluster } from './own-cluster.ts'

export interface OwnReplica {
  port: number
  /** The URL of the primary, on the replica. */
  urlOf(primaryUrl: string): string
  /** The statements that it ran. */
  statements(): string
  /** Waits until it replays nothing more. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** Copies the data folder between the marks of a backup, and makes the copy follow. */
async function copyData(cluster: OwnCluster, copy: string): Promise<void> {
  const [from, to] = [path.join(cluster.dataDir, 'postgres'), path.join(copy, 'postgres')]
  copyFileSync(path.join(cluster.dataDir, 'postgres-password'), path.join(copy, 'postgres-password'))
  const label = await withClient(cluster.urlOf('postgres'), async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    // The exit code says nothing: files of a running server may vanish meanwhile, and the log makes up for them.
    spawnSync('cp', ['-a', from, to])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    return rows[0]?.labelfile ?? ''
  })
  for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(to, file), { force: true })
  const { hostname, port, username, password } = new URL(cluster.urlOf('postgres'))
  const primary = `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'`
  appendFileSync(path.join(to, 'postgresql.auto.conf'), `${primary}\nlog_statement = 'all'\nmax_standby_streaming_delay = 0\n`)
  const { uid, gid } = statSync(from)
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(path.join(to, name), text)
    chownSync(path.join(to, name), uid, gid)
  }
}

export async function startReplicaOf(cluster: OwnCluster): Promise<OwnReplica> {
  const folder = makeFastFolder('vialdesk-own-replica')
  await copyData(cluster, folder)
  const port = await findFreePort()
  let lines = ''
  let running: Cluster | undefined
  const superuser = (sql: string) => queryOnce(running?.urlOf('postgres') ?? '', sql)
  const replica: OwnReplica = {
    port,
    urlOf(primaryUrl) {
      const url = new URL(primaryUrl)
      url.port = String(port)
      return url.href
    },
    statements: () => lines,
    async pauseReplay() {
      await superuser('select pg_wal_replay_pause()')
      const isPaused = async () => (await superuser(`select 1 where pg_get_wal_replay_pause_state() = 'paused'`)).length > 0
      while (!(await isPaused()));
    },
    resumeReplay: async () => void (await superuser('select pg_wal_replay_resume()')),
    async start() {
      running = await startCluster({
        ...{ dataDir: folder, durable: false, port },
        log: (line) => {
          lines += `${line}\n`
        },
      })
    },
    async stop() {
      await running?.stop()
      running = undefined
    },
    async remove() {
      await replica.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await replica.start()
  return replica
}
