import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { startPortalProcess } from '#api/testing/portal-process.ts'
import { addDomain } from './commands/domains-add.ts'

test('says that it works as the owner, lets a running job end after SIGTERM, and then exits with code 0', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vialdesk-work-'))
  const { ownerUrl } = await createTestDatabase()
  const environment = { DATABASE_URL: ownerUrl, DATA_DIR: dataDir, SECRET_KEY: 'a key of the workers, of 32 letters' }
  const program = new URL('../cli.ts', import.meta.url).pathname
  const workers = startPortalProcess(environment, 'pipe', [program, 'work'])
  const owner = openPool(ownerUrl, { max: 2 })
  try {
    await workers.waitForOutput('Running jobs. Press Ctrl-C to stop.')
    expect(workers.output()).toContain('DATABASE_URL is that of the owner of the tables')
    const mails = { sender: 'portal@acme.example', admin: 'first@acme.example' }
    const { id } = await addDomain(owner, { identifier: 'acme', name: 'Acme', host: undefined, ...mails })
    const jobs = async () => (await owner.query('select attempts, locked_by from graphile_worker._private_jobs')).rows
    await expect.poll(jobs).toEqual([])
    // A job reads its domain first, so it waits for this lock.
    const locker = await owner.connect()
    await locker.query('begin; lock table domains')
    const add = `select graphile_worker.add_job('notices.mail', $1::json)`
    await owner.query(add, [JSON.stringify({ domain_id: id, data: { notice_id: 1 } })])
    await expect.poll(jobs).toEqual([{ attempts: 1, locked_by: expect.any(String) }])
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
    rmSync(dataDir, { recursive: true, force: true })
  }
})
