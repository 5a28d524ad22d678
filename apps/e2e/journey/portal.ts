/**
 * Starts the real portal on a fresh data folder with the demo domain, and removes it after the journeys. With E2E_PORT and E2E_DATA_DIR, the
 * journeys run on a portal that already runs there.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeTemporary, openOwner, prepareCopies } from '@vialdesk/api/testing/copy-domain.ts'

const api = path.resolve(import.meta.dirname, '../../api/src')

function start(dataDir: string): ChildProcess {
  const { PATH, HOME, E2E_PORT, LOG_LEVEL = 'warn' } = process.env
  return spawn(process.execPath, [path.join(api, 'main.ts')], {
    env: {
      PATH,
      HOME,
      LOG_LEVEL,
      PORT: E2E_PORT,
      DATA_DIR: dataDir,
      DEMO: 'on',
      // Journeys log in more often than users do.
      RATE_LIMIT_FACTOR: '1000',
      // The portal stops when this process is killed.
      npm_lifecycle_event: 'test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Resolves when the portal reports that it is ready. */
function waitUntilReady(portal: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    portal.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Vialdesk is running at')) resolve()
    })
    portal.once('exit', (code) => reject(new Error(`The portal ended with code ${code} before it was ready. ${output}`)))
  })
}

async function prepare(dataDir: string, isTemporary: boolean): Promise<void> {
  const owner = await openOwner(dataDir)
  if (isTemporary) await makeTemporary(owner)
  await prepareCopies(owner)
  await owner.end()
}

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_DATA_DIR) {
    await prepare(process.env.E2E_DATA_DIR, false)
    return undefined
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-journeys-'))
  chmodSync(folder, 0o711)
  // For journeys that use the console.
  process.env.E2E_DATA_DIR = path.join(folder, 'data')
  const portal = start(process.env.E2E_DATA_DIR)
  const ended = once(portal, 'exit')
  const teardown = async () => {
    portal.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(portal)
    await prepare(process.env.E2E_DATA_DIR, true)
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}
