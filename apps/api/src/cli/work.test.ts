import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopLeftover } from '#api/embedded-postgres/stop-leftover.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'vialdesk-work-'))
})
afterEach(async () => {
  await stopLeftover(path.join(dataDir, 'postgres'))
  rmSync(dataDir, { recursive: true, force: true })
})

test('exits with code 1 when its embedded PostgreSQL has ended', async () => {
  const program = new URL('../cli.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, 'work'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  const [line] = await once(createInterface(child.stdout), 'line')
  expect(line).toBe('Running jobs. Press Ctrl-C to stop.')
  process.kill(Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  expect(await ended).toEqual([1, null])
}, 60_000)
