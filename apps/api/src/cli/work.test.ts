import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { stopLeftover } from '#api/embedded-postgres/stop-leftover.ts'
import { startOwnCluster } from '#api/testing/own-cluster.ts'
import { startPortalProcess } from '#api/testing/portal-process.ts'
import { addDomain } from './commands/domains-add.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'vialdesk-work-'))
})
afterEach(async () => {
  await stopLeftover(path.join(dataDir, 'postgres'))
  rmSync(dataDir, { recursive: true, force: true })
})

const program = new URL('../cli.ts', import.meta.url).pathname
const READY = 'Running jobs. Press Ctrl-C to stop.'

test('lets a running job end after SIGTERM, and then exits with code 0', { timeout: 120_000 }, async () => {
  const cluster = await startOwnCluster()
  const ownerUrl = await cluster.createDatabase('vialdesk')
  const environment = { DATABASE_URL: ownerUrl, DATA_DIR: dataDir, SECRET_KEY: 'a key of the workers, of 32 letters' }
  const workers = startPortalProcess(environment, 'pipe', [program, 'work'])
  const owner = openPool(ownerUrl, { max: 2 })
  try {
    await workers.waitForOutput(READY)
    const mails = { sender: 'portal@acme.example', admin: 'first@acme.example' }
    const { id } = await addDomain(owner, { identifier: 'acme', name: 'Acme', host: undefined, ...mails })
    const jobs = async () => (await owner.query('select attempts, locked_by from graphile_worker._private_jobs')).rows
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), 20_000)
    // A job reads its domain first, so it waits for this lock.
    const locker = await owner.connect()
    await locker.query('begin; lock table domains')
    const add = `select graphile_worker.add_job('notices.mail', $1::json)`
    await owner.query(add, [JSON.stringify({ domain_id: id, data: { notice_id: 1 } })])
    await vi.waitFor(async () => expect(await jobs()).toEqual([{ attempts: 1, locked_by: expect.any(String) }]), 20_000)
    workers.child.kill('SIGTERM')
    await workers.waitForOutput('Stopping')
    expect(await jobs()).toHaveLength(1)
    await locker.query('commit')
    locker.release()
    expect(await workers.exitCode).toBe(0)
    expect(await jobs()).toEqual([])
  } finally {
    await workers.stop('SIGKILL')
    await owner.end()
    await cluster.stop()
  }
})

test('exits with code 1 when its embedded PostgreSQL has ended', async () => {
  const child = spawn(process.execPath, [program, 'work'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  const [line] = await once(createInterface(child.stdout), 'line')
  expect(line).toBe(READY)
  process.kill(Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  expect(await ended).toEqual([1, null])
}, 60_000)
