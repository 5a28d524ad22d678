import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryOnce } from '#api/testing/database.ts'
import { copyPreparedData } from '#api/testing/prepared-data.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { StopTimeouts } from './end-postmaster.ts'
import { findRunningCluster } from './find-running-cluster.ts'
import { findProcess } from './processes.ts'
import { stopLeftover } from './stop-leftover.ts'

let dataDir: string
let remove: () => void
const running: Cluster[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  // No test needs a first start.
  const made = copyPreparedData('vialdesk-cluster')
  dataDir = made.dataDir
  remove = made.remove
})
afterEach(async () => {
  for (const cluster of running.splice(0)) await cluster.stop()
  for (const child of children.splice(0)) await end(child)
  await stopLeftover(path.join(dataDir, 'postgres'))
  remove()
})

async function start(timeouts: Partial<StopTimeouts> = {}): Promise<Cluster> {
  const cluster = await startCluster({ dataDir, timeouts })
  running.push(cluster)
  return cluster
}

async function stop(cluster: Cluster): Promise<void> {
  running.splice(running.indexOf(cluster), 1)
  await cluster.stop()
}

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** A separate portal process that runs a cluster in the same folder; returns its connection URL. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    const { startCluster } = await import(${JSON.stringify(new URL('./cluster.ts', import.meta.url).href)})
    const cluster = await startCluster({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(cluster.urlOf('postgres'))
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [url] = await once(createInterface(child.stdout as NonNullable<typeof child.stdout>), 'line')
  return { child, url }
}

const postmasterPid = () => Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

test('leaves neither a process nor a PID file after a stop, and keeps its data; a stale PID file may name another program', async () => {
  expect(findRunningCluster(dataDir), 'there is no folder').toBeUndefined()
  expect(findRunningCluster(dataDir), 'it has not started').toBeUndefined()
  const first = await start()
  await queryOnce(first.urlOf('postgres'), 'create table kept as select 7 as n')
  // PostgreSQL accepts connections a moment before it writes so to postmaster.pid.
  await expect.poll(() => findRunningCluster(dataDir)).toBeDefined()
  expect(await queryOnce(findRunningCluster(dataDir)?.('postgres') ?? '', 'select n from kept')).toEqual([{ n: 7 }])
  const pid = postmasterPid()
  expect(findProcess(pid)?.args[0]).toMatch(/\/postgres$/)
  const left = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')

  await stop(first)
  expect(findProcess(pid)).toBeUndefined()
  expect(() => readFileSync(path.join(dataDir, 'portal.pid'))).toThrow('ENOENT')
  expect(findRunningCluster(dataDir)).toBeUndefined()

  // A backup has the folder among its arguments too.
  const reader = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)', path.join(dataDir, 'postgres')])
  children.push(reader)
  await once(reader, 'spawn')
  writeFileSync(path.join(dataDir, 'postgres/postmaster.pid'), left.replace(/^\d+/, String(reader.pid)))
  writeFileSync(path.join(dataDir, 'portal.pid'), `${process.ppid}\nanother start\n`)
  expect(await queryOnce((await start()).urlOf('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
  expect(findProcess(reader.pid as number)).toBeDefined()
})

test('refuses a second portal on the same folder with one sentence; after kill -9 a start ends the suspended PostgreSQL of the first', async () => {
  const { url, child } = await startElsewhere()
  await expect(startCluster({ dataDir })).rejects.toThrow(
    `Another portal (process ${child.pid}) is already running on ${dataDir}: stop it first`,
  )
  await queryOnce(url, 'create table kept as select 7 as n')
  const postmaster = postmasterPid()
  process.kill(postmaster, 'SIGSTOP')
  await end(child)
  expect(await queryOnce((await start()).urlOf('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
  expect(findProcess(postmaster)).toBeUndefined()
})

test('recovers without data loss after kill -9 of portal and postmaster', async () => {
  const { child, url } = await startElsewhere()
  await queryOnce(url, 'create table kept as select 7 as n')
  process.kill(postmasterPid(), 'SIGKILL')
  await end(child)
  expect(await queryOnce((await start()).urlOf('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
})

test('stops within a bounded time while PostgreSQL recovers from a killed backend', async () => {
  const recovers = Promise.withResolvers<void>()
  const log = (line: string) => void (line.includes('reinitializing') && recovers.resolve())
  const cluster = await startCluster({ dataDir, timeouts: { fastMs: 300 }, log })
  running.push(cluster)
  await queryOnce(cluster.urlOf('postgres'), 'create table kept as select 7 as n')
  const client = await connect(cluster.urlOf('postgres'))
  process.kill(client.backend, 'SIGKILL')
  await recovers.promise
  await stop(cluster)
  expect(await queryOnce((await start()).urlOf('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
})

/** A connection that may break; returns the id of its server process. */
async function connect(url: string): Promise<{ backend: number }> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend')
  return rows[0] as { backend: number }
}

/** A killed portal whose PostgreSQL cannot shut down cleanly, because one of its processes is stopped. */
async function leaveHanging(): Promise<{ postmaster: number; backend: number }> {
  const { child, url } = await startElsewhere()
  await queryOnce(url, 'create table kept as select 7 as n')
  const { backend } = await connect(url)
  process.kill(backend, 'SIGSTOP')
  await end(child)
  return { postmaster: postmasterPid(), backend }
}

test.each<[string, Partial<StopTimeouts>]>([
  ['ends its processes itself at the immediate shutdown', { fastMs: 100 }],
  ['is killed with all its processes if that takes too long too', { fastMs: 100, immediateMs: 100 }],
])('a leftover PostgreSQL that hangs in its shutdown %s, without data loss', async (_, timeouts) => {
  const { postmaster, backend } = await leaveHanging()
  expect(await queryOnce((await start(timeouts)).urlOf('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
  expect([findProcess(postmaster), findProcess(backend)]).toEqual([undefined, undefined])
})

test('repeats a first start that was killed half-way', async () => {
  const half = path.join(dataDir, 'postgres.new')
  rmSync(path.join(dataDir, 'postgres/PG_VERSION'))
  renameSync(path.join(dataDir, 'postgres'), half)
  expect(await queryOnce((await start()).urlOf('postgres'), 'select 1 as n')).toEqual([{ n: 1 }])
})

test('refuses data of another PostgreSQL version with one sentence', async () => {
  writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '15\n')
  await expect(start()).rejects.toThrow(/^The data in .* belongs to PostgreSQL 15, but this portal contains PostgreSQL 18/)
})

test('reports a lost password file instead of creating a new password', async () => {
  rmSync(path.join(dataDir, 'postgres-password'))
  await expect(start()).rejects.toThrow(/postgres-password is missing/)
})
